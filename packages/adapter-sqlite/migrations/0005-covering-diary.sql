-- The diary from its index alone: it has all that is read of a booking, in the order of time, so that a range of 92 days is some pages of it and
-- not a page of the table for each booking. A server of the version before finds its own name gone and uses this one.
CREATE INDEX bookings_diary
  ON bookings (location_id, start_ms, blocked_until_ms, party_size, tables, pinned, source, id, status) WHERE status = 'confirmed';

DROP INDEX bookings_live;
