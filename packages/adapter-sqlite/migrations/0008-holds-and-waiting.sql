-- What a hold and a party that waits for a place have beside what every row has, as JSON; null for any other row. There are few of them, and they are
-- asked for by themselves.

ALTER TABLE bookings ADD COLUMN terms TEXT;

CREATE INDEX bookings_pending ON bookings (location_id, id) WHERE terms IS NOT NULL AND status = 'confirmed';
