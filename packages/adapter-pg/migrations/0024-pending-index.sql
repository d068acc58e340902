-- outside a transaction
-- Holds, and who waits: there are few of them, and they are asked for by themselves.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bookings_pending ON bookings (location_id, id) WHERE terms IS NOT NULL AND status = 'confirmed';
