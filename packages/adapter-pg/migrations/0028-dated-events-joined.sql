-- A body that says these dates, and else what it said.
CREATE FUNCTION say_dates(body text, dates daterange) RETURNS text LANGUAGE sql STABLE
RETURN regexp_replace(body, '"dates":\[[^]]*\]', '"dates":' || (
  SELECT json_agg(to_char(date, 'YYYY-MM-DD'))::text
  FROM generate_series(lower(dates)::timestamp, upper(dates)::timestamp - interval '1 day', interval '1 day') AS date
));

-- The lock of a location's events about dates: shared by who writes some, and taken alone by who gives one back that was not taken. So it is seen as waiting
-- by all who write after that, and who gives it back sees what was written before.
CREATE FUNCTION dated_lock(of_location uuid) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN hashtextextended('bord dated events ' || of_location::text, 0);

-- Takes it for those of these deliveries that are about dates. To be called before any of them is locked.
CREATE FUNCTION lock_dated(of_deliveries text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(l.lock) FROM (
    SELECT DISTINCT dated_lock(location_id) AS lock FROM deliveries WHERE id = ANY (of_deliveries) AND covers IS NOT NULL ORDER BY lock
  ) AS l
$$;

-- Of the events about dates that wait in a lane for a location, and that nobody has in hand: those that have a date in common with these, or with another of
-- them. Locked, in order: they are leased by nobody until this transaction ends. `whole`: the dates of all; `is_said`: there is one
-- alone, that nobody has ever had in hand, and it has these dates; `fresh`: one that nobody has ever had in hand; `paused`: when the last of those is due
-- that somebody has had; `soon`: the first of the others.
CREATE FUNCTION dated_beside(
  of_lane text, of_location uuid, dates daterange,
  OUT ids text[], OUT whole daterange, OUT is_said boolean, OUT fresh text, OUT paused timestamptz, OUT soon timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  seen text[];
  reached daterange;
BEGIN
  LOOP
    whole := dates;
    -- Mostly once: there is none, or one that has these dates and no others.
    LOOP
      reached := whole;
      SELECT array_agg(id ORDER BY id), coalesce(range_merge(range_agg(covers) + datemultirange(reached)), reached) INTO seen, whole
      FROM deliveries
      WHERE lane = of_lane AND location_id = of_location AND state = 'waiting' AND covers IS NOT NULL AND covers && reached
        AND (leased_until IS NULL OR leased_until <= now());
      EXIT WHEN whole = reached;
    END LOOP;
    SELECT
      array_agg(w.id ORDER BY w.id),
      coalesce(count(*) = 1 AND bool_and(w.lease = 0 AND w.covers @> dates), false),
      min(w.id) FILTER (WHERE w.lease = 0),
      max(w.due_at) FILTER (WHERE w.lease > 0),
      min(w.due_at) FILTER (WHERE w.lease = 0)
    INTO ids, is_said, fresh, paused, soon
    FROM (
      SELECT id, covers, lease, due_at FROM deliveries
      WHERE id = ANY (seen) AND state = 'waiting' AND (leased_until IS NULL OR leased_until <= now())
      ORDER BY id FOR NO KEY UPDATE
    ) AS w;
    -- Again where somebody has changed what was waited for.
    EXIT WHEN ids IS NOT DISTINCT FROM seen;
  END LOOP;
END $$;

-- Writes an event about dates, unless one waits alone that says as much and that nobody has ever had in hand. Any other that waits is dropped, if it has a date
-- in common with this one or with another of them: its receiver may have acted on it before this change. The new one says the dates of all of them, and
-- keeps the pause of one that has failed. What is locked here is leased by nobody until this transaction ends: who asks after the event finds the change.
CREATE OR REPLACE FUNCTION add_dated_delivery(d deliveries) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  beside record;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(dated_lock(d.location_id));
  -- Two steps that share a service date need not share a calendar date.
  PERFORM pg_advisory_xact_lock(hashtextextended(d.location_id || ' ' || lower(d.covers), 16));
  beside := dated_beside(d.lane, d.location_id, d.covers);
  IF beside.is_said THEN
    RETURN;
  END IF;
  UPDATE deliveries SET state = 'dropped', leased_until = NULL WHERE location_id = d.location_id AND id = ANY (beside.ids);
  INSERT INTO deliveries (location_id, id, lane, booking_id, event_id, body, covers, created_at, due_at)
  VALUES (
    d.location_id, d.id, d.lane, d.booking_id, d.event_id,
    CASE WHEN beside.whole = d.covers THEN d.body ELSE say_dates(d.body, beside.whole) END, beside.whole, statement_timestamp(),
    greatest(least(statement_timestamp() + interval '5 seconds', beside.soon), beside.paused)
  ) ON CONFLICT (location_id, id) DO NOTHING;
END $$;

-- An event about dates was not taken, and waits again. One that was written meanwhile and that nobody has ever had in hand takes over: it says the dates of all
-- that have one in common, and keeps the pause. It is changed where it waits, since no receiver has seen its id. Where there is none, the one that was not
-- taken is dropped if a later one says as much.
CREATE FUNCTION give_way(tried deliveries) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  beside record;
BEGIN
  beside := dated_beside(tried.lane, tried.location_id, tried.covers);
  IF beside.fresh IS NULL THEN
    UPDATE deliveries d SET state = 'dropped'
    WHERE d.location_id = tried.location_id AND d.id = tried.id AND EXISTS (
      SELECT FROM deliveries l
      WHERE l.lane = tried.lane AND l.location_id = tried.location_id AND l.state = 'waiting' AND l.covers IS NOT NULL
        AND l.covers @> tried.covers AND l.created_at > tried.created_at
    );
  ELSE
    UPDATE deliveries SET state = 'dropped', leased_until = NULL
    WHERE location_id = tried.location_id AND id = ANY (beside.ids) AND id <> beside.fresh;
    UPDATE deliveries SET covers = beside.whole, body = say_dates(body, beside.whole), due_at = greatest(beside.soon, beside.paused)
    WHERE location_id = tried.location_id AND id = beside.fresh;
  END IF;
END $$;

-- Begins a settling that needs to know what it finds, as before.
CREATE OR REPLACE FUNCTION lock_lanes(of_lanes text[], of_deliveries text[]) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  found_endpoints text;
  found_deliveries text;
BEGIN
  PERFORM limit_transaction();
  PERFORM lock_dated(of_deliveries);
  SELECT string_agg(row_to_json(e)::text, ',') INTO found_endpoints FROM (
    SELECT xmin::text AS version, * FROM endpoints WHERE id = ANY (of_lanes) ORDER BY id FOR NO KEY UPDATE
  ) AS e;
  SELECT string_agg(row_to_json(d)::text, ',') INTO found_deliveries FROM (
    SELECT id, lease, leased_until IS NOT NULL AS is_in_hand FROM deliveries
    WHERE id = ANY (of_deliveries) ORDER BY id FOR NO KEY UPDATE
  ) AS d;
  RETURN format('{"endpoints":[%s],"hands":[%s]}', found_endpoints, found_deliveries);
END $$;

-- Settles deliveries as before. An event about dates that was not taken gives way to what was written meanwhile.
CREATE OR REPLACE FUNCTION settle_deliveries(settled json) RETURNS json LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  ids json;
  dated text[];
  tried deliveries;
BEGIN
  IF position('"state":"waiting"' IN settled::text) > 0 THEN
    PERFORM lock_dated(ARRAY(SELECT s.id FROM json_to_recordset(settled) AS s (id text, state text) WHERE s.state = 'waiting'));
  END IF;
  WITH done AS (
    UPDATE deliveries d SET
      state = s.state,
      due_at = statement_timestamp() + s.after_ms * interval '1 ms',
      leased_until = NULL,
      failures = d.failures + s.failed,
      attempts = CASE WHEN s.attempt IS NULL THEN d.attempts ELSE array_append(d.attempts, s.attempt::json) END
    FROM (
      SELECT * FROM json_to_recordset(settled) AS s (
        id text, lease integer, version text, state text, after_ms double precision, failed integer, attempt text
      ) ORDER BY id
    ) AS s
    WHERE d.id = s.id AND d.lease = s.lease AND d.leased_until IS NOT NULL
      AND (s.version IS NULL OR s.version = (SELECT e.xmin::text FROM endpoints e WHERE e.id = d.lane))
    RETURNING d.id, d.covers, d.state
  )
  SELECT json_agg(id), array_agg(id) FILTER (WHERE covers IS NOT NULL AND state = 'waiting') INTO ids, dated FROM done;
  IF dated IS NOT NULL THEN
    FOR tried IN SELECT * FROM deliveries WHERE id = ANY (dated) ORDER BY id LOOP
      PERFORM give_way(tried);
    END LOOP;
  END IF;
  RETURN coalesce(ids, '[]');
END $$;
