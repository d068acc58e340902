-- The service dates of which an event says no more than that something has changed on them; null of any other. While one waits it speaks for all
-- changes of its dates.

ALTER TABLE deliveries ADD COLUMN covers daterange;

-- Writes an event about dates, unless one waits that says as much and that nobody has ever had in hand. Any other that waits and has a date in
-- common is dropped: its receiver may have acted on it before this change. The new one says the dates of all of them, and keeps the pause of one
-- that has failed. What is locked here is leased by nobody until this transaction ends: who asks after the event finds the change.
CREATE FUNCTION add_dated_delivery(d deliveries) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_said boolean;
  ids text[];
  whole daterange;
  paused timestamptz;
  soon timestamptz;
BEGIN
  -- Two steps that share a service date need not share a calendar date.
  PERFORM pg_advisory_xact_lock(hashtextextended(d.location_id || ' ' || lower(d.covers), 16));
  SELECT
    coalesce(bool_or(w.lease = 0 AND w.covers @> d.covers), false),
    array_agg(w.id),
    range_merge(d.covers, coalesce(daterange(min(lower(w.covers)), max(upper(w.covers))), d.covers)),
    max(w.due_at) FILTER (WHERE w.lease > 0),
    min(w.due_at) FILTER (WHERE w.lease = 0)
  INTO is_said, ids, whole, paused, soon
  FROM (
    SELECT id, covers, lease, due_at FROM deliveries
    WHERE lane = d.lane AND location_id = d.location_id AND state = 'waiting' AND covers IS NOT NULL AND covers && d.covers
      AND (leased_until IS NULL OR leased_until <= now())
    ORDER BY id FOR NO KEY UPDATE
  ) AS w;
  IF is_said THEN
    RETURN;
  END IF;
  IF ids IS NULL THEN
    whole := d.covers;
  ELSE
    UPDATE deliveries SET state = 'dropped', leased_until = NULL WHERE location_id = d.location_id AND id = ANY (ids);
  END IF;
  INSERT INTO deliveries (location_id, id, lane, booking_id, event_id, body, covers, created_at, due_at)
  VALUES (
    d.location_id, d.id, d.lane, d.booking_id, d.event_id,
    CASE WHEN whole = d.covers THEN d.body ELSE regexp_replace(d.body, '"dates":\[[^]]*\]', '"dates":' || (
      SELECT json_agg(to_char(date, 'YYYY-MM-DD'))::text
      FROM generate_series(lower(whole)::timestamp, upper(whole)::timestamp - interval '1 day', interval '1 day') AS date
    )) END,
    whole, statement_timestamp(), greatest(least(statement_timestamp() + interval '5 seconds', soon), paused)
  ) ON CONFLICT (location_id, id) DO NOTHING;
END $$;

-- Writes messages, but for those whose id is known already.
CREATE OR REPLACE FUNCTION add_deliveries(outgoing json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  dated deliveries;
BEGIN
  INSERT INTO deliveries (location_id, id, lane, booking_id, event_id, body, created_at, due_at)
  SELECT location_id, id, lane, booking_id, event_id, body, statement_timestamp(), coalesce(due_at, statement_timestamp())
  FROM json_populate_recordset(NULL::deliveries, outgoing) WHERE covers IS NULL
  ON CONFLICT (location_id, id) DO NOTHING;
  -- Mostly there is none: in a body, which is text within the JSON, the quotes are escaped.
  IF position('"covers":' IN outgoing::text) > 0 THEN
    FOR dated IN
      SELECT * FROM json_populate_recordset(NULL::deliveries, outgoing)
      WHERE covers IS NOT NULL ORDER BY location_id, lower(covers), lane
    LOOP
      PERFORM add_dated_delivery(dated);
    END LOOP;
  END IF;
END $$;

-- Settles deliveries as before. An event about dates that was not taken is dropped when a later one says as much.
CREATE OR REPLACE FUNCTION settle_deliveries(settled json) RETURNS json LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  ids json;
BEGIN
  WITH done AS (
    UPDATE deliveries d SET
      state = CASE WHEN d.covers IS NOT NULL AND s.state = 'waiting' AND EXISTS (
        SELECT FROM deliveries l
        WHERE l.lane = d.lane AND l.location_id = d.location_id AND l.state = 'waiting' AND l.covers IS NOT NULL
          AND l.covers @> d.covers AND l.created_at > d.created_at
      ) THEN 'dropped' ELSE s.state END,
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
    RETURNING d.id
  )
  SELECT json_agg(id) INTO ids FROM done;
  RETURN coalesce(ids, '[]');
END $$;
