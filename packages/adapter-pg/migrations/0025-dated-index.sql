-- outside a transaction
-- What waits and says no more than that something has changed on its dates.
CREATE INDEX CONCURRENTLY IF NOT EXISTS deliveries_dated ON deliveries (lane, location_id) WHERE covers IS NOT NULL AND state = 'waiting';
