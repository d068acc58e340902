-- The order in which partners see their bookings change. Steps commit in another order than they are decided in, so a change gets its number when somebody asks
-- for the changes of its channel, and not when it is saved: behind all that were given before, under a lock that nobody takes who books.

-- Null: changed, and nobody has asked since. A booking that is new has none, and it costs its step one entry of an index.
ALTER TABLE bookings ADD COLUMN change_no bigint;

-- When a booking last changed for its partner: when its latest event was made. Rows of before have their place in time by it as well.
CREATE FUNCTION changed_seconds(last_event_seconds jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(greatest(
    (last_event_seconds ->> 'booking.created')::bigint,
    (last_event_seconds ->> 'booking.updated')::bigint,
    (last_event_seconds ->> 'booking.cancelled')::bigint
  ), 0)
$$;

-- The last number of each channel. Whoever gives numbers holds the row until they are committed: who sees a number sees all before it.
CREATE TABLE change_marks (
  channel text NOT NULL PRIMARY KEY,
  last_no bigint NOT NULL
);

-- A server of any version, and a hand too, take the number from what they change.
CREATE FUNCTION take_change_no() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.change_no := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER bookings_change_no BEFORE UPDATE ON bookings FOR EACH ROW
  WHEN (OLD.change_no IS NOT NULL AND OLD.last_event_seconds IS DISTINCT FROM NEW.last_event_seconds)
  EXECUTE FUNCTION take_change_no();

-- Numbers at most `most` changes of a channel, the earlier second first, each behind the last number, behind `at_least`, and not before its second. How many.
--
-- Rows that a step is about to change are passed over: they get their number when it is committed. So nobody waits for a step here, and no step in a circle.
CREATE FUNCTION number_changes(of_channel text, at_least bigint, most integer) RETURNS integer LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  last bigint;
  highest bigint;
  numbered integer;
BEGIN
  IF NOT EXISTS (
    SELECT FROM bookings WHERE kind = 'booking' AND channel <> 'operator' AND channel = of_channel AND change_no IS NULL
  ) THEN
    RETURN 0;
  END IF;
  INSERT INTO change_marks (channel, last_no) VALUES (of_channel, 0) ON CONFLICT DO NOTHING;
  SELECT last_no INTO last FROM change_marks WHERE channel = of_channel FOR UPDATE;
  last := greatest(last, at_least);
  WITH pending AS MATERIALIZED (
    SELECT location_id, id, changed_seconds(last_event_seconds) AS seconds FROM bookings
    WHERE kind = 'booking' AND channel <> 'operator' AND channel = of_channel AND change_no IS NULL
    ORDER BY change_no, changed_seconds(last_event_seconds) LIMIT most FOR NO KEY UPDATE SKIP LOCKED
  ), ranked AS (
    SELECT location_id, id, seconds, row_number() OVER (ORDER BY seconds, id) AS rank FROM pending
  ), numbers AS (
    SELECT location_id, id, rank + greatest(last, max(seconds * 1000000 - rank) OVER (ORDER BY rank)) AS no FROM ranked
  ), done AS (
    UPDATE bookings b SET change_no = n.no FROM numbers n WHERE b.location_id = n.location_id AND b.id = n.id RETURNING b.change_no
  )
  SELECT count(*), max(change_no) INTO numbered, highest FROM done;
  UPDATE change_marks SET last_no = greatest(last, highest) WHERE channel = of_channel;
  RETURN numbered;
END $$;

-- The first `most` numbered changes of a channel behind `behind`: the booking, where it is wanted, and the number.
CREATE FUNCTION read_changes(
  of_channel text, behind bigint, most integer, of_locations text[], from_date date, to_date date, reference text
) RETURNS TABLE (change_no bigint, booking json) LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN QUERY
  SELECT b.change_no, CASE
    WHEN b.location_id::text = ANY (of_locations)
      AND (from_date IS NULL OR b.service_date >= from_date)
      AND (to_date IS NULL OR b.service_date <= to_date)
      AND (reference IS NULL OR b.partner_booking_ref = reference)
    THEN row_to_json(b) END
  FROM bookings b
  WHERE b.kind = 'booking' AND b.channel <> 'operator' AND b.channel = of_channel AND b.change_no > behind
  ORDER BY b.change_no LIMIT most;
END $$;
