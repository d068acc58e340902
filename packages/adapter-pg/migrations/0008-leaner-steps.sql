-- A step reads by the indexes of the migration before, and writes without those that nobody needs any more.

ALTER TABLE bookings
  DROP CONSTRAINT bookings_pkey,
  ADD CONSTRAINT bookings_pkey PRIMARY KEY USING INDEX bookings_by_id,
  -- A covering index spares the heap where vacuum has been. It comes after so many insertions, however large the table is.
  SET (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);

DROP INDEX bookings_id, bookings_live, bookings_guest_email;

-- The entries of live bookings that touch an interval, separated by commas. Whoever calls it has set that plans go by the index.
CREATE FUNCTION diary_between(of_location uuid, from_at timestamptz, until_at timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  entries text;
  long_entries text;
BEGIN
  SELECT string_agg(entry, ',') INTO entries FROM bookings
  WHERE location_id = of_location AND status = 'confirmed' AND blocked_until - starts_at <= interval '4 hours'
    AND starts_at > from_at - interval '4 hours' AND starts_at < until_at AND blocked_until > from_at;
  SELECT string_agg(entry, ',') INTO long_entries FROM bookings
  WHERE location_id = of_location AND status = 'confirmed' AND blocked_until - starts_at > interval '4 hours'
    AND tstzrange(starts_at, blocked_until) && tstzrange(from_at, until_at);
  RETURN concat_ws(',', entries, long_entries);
END $$;

-- For servers of the version before.
CREATE OR REPLACE FUNCTION diary(of_location uuid, touching tstzmultirange) RETURNS text LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  entries text;
BEGIN
  SELECT string_agg(nullif(diary_between(of_location, lower(r), upper(r)), ''), ',') INTO entries FROM unnest(touching) AS r;
  RETURN entries;
END $$;

-- The entries of live bookings that touch an interval, separated by commas; not null.
--
-- One plan for all calls: to make a new one each time takes longer than to carry it out. And it goes by the index also when it was made while
-- there were no bookings yet.
CREATE FUNCTION read_diary(of_location uuid, from_at timestamptz, until_at timestamptz) RETURNS text LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN diary_between(of_location, from_at, until_at);
END $$;

-- Begins a step: locks a location's plan and some of its dates until the transaction ends, then reads what is decided on; of each interval
-- the diary. The transaction has been given its limits. The dates are sorted: whoever takes several takes them in that order, so nobody waits
-- in a circle. Returns JSON; a booking that touches two intervals is in it twice.
--
-- To lock and to read have to be different statements. At READ COMMITTED each statement of a VOLATILE function sees what was
-- committed before it began; in one statement, the reading would go by a snapshot that is older than the lock. The locks are assignments, and
-- those are statements too; each costs less than a PERFORM.
CREATE FUNCTION open_snapshot(
  of_location uuid, of_dates date[], from_at timestamptz[], until_at timestamptz[], named_ids text[], named_keys text[]
) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  of_date date;
  locked text;
  current_revision integer;
  entries text;
  named text;
BEGIN
  locked := pg_advisory_xact_lock_shared(location_lock(of_location));
  FOREACH of_date IN ARRAY of_dates LOOP
    -- A date's number, not its text, which depends on the session.
    locked := pg_advisory_xact_lock(hashtext('bord dates ' || of_location::text), of_date - date '2000-01-01');
  END LOOP;
  SELECT revision INTO current_revision FROM locations WHERE id = of_location;
  FOR i IN 1 .. cardinality(from_at) LOOP
    entries := concat_ws(',', entries, nullif(diary_between(of_location, from_at[i], until_at[i]), ''));
  END LOOP;
  IF cardinality(named_keys) > 0 THEN
    SELECT string_agg(row_to_json(b)::text, ',') INTO named
    FROM bookings b WHERE location_id = of_location AND idempotency_key = ANY (named_keys);
  END IF;
  IF cardinality(named_ids) > 0 THEN
    SELECT concat_ws(',', named, string_agg(row_to_json(b)::text, ',')) INTO named
    FROM bookings b WHERE location_id = of_location AND id = ANY (named_ids);
  END IF;
  RETURN concat('{"revision":', coalesce(current_revision::text, 'null'), ',"diary":[', entries, '],"named":[', named, ']}');
END $$;

-- Saves what steps on a snapshot have decided: bookings that are new, in the order of their idempotency keys (two transactions may wait for
-- each other's keys, and not in a circle, if both write them in order), bookings that were read, other tables for bookings of the diary, deliveries,
-- and refusals.
CREATE FUNCTION save_changes(of_location uuid, made json, changed json, reseated json, outgoing json, refused json)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changed IS NOT NULL OR reseated IS NOT NULL OR refused IS NOT NULL THEN
    PERFORM save_steps(of_location, changed, reseated, NULL, refused);
  END IF;
  IF made IS NOT NULL THEN
    INSERT INTO bookings (
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key
    )
    SELECT
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key
    FROM json_populate_recordset(NULL::bookings, made);
  END IF;
  IF outgoing IS NOT NULL THEN
    PERFORM add_deliveries(outgoing);
  END IF;
END $$;
