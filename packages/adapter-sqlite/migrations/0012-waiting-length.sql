-- A party that waits for a time of a long evening is shown by whatever looks at part of it: it holds no table, and counts for how far a look goes back.
CREATE TRIGGER bookings_waiting_longest AFTER INSERT ON bookings
WHEN NEW.kind = 'waiting' AND NEW.blocked_until_ms - NEW.start_ms > (SELECT longest_ms FROM locations WHERE id = NEW.location_id)
BEGIN
  UPDATE locations SET longest_ms = NEW.blocked_until_ms - NEW.start_ms WHERE id = NEW.location_id;
END;
