-- What holds a table without a party, when a party came and went, and what was changed of a booking; null for none. What the guest's fields were
-- before goes with the guest, and so has a column of its own.

ALTER TABLE bookings ADD COLUMN kind TEXT NOT NULL DEFAULT 'booking';
ALTER TABLE bookings ADD COLUMN visit TEXT;
ALTER TABLE bookings ADD COLUMN history TEXT;
ALTER TABLE bookings ADD COLUMN former_guests TEXT;
