-- By which bookings are found from here on; see docs/storage.md for what each index costs. By themselves: while an index is made, bookings can
-- be read and not written.

-- The diary of nearly all: who touches an interval starts within it, or less than four hours before. Covering: a range of 92 days is read
-- from the index, and not from a heap page for each booking.
CREATE INDEX bookings_diary ON bookings (location_id, starts_at) INCLUDE (blocked_until, entry)
  WHERE status = 'confirmed' AND blocked_until - starts_at <= interval '4 hours';
-- And of those that hold their tables for longer, however long that is.
CREATE INDEX bookings_diary_long ON bookings USING gist (location_id, tstzrange(starts_at, blocked_until))
  WHERE status = 'confirmed' AND blocked_until - starts_at > interval '4 hours';

-- The primary key to be: it finds a booking by its id alone too, so that this needs no index of its own.
CREATE UNIQUE INDEX bookings_by_id ON bookings (id, location_id);

-- What a server of a version without guest_email_key has written, until the nightly work has mended it.
CREATE INDEX bookings_guest_email_unkeyed ON bookings (lower(guest_email))
  WHERE guest_email IS NOT NULL AND guest_email_key IS NULL;

-- The same guard, in half the time: location and table as one number, which is compared faster than an id and a text. That two tables have
-- the same number happens once in 30 million houses of a million tables; then one is refused that could be had.
ALTER TABLE seatings
  DROP CONSTRAINT seatings_held_once,
  ADD CONSTRAINT seatings_held_once
    EXCLUDE USING gist (uuid_hash_extended(location_id, hashtextextended(table_id, 0)) WITH =, during WITH &&)
    DEFERRABLE INITIALLY DEFERRED;
