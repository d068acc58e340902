-- outside a transaction
-- The bookings of a channel in the order in which they changed: what has a number, by it; then what has none, by its second.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bookings_changes ON bookings (channel, change_no, changed_seconds(last_event_seconds))
  WHERE kind = 'booking' AND channel <> 'operator';
