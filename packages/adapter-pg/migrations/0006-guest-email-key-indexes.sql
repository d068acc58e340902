-- By themselves: while an index is made, bookings can be read and not written.

CREATE INDEX bookings_guest_email_key ON bookings (guest_email_key) WHERE guest_email_key IS NOT NULL;
-- What a server of the version before has written.
CREATE INDEX bookings_email_unkeyed ON bookings (id) WHERE (guest_email IS NULL) <> (guest_email_key IS NULL);
