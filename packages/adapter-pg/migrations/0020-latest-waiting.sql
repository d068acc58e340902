-- outside a transaction
-- The latest of what waits in a lane: each booking ahead has a reminder there. By expressions that nothing else asks for: a plan of leasing that is made
-- while there are few deliveries would take this index as well as its own, and keep it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_latest ON deliveries (lane, created_at) WHERE state || '' = 'waiting';
