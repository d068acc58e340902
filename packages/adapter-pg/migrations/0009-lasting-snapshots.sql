-- A server that was the last to change a day knows it still: it decides on what it remembers, and one call locks, looks whether that is
-- so, and saves. What it remembers of an interval is compared by a digest of the entries, which takes no writing and notices everything that a
-- step could have seen: other servers, of any version, and changes by hand.

-- Raised when the answer to a step was lost and it was found not saved: what was sent before and may still arrive is void from then on.
ALTER TABLE locations ADD COLUMN barred integer NOT NULL DEFAULT 0;

-- The entries of live bookings that touch an interval. Written into the statement that calls it, so it reads as that does.
CREATE FUNCTION live_entries(of_location uuid, from_at timestamptz, until_at timestamptz) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT entry FROM bookings
  WHERE location_id = of_location AND status = 'confirmed' AND blocked_until - starts_at <= interval '4 hours'
    AND starts_at > from_at - interval '4 hours' AND starts_at < until_at AND blocked_until > from_at
  UNION ALL
  SELECT entry FROM bookings
  WHERE location_id = of_location AND status = 'confirmed' AND blocked_until - starts_at > interval '4 hours'
    AND tstzrange(starts_at, blocked_until) && tstzrange(from_at, until_at)
$$;

-- Locks a location's plan and some of its dates until the transaction ends. The dates are sorted: whoever takes several takes them in that
-- order, so nobody waits in a circle. Assignments cost less than a PERFORM.
CREATE FUNCTION lock_dates(of_location uuid, of_dates date[]) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  of_date date;
  locked text;
BEGIN
  locked := pg_advisory_xact_lock_shared(location_lock(of_location));
  FOREACH of_date IN ARRAY of_dates LOOP
    -- A date's number, not its text, which depends on the session.
    locked := pg_advisory_xact_lock(hashtext('bord dates ' || of_location::text), of_date - date '2000-01-01');
  END LOOP;
END $$;

-- Begins a step: locks, then reads what is decided on; of each interval the diary and its digest. The transaction has been given its limits.
-- Returns JSON; a booking that touches two intervals is in it twice.
--
-- To lock and to read have to be different statements. At READ COMMITTED each statement of a VOLATILE function sees what was
-- committed before it began; in one statement, the reading would go by a snapshot that is older than the lock.
CREATE OR REPLACE FUNCTION open_snapshot(
  of_location uuid, of_dates date[], from_at timestamptz[], until_at timestamptz[], named_ids text[], named_keys text[]
) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  locked text;
  current_revision integer;
  current_barred integer;
  touching text;
  digest bigint;
  entries text;
  digests text;
  named text;
BEGIN
  locked := lock_dates(of_location, of_dates);
  SELECT revision, barred INTO current_revision, current_barred FROM locations WHERE id = of_location;
  FOR i IN 1 .. cardinality(from_at) LOOP
    SELECT string_agg(e, ','), bit_xor(hashtextextended(e, 0)) INTO touching, digest
    FROM live_entries(of_location, from_at[i], until_at[i]) AS e;
    entries := concat_ws(',', entries, touching);
    digests := concat_ws(',', digests, '"' || coalesce(digest, 0) || '"');
  END LOOP;
  IF cardinality(named_keys) > 0 THEN
    SELECT string_agg(row_to_json(b)::text, ',') INTO named
    FROM bookings b WHERE location_id = of_location AND idempotency_key = ANY (named_keys);
  END IF;
  IF cardinality(named_ids) > 0 THEN
    SELECT concat_ws(',', named, string_agg(row_to_json(b)::text, ',')) INTO named
    FROM bookings b WHERE location_id = of_location AND id = ANY (named_ids);
  END IF;
  RETURN concat(
    '{"revision":', coalesce(current_revision::text, 'null'), ',"barred":', coalesce(current_barred, 0),
    ',"diary":[', entries, '],"digests":[', digests, '],"named":[', named, ']}'
  );
END $$;

-- Saves what steps have decided, as save_changes does, and returns which digest each interval has now, as a JSON array; right where the
-- bookings `made_ids` are all that has changed in the diary.
CREATE FUNCTION save_snapshot(
  of_location uuid, from_at timestamptz[], until_at timestamptz[], digests bigint[], made_ids text[],
  made json, changed json, reseated json, outgoing json, refused json
) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  added bigint;
BEGIN
  PERFORM save_changes(of_location, made, changed, reseated, outgoing, refused);
  IF made IS NOT NULL THEN
    FOR i IN 1 .. cardinality(from_at) LOOP
      -- Nothing but the id among the conditions: a plan that was made while there were few bookings would else go through all of a location.
      SELECT bit_xor(hashtextextended(entry, 0)) FILTER (
        WHERE location_id = of_location AND status = 'confirmed' AND starts_at < until_at[i] AND blocked_until > from_at[i]
      ) INTO added FROM bookings WHERE id = ANY (made_ids);
      digests[i] := digests[i] # coalesce(added, 0);
    END LOOP;
  END IF;
  RETURN array_to_json(digests::text[]);
END $$;

-- A whole step in one call: locks, looks whether all is still as it was when it was decided — the plan, the diary of each interval, and that nobody
-- has used these idempotency keys —, and saves. Returns null, and has saved nothing, where it is not.
--
-- As in open_snapshot, the looking is done by statements that begin when the locks are held.
CREATE FUNCTION save_if_unchanged(
  of_location uuid, of_dates date[], known_revision integer, known_barred integer, unused_keys text[],
  from_at timestamptz[], until_at timestamptz[], digests bigint[], made_ids text[],
  made json, changed json, reseated json, outgoing json, refused json
) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  locked text;
  is_same boolean;
BEGIN
  locked := lock_dates(of_location, of_dates);
  SELECT revision = known_revision AND barred = known_barred INTO is_same FROM locations WHERE id = of_location;
  IF is_same IS NOT TRUE THEN
    RETURN NULL;
  END IF;
  FOR i IN 1 .. cardinality(from_at) LOOP
    SELECT coalesce(bit_xor(hashtextextended(e, 0)), 0) = digests[i] INTO is_same
    FROM live_entries(of_location, from_at[i], until_at[i]) AS e;
    IF is_same IS NOT TRUE THEN
      RETURN NULL;
    END IF;
  END LOOP;
  IF cardinality(unused_keys) > 0 THEN
    SELECT NOT EXISTS (SELECT FROM bookings WHERE location_id = of_location AND idempotency_key = ANY (unused_keys)) INTO is_same;
    IF is_same IS NOT TRUE THEN
      RETURN NULL;
    END IF;
  END IF;
  RETURN save_snapshot(of_location, from_at, until_at, digests, made_ids, made, changed, reseated, outgoing, refused);
END $$;
