-- The service dates of which an event says no more than that something has changed on them, `2026-12-01/2026-12-24`, both ends included; null of
-- any other. While one waits it speaks for all changes of its dates.

ALTER TABLE deliveries ADD COLUMN covers TEXT;

CREATE INDEX deliveries_dated ON deliveries (lane, location_id) WHERE covers IS NOT NULL AND state = 'waiting';
