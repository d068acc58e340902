-- The order in which partners see their bookings change. A change gets its number when somebody asks for the changes of its channel, behind all that were
-- given before; null: changed, and nobody has asked since. So a booking writes no more for it than an entry of an index.

ALTER TABLE bookings ADD COLUMN change_no INTEGER;
-- When it last changed for its partner, in Unix seconds: when its latest event was made.
ALTER TABLE bookings ADD COLUMN changed_seconds INTEGER;

UPDATE bookings SET changed_seconds = max(
  coalesce(json_extract(last_event_seconds, '$."booking.created"'), 0),
  coalesce(json_extract(last_event_seconds, '$."booking.updated"'), 0),
  coalesce(json_extract(last_event_seconds, '$."booking.cancelled"'), 0)
) WHERE kind = 'booking' AND channel <> 'operator';

-- What has a number, by it; what has none, by its second.
CREATE INDEX bookings_changes ON bookings (channel, change_no, changed_seconds) WHERE kind = 'booking' AND channel <> 'operator';

-- The last number of each channel.
CREATE TABLE change_marks (
  channel TEXT NOT NULL PRIMARY KEY,
  last_no INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
