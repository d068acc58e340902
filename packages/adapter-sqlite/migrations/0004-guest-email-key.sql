-- The form of a guest's address in which two spellings are the same, so that she is found by an index and without case in any
-- alphabet. Rows of a version that does not know it have none, or keep one when their guest is erased: the second index names
-- them, and the nightly work mends them.

ALTER TABLE bookings ADD COLUMN guest_email_key TEXT;

CREATE INDEX bookings_guest_email ON bookings (guest_email_key) WHERE guest_email_key IS NOT NULL;
CREATE INDEX bookings_email_unkeyed ON bookings (id) WHERE (guest_email IS NULL) <> (guest_email_key IS NULL);
