-- The functions and triggers of the first version of the schema, on the tables of `schema.sql`. A function keeps its arguments and its meaning as long as a server
-- of an earlier version may call it; a later version gives another name to one that needs others.

-- The clock by which rows are deleted and duties end: this server's, at the moment of the call.
CREATE FUNCTION bord.storage_now() RETURNS timestamptz LANGUAGE sql VOLATILE RETURN clock_timestamp();

CREATE FUNCTION bord.seat_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bord.seatings (location_id, table_id, during, booking_id)
  SELECT b.location_id, t.id, tstzrange(b.starts_at, b.blocked_until), b.id
  FROM made b, unnest(b.tables) AS t (id)
  WHERE b.status = 'confirmed';
  RETURN NULL;
END $$;

-- Compares only what a booking holds: a new e-mail address leaves its seatings as they are.
CREATE FUNCTION bord.seat_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM after) THEN
    RETURN NULL; -- an upsert that has only inserted
  END IF;
  DELETE FROM bord.seatings s
  USING (
    SELECT location_id, id, starts_at, blocked_until, tables, status FROM before
    EXCEPT SELECT location_id, id, starts_at, blocked_until, tables, status FROM after
  ) b
  WHERE s.location_id = b.location_id AND s.booking_id = b.id;
  INSERT INTO bord.seatings (location_id, table_id, during, booking_id)
  SELECT b.location_id, t.id, tstzrange(b.starts_at, b.blocked_until), b.id
  FROM (
    SELECT location_id, id, starts_at, blocked_until, tables, status FROM after
    EXCEPT SELECT location_id, id, starts_at, blocked_until, tables, status FROM before
  ) b, unnest(b.tables) AS t (id)
  WHERE b.status = 'confirmed';
  RETURN NULL;
END $$;

CREATE FUNCTION bord.seat_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM bord.seatings s USING gone b WHERE s.location_id = b.location_id AND s.booking_id = b.id;
  RETURN NULL;
END $$;

CREATE TRIGGER bookings_made AFTER INSERT ON bord.bookings
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION bord.seat_made();
CREATE TRIGGER bookings_changed AFTER UPDATE ON bord.bookings
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION bord.seat_changed();
CREATE TRIGGER bookings_deleted AFTER DELETE ON bord.bookings
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION bord.seat_deleted();

-- The lock of a location: shared by its steps, taken alone by a change of its plan. All users of a database share the numbers of advisory locks, hence the
-- hash of a name that only Bord uses.
CREATE FUNCTION bord.location_lock(of_location uuid) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN hashtextextended('bord.location ' || of_location::text, 0);

-- Locks a location's plan and some of its dates until the transaction ends. The dates are sorted: all steps take several in that order, so no deadlock is
-- possible. Assignments cost less than a PERFORM.
CREATE FUNCTION bord.lock_dates(of_location uuid, of_dates date[]) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  of_date date;
  locked text;
BEGIN
  locked := pg_advisory_xact_lock_shared(bord.location_lock(of_location));
  FOREACH of_date IN ARRAY of_dates LOOP
    -- A date's number, not its text, which depends on the session.
    locked := pg_advisory_xact_lock(hashtext('bord.dates ' || of_location::text), of_date - date '2000-01-01');
  END LOOP;
END $$;

-- The entries of live bookings that touch an interval. Inlined into the calling statement, so it reads what that statement reads.
CREATE FUNCTION bord.live_entries(of_location uuid, from_at timestamptz, until_at timestamptz) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT entry FROM bord.bookings
  WHERE location_id = of_location AND status = 'confirmed' AND blocked_until - starts_at <= interval '4 hours'
    AND starts_at > from_at - interval '4 hours' AND starts_at < until_at AND blocked_until > from_at
  UNION ALL
  SELECT entry FROM bord.bookings
  WHERE location_id = of_location AND status = 'confirmed' AND blocked_until - starts_at > interval '4 hours'
    AND tstzrange(starts_at, blocked_until) && tstzrange(from_at, until_at)
$$;

-- The entries of live bookings that touch an interval, separated by commas; not null.
--
-- One plan for all calls: to make a new one each time takes longer than to run it. It also uses the index if it was made while there were no bookings yet.
CREATE FUNCTION bord.read_diary(of_location uuid, from_at timestamptz, until_at timestamptz) RETURNS text LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN coalesce((SELECT string_agg(e, ',') FROM bord.live_entries(of_location, from_at, until_at) AS e), '');
END $$;

-- Begins a step: locks, then reads the facts that it is decided on; of each interval the diary and its digest. The caller has given the transaction its limits.
-- Returns JSON; a booking that touches two intervals is in it twice. The webhook endpoints are left out if their version is the known one.
--
-- To lock and to read have to be different statements. At READ COMMITTED each statement of a VOLATILE function sees what was committed before it began; in one
-- statement, the reading would use a snapshot that is older than the lock.
CREATE FUNCTION bord.open_snapshot(
  of_location uuid, of_dates date[], from_at timestamptz[], until_at timestamptz[], named_ids text[], named_keys text[],
  known_endpoints uuid
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
  endpoints json;
BEGIN
  locked := bord.lock_dates(of_location, of_dates);
  SELECT revision, barred INTO current_revision, current_barred FROM bord.locations WHERE id = of_location;
  FOR i IN 1 .. cardinality(from_at) LOOP
    SELECT string_agg(e, ','), bit_xor(hashtextextended(e, 0)) INTO touching, digest
    FROM bord.live_entries(of_location, from_at[i], until_at[i]) AS e;
    entries := coalesce(entries || ',' || touching, touching, entries);
    digests := concat_ws(',', digests, '"' || coalesce(digest, 0) || '"');
  END LOOP;
  IF cardinality(named_keys) > 0 THEN
    SELECT string_agg(row_to_json(b)::text, ',') INTO named
    FROM bord.bookings b WHERE location_id = of_location AND idempotency_key = ANY (named_keys);
  END IF;
  IF cardinality(named_ids) > 0 THEN
    SELECT concat_ws(',', named, string_agg(row_to_json(b)::text, ',')) INTO named
    FROM bord.bookings b WHERE location_id = of_location AND id = ANY (named_ids);
  END IF;
  SELECT json_build_object('version', s.version, 'list', CASE WHEN s.version IS DISTINCT FROM known_endpoints THEN
    (SELECT coalesce(json_agg(e), '[]') FROM bord.endpoints e)
  END) INTO endpoints FROM bord.endpoint_set s;
  RETURN concat(
    '{"revision":', coalesce(current_revision::text, 'null'), ',"barred":', coalesce(current_barred, 0), ',"endpoints":', endpoints,
    ',"diary":[', entries, '],"digests":[', digests, '],"named":[', named, ']}'
  );
END $$;

-- The holds of a location that have tables and count for an API key or a network, as a JSON array of hold and key, and the bookings that count for a network
-- and end after an instant, with the milliseconds at which they were made. Their number is exact, since steps that ask for it never interleave, whatever their
-- dates: this lock is taken after those of the dates, and the reading begins when it is held.
CREATE FUNCTION bord.open_holds(of_location uuid, from_at timestamptz) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  locked text;
BEGIN
  locked := pg_advisory_xact_lock(hashtext('bord.holds ' || of_location::text), 0);
  RETURN (
    SELECT coalesce(json_agg(json_build_array(id, key, made)), '[]') FROM (
      SELECT id, terms ->> 'keyId' AS key, NULL::bigint AS made FROM bord.bookings
      WHERE terms IS NOT NULL AND kind <> 'booking' AND status = 'confirmed' AND kind = 'hold' AND tables <> '{}' AND location_id = of_location
        AND terms ->> 'keyId' IS NOT NULL
      UNION ALL
      SELECT id, terms -> 'visitor' ->> 'network', (date_part('epoch', created_at) * 1000)::bigint FROM bord.bookings
      WHERE kind = 'booking' AND terms -> 'visitor' ->> 'network' IS NOT NULL AND location_id = of_location AND blocked_until > from_at
    ) AS counted
  );
END $$;

-- A history with additional entries; of more than 200 the oldest are removed.
CREATE FUNCTION bord.lengthened(history jsonb, entries jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_array_length(h) > 200 THEN jsonb_path_query_array(h, '$[last - 199 to last]') ELSE h END
  FROM (SELECT coalesce(history, '[]') || entries AS h) AS longer
$$;

-- Saves what steps on a snapshot have decided: new bookings and those that were read, both in the order of their idempotency keys (two transactions may wait for
-- each other's keys; if both write them in order, no deadlock is possible), other tables for bookings of the diary, deliveries, and rejected requests.
-- Returns the digest that each interval has now, as a JSON array. The digests are right if the bookings `made_ids` are the only change of the diary.
CREATE FUNCTION bord.save_snapshot(
  of_location uuid, from_at timestamptz[], until_at timestamptz[], digests bigint[], made_ids text[],
  made json, changed json, reseated json, outgoing json, refused json
) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  moved bigint;
  added bigint;
BEGIN
  IF reseated IS NOT NULL THEN
    UPDATE bord.bookings b SET
      tables = r.tables,
      history = CASE WHEN r.entries IS NULL THEN b.history ELSE bord.lengthened(b.history, r.entries) END
    FROM json_to_recordset(reseated) AS r (id text, tables text[], entries jsonb)
    WHERE b.location_id = of_location AND b.id = r.id;
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved <> json_array_length(reseated) THEN
      RAISE integrity_constraint_violation USING MESSAGE = 'a booking to be re-seated is not there';
    END IF;
  END IF;
  IF changed IS NOT NULL THEN
    INSERT INTO bord.bookings AS b (
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key, kind, visit, history, former_guests, terms
    )
    SELECT
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key, coalesce(kind, 'booking'), visit, history, former_guests, terms
    FROM json_populate_recordset(NULL::bord.bookings, changed)
    ORDER BY idempotency_key
    ON CONFLICT (location_id, id) DO UPDATE SET
      service_date = excluded.service_date, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      blocked_until = excluded.blocked_until, party_size = excluded.party_size, tables = excluded.tables,
      pinned = excluded.pinned, status = excluded.status, source = excluded.source, channel = excluded.channel,
      partner_booking_ref = excluded.partner_booking_ref, idempotency_key = excluded.idempotency_key,
      guest_name = excluded.guest_name, guest_email = excluded.guest_email, guest_phone = excluded.guest_phone,
      guest_notes = excluded.guest_notes, guest_language = excluded.guest_language,
      manage_token_hash = excluded.manage_token_hash, created_at = excluded.created_at,
      last_event_seconds = excluded.last_event_seconds, guest_email_key = excluded.guest_email_key,
      visit = excluded.visit, history = excluded.history, former_guests = excluded.former_guests, terms = excluded.terms;
  END IF;
  IF refused IS NOT NULL THEN
    INSERT INTO bord.refusals (location_id, start_ms, asked_ms, channel, party_size, reason)
    SELECT of_location, start_ms, asked_ms, channel, party_size, reason
    FROM json_populate_recordset(NULL::bord.refusals, refused);
  END IF;
  IF made IS NOT NULL THEN
    INSERT INTO bord.bookings (
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key, kind, visit, history, former_guests, terms
    )
    SELECT
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds, guest_email_key, coalesce(kind, 'booking'), visit, history, former_guests, terms
    FROM json_populate_recordset(NULL::bord.bookings, made);
    FOR i IN 1 .. cardinality(from_at) LOOP
      -- Nothing but the id among the conditions: a plan that was made while there were few bookings would else go through all of a location.
      SELECT bit_xor(hashtextextended(entry, 0)) FILTER (
        WHERE location_id = of_location AND status = 'confirmed' AND starts_at < until_at[i] AND blocked_until > from_at[i]
      ) INTO added FROM bord.bookings WHERE id = ANY (made_ids);
      digests[i] := digests[i] # coalesce(added, 0);
    END LOOP;
  END IF;
  IF outgoing IS NOT NULL THEN
    PERFORM bord.add_deliveries(outgoing);
  END IF;
  RETURN array_to_json(digests::text[]);
END $$;

-- A whole step in one call: locks, compares with the facts that the step was decided on (the plan, the webhook endpoints, the diary of each interval, unused
-- idempotency keys), and saves. Returns null, and saves nothing, if one of them has changed. A digest notices every change that a step could have seen, also one by hand. The version of the endpoints is renewed by triggers.
--
-- As in open_snapshot, the statements that compare begin when the locks are held.
CREATE FUNCTION bord.save_if_unchanged(
  of_location uuid, of_dates date[], known_revision integer, known_barred integer, known_endpoints uuid, unused_keys text[],
  from_at timestamptz[], until_at timestamptz[], digests bigint[], made_ids text[],
  made json, changed json, reseated json, outgoing json, refused json
) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  locked text;
  is_same boolean;
BEGIN
  locked := bord.lock_dates(of_location, of_dates);
  SELECT revision = known_revision AND barred = known_barred AND version = known_endpoints INTO is_same
  FROM bord.locations l, bord.endpoint_set WHERE l.id = of_location;
  IF is_same IS NOT TRUE THEN
    RETURN NULL;
  END IF;
  FOR i IN 1 .. cardinality(from_at) LOOP
    SELECT coalesce(bit_xor(hashtextextended(e, 0)), 0) = digests[i] INTO is_same
    FROM bord.live_entries(of_location, from_at[i], until_at[i]) AS e;
    IF is_same IS NOT TRUE THEN
      RETURN NULL;
    END IF;
  END LOOP;
  IF cardinality(unused_keys) > 0 THEN
    SELECT NOT EXISTS (SELECT FROM bord.bookings WHERE location_id = of_location AND idempotency_key = ANY (unused_keys)) INTO is_same;
    IF is_same IS NOT TRUE THEN
      RETURN NULL;
    END IF;
  END IF;
  RETURN bord.save_snapshot(of_location, from_at, until_at, digests, made_ids, made, changed, reseated, outgoing, refused);
END $$;

-- The order in which bookings change for their partners (D33). A step gives a change its place, `changed_at`, when it makes it (D48). Steps commit in another
-- order than they are decided in, so a reader cannot continue from `changed_at`. The first read of a channel after the commit gives the change its position,
-- `change_no`: in the order of `changed_at`, and behind all positions that were read before. A step takes no lock for it.
--
-- This function: when a booking last changed for its partner, that is when its latest event was made.
CREATE FUNCTION bord.changed_seconds(last_event_seconds jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(greatest(
    (last_event_seconds ->> 'booking.created')::bigint,
    (last_event_seconds ->> 'booking.updated')::bigint,
    (last_event_seconds ->> 'booking.cancelled')::bigint
  ), 0)
$$;

-- A change makes a new place, also a change by a statement of an operator.
CREATE FUNCTION bord.take_change_no() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.change_no := NULL;
  NEW.changed_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER bookings_change_no BEFORE UPDATE ON bord.bookings FOR EACH ROW
  WHEN (OLD.last_event_seconds IS DISTINCT FROM NEW.last_event_seconds)
  EXECUTE FUNCTION bord.take_change_no();

-- Gives at most `most` changes of a channel their position: in the order of their places, each behind the last position, and not before its second. Returns
-- the last position that was given before.
-- --
-- It skips rows that a step has locked: they get their position after that step. So a read never waits for a step, and no deadlock is possible.
CREATE FUNCTION bord.number_changes(of_channel text, most integer) RETURNS bigint LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  last bigint;
  highest bigint;
BEGIN
  IF NOT EXISTS (
    SELECT FROM bord.bookings WHERE kind = 'booking' AND channel <> 'operator' AND channel = of_channel AND change_no IS NULL
  ) THEN
    RETURN coalesce((SELECT last_no FROM bord.change_marks WHERE channel = of_channel), 0);
  END IF;
  INSERT INTO bord.change_marks (channel, last_no) VALUES (of_channel, 0) ON CONFLICT DO NOTHING;
  SELECT last_no INTO last FROM bord.change_marks WHERE channel = of_channel FOR UPDATE;
  WITH pending AS MATERIALIZED (
    SELECT location_id, id, bord.changed_seconds(last_event_seconds) AS seconds, changed_at FROM bord.bookings
    WHERE kind = 'booking' AND channel <> 'operator' AND channel = of_channel AND change_no IS NULL
    ORDER BY change_no, changed_at LIMIT most FOR NO KEY UPDATE SKIP LOCKED
  ), ranked AS (
    SELECT location_id, id, seconds, row_number() OVER (ORDER BY changed_at NULLS FIRST, seconds, id) AS rank FROM pending
  ), numbers AS (
    SELECT location_id, id, rank + greatest(last, max(seconds * 1000000 - rank) OVER (ORDER BY rank)) AS no FROM ranked
  ), done AS (
    UPDATE bord.bookings b SET change_no = n.no FROM numbers n WHERE b.location_id = n.location_id AND b.id = n.id RETURNING b.change_no
  )
  SELECT max(change_no) INTO highest FROM done;
  UPDATE bord.change_marks SET last_no = greatest(last, highest) WHERE channel = of_channel;
  RETURN last;
END $$;

-- The first `most` changes of a channel behind the position `behind`: the position, and the booking if it is wanted.
CREATE FUNCTION bord.read_changes(
  of_channel text, behind bigint, most integer, of_locations text[], from_date date, to_date date, reference text,
  since_seconds bigint
) RETURNS TABLE (change_no bigint, booking json) LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
BEGIN
  RETURN QUERY
  SELECT b.change_no, CASE
    WHEN b.location_id::text = ANY (of_locations)
      AND (from_date IS NULL OR b.service_date >= from_date)
      AND (to_date IS NULL OR b.service_date <= to_date)
      AND (reference IS NULL OR b.partner_booking_ref = reference)
      AND (since_seconds IS NULL OR bord.changed_seconds(b.last_event_seconds) >= since_seconds)
    THEN row_to_json(b) END
  FROM bord.bookings b
  WHERE b.kind = 'booking' AND b.channel <> 'operator' AND b.channel = of_channel AND b.change_no > behind
  ORDER BY b.change_no LIMIT most;
END $$;

-- A body with these dates, and otherwise as it was.
CREATE FUNCTION bord.say_dates(body text, dates daterange) RETURNS text LANGUAGE sql STABLE
RETURN regexp_replace(body, '"dates":\[[^]]*\]', '"dates":' || (
  SELECT json_agg(to_char(date, 'YYYY-MM-DD'))::text
  FROM generate_series(lower(dates)::timestamp, upper(dates)::timestamp - interval '1 day', interval '1 day') AS date
));

-- The lock of a location's events about dates. Transactions that write such an event share it; a transaction that returns an undelivered one takes it alone. So all
-- that write afterwards see the returned event as waiting, and the one that returns it sees what was written before.
CREATE FUNCTION bord.dated_lock(of_location uuid) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN hashtextextended('bord.dated_events ' || of_location::text, 0);

-- Takes that lock for those of these deliveries that are about dates. Must be called before any of them is locked.
CREATE FUNCTION bord.lock_dated(of_deliveries text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(l.lock) FROM (
    SELECT DISTINCT bord.dated_lock(location_id) AS lock FROM bord.deliveries WHERE id = ANY (of_deliveries) AND covers IS NOT NULL ORDER BY lock
  ) AS l
$$;

-- Of the events about dates that wait in a lane for a location and that no worker has: those that share a date with these dates, or with another of them. They are
-- locked in order, so no worker leases one until this transaction ends. `whole`: the dates of all. `is_said`: there is exactly one, no worker ever had it, and it
-- has these dates. `fresh`: one that no worker ever had. `paused`: when the last of those is due that a worker had. `soon`: the first of the others. `sole`: with
-- what all can be withdrawn; null: not at all.
CREATE FUNCTION bord.dated_beside(
  of_lane text, of_location uuid, dates daterange,
  OUT ids text[], OUT whole daterange, OUT is_said boolean, OUT fresh text, OUT paused timestamptz, OUT soon timestamptz, OUT sole text
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
      FROM bord.deliveries
      WHERE lane = of_lane AND location_id = of_location AND state = 'waiting' AND covers IS NOT NULL AND covers && reached
        AND (leased_until IS NULL OR leased_until <= now());
      EXIT WHEN whole = reached;
    END LOOP;
    SELECT
      array_agg(w.id ORDER BY w.id),
      coalesce(count(*) = 1 AND bool_and(w.lease = 0 AND w.covers @> dates), false),
      min(w.id) FILTER (WHERE w.lease = 0),
      max(w.due_at) FILTER (WHERE w.lease > 0),
      min(w.due_at) FILTER (WHERE w.lease = 0),
      CASE
        WHEN bool_or(w.lease > 0 OR w.booking_id IS NULL) THEN NULL
        WHEN min(w.booking_id) < max(w.booking_id) THEN 'several'
        ELSE min(w.booking_id)
      END
    INTO ids, is_said, fresh, paused, soon, sole
    FROM (
      SELECT id, covers, lease, due_at, booking_id FROM bord.deliveries
      WHERE id = ANY (seen) AND state = 'waiting' AND (leased_until IS NULL OR leased_until <= now())
      ORDER BY id FOR NO KEY UPDATE
    ) AS w;
    -- Again where somebody has changed what was waited for.
    EXIT WHEN ids IS NOT DISTINCT FROM seen;
  END LOOP;
END $$;

-- Writes an event about dates, unless exactly one waits that says as much, that no worker ever had, and that can be withdrawn only with it. Any other waiting event
-- is dropped if it shares a date with this one or with another of them: its receiver may have acted on it before this change. The new event has the dates of all of
-- them, and keeps the pause of one that has failed. No worker leases what is locked here until this transaction ends: a receiver that asks after the event finds the change.
CREATE FUNCTION bord.add_dated_delivery(d bord.deliveries) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  beside record;
  due timestamptz := coalesce(d.due_at, statement_timestamp() + interval '5 seconds');
BEGIN
  PERFORM pg_advisory_xact_lock_shared(bord.dated_lock(d.location_id));
  -- Two steps that share a service date need not share a calendar date.
  PERFORM pg_advisory_xact_lock(hashtextextended('bord.dated ' || d.location_id || ' ' || lower(d.covers), 0));
  beside := bord.dated_beside(d.lane, d.location_id, d.covers);
  IF beside.is_said AND (beside.sole IS NULL OR beside.sole = d.booking_id) THEN
    RETURN;
  END IF;
  UPDATE bord.deliveries SET state = 'dropped', leased_until = NULL WHERE location_id = d.location_id AND id = ANY (beside.ids);
  INSERT INTO bord.deliveries (location_id, id, lane, booking_id, event_id, body, covers, created_at, due_at)
  VALUES (
    d.location_id, d.id, d.lane,
    CASE WHEN beside.ids IS NULL OR beside.sole = d.booking_id THEN d.booking_id WHEN beside.sole <> d.booking_id THEN 'several' END,
    d.event_id,
    CASE WHEN beside.whole = d.covers THEN d.body ELSE bord.say_dates(d.body, beside.whole) END, beside.whole, statement_timestamp(),
    greatest(least(due, beside.soon), beside.paused)
  ) ON CONFLICT (location_id, id) DO NOTHING;
END $$;

-- Writes messages, except those whose id exists. The lane `events` has what subscribers receive: it is written to the log, if there is a subscriber. Its messages
-- come last. If the first one is of it, all are, and without a subscriber none is parsed.
CREATE FUNCTION bord.add_deliveries(outgoing json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  dated bord.deliveries;
BEGIN
  IF outgoing::text NOT LIKE '[{"lane":"events",%' THEN
    INSERT INTO bord.deliveries (location_id, id, lane, booking_id, event_id, body, created_at, due_at)
    SELECT location_id, id, lane, booking_id, event_id, body, statement_timestamp(), coalesce(due_at, statement_timestamp())
    FROM json_populate_recordset(NULL::bord.deliveries, outgoing) WHERE covers IS NULL AND lane <> 'events'
    ON CONFLICT (location_id, id) DO NOTHING;
  END IF;
  IF EXISTS (SELECT FROM bord.subscribers) THEN
    INSERT INTO bord.events (location_id, booking_id, body, written_at)
    SELECT location_id, booking_id, body, statement_timestamp()
    FROM json_populate_recordset(NULL::bord.deliveries, outgoing) WHERE lane = 'events';
  END IF;
  -- Mostly there is none: in a body, which is text within the JSON, the quotes are escaped.
  IF position('"covers":' IN outgoing::text) > 0 THEN
    FOR dated IN
      SELECT * FROM json_populate_recordset(NULL::bord.deliveries, outgoing)
      WHERE covers IS NOT NULL ORDER BY location_id, lower(covers), lane
    LOOP
      PERFORM bord.add_dated_delivery(dated);
    END LOOP;
  END IF;
END $$;

-- The position of the last event. Subscribers know it where all have read: no position is given twice while one can have read it.
CREATE FUNCTION bord.last_event_no() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT greatest(0, (SELECT max(no) FROM bord.events), (SELECT max(position) FROM bord.subscribers))
$$;

-- Gives at most `most` events their position, in the order in which they were written and behind the last; returns how many. Transactions that do so come one
-- after the other, so a reader that sees a position sees all before it.
CREATE FUNCTION bord.number_events(most integer) RETURNS bigint LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  last bigint;
  numbered bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM bord.events WHERE no IS NULL) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('bord.events', 0));
  last := bord.last_event_no();
  WITH pending AS MATERIALIZED (
    SELECT seq, location_id, row_number() OVER (ORDER BY seq) AS rank FROM bord.events WHERE no IS NULL ORDER BY seq LIMIT most
  )
  UPDATE bord.events e SET no = last + p.rank FROM pending p WHERE e.seq = p.seq AND e.location_id = p.location_id;
  GET DIAGNOSTICS numbered = ROW_COUNT;
  RETURN numbered;
END $$;

-- An event about dates was not delivered, and waits again. An event that was written since, and that no worker ever had, takes over: it has the dates of all that
-- share one, and keeps the pause. It is changed in place, since no receiver has seen its id. If there is none, the undelivered event is dropped if a later one
-- says as much.
CREATE FUNCTION bord.give_way(tried bord.deliveries) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  beside record;
BEGIN
  beside := bord.dated_beside(tried.lane, tried.location_id, tried.covers);
  IF beside.fresh IS NULL THEN
    UPDATE bord.deliveries d SET state = 'dropped'
    WHERE d.location_id = tried.location_id AND d.id = tried.id AND EXISTS (
      SELECT FROM bord.deliveries l
      WHERE l.lane = tried.lane AND l.location_id = tried.location_id AND l.state = 'waiting' AND l.covers IS NOT NULL
        AND l.covers @> tried.covers AND l.created_at > tried.created_at AND l.booking_id IS NULL
    );
  ELSE
    UPDATE bord.deliveries SET state = 'dropped', leased_until = NULL
    WHERE location_id = tried.location_id AND id = ANY (beside.ids) AND id <> beside.fresh;
    UPDATE bord.deliveries SET covers = beside.whole, body = bord.say_dates(body, beside.whole), booking_id = NULL,
      due_at = greatest(beside.soon, beside.paused)
    WHERE location_id = tried.location_id AND id = beside.fresh;
  END IF;
END $$;

-- Leases due deliveries of open lanes, the oldest of each lane first: `most` in total, and `per_lane` of each lane, less those that the worker already has:
-- {"lane": 3}. Writes nothing if none is due.
--
-- The lane whose oldest delivery has waited longest comes first. Rows are locked one by one until there are enough, so the others stay free. A statement of its
-- own updates them by their ids: a join with the chosen rows, planned while the table was empty, would read the whole table until it is analyzed.
CREATE FUNCTION bord.lease_deliveries(most integer, lease_ms double precision, per_lane integer, in_hand jsonb)
RETURNS SETOF bord.deliveries LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  ids text[];
BEGIN
  WITH lanes AS MATERIALIZED (
    SELECT o.lane, per_lane - coalesce((in_hand ->> o.lane)::integer, 0) AS room
    FROM bord.open_lanes o CROSS JOIN LATERAL (
      SELECT w.due_at FROM bord.deliveries w
      WHERE w.lane = o.lane AND w.state = 'waiting' AND w.due_at <= now()
        AND (w.leased_until IS NULL OR w.leased_until <= now())
      ORDER BY w.due_at LIMIT 1
    ) AS oldest
    WHERE per_lane > coalesce((in_hand ->> o.lane)::integer, 0)
    ORDER BY oldest.due_at
  ), taken AS (
    SELECT w.id
    FROM lanes l CROSS JOIN LATERAL (
      SELECT w.id FROM bord.deliveries w
      WHERE w.lane = l.lane AND w.state = 'waiting' AND w.due_at <= now()
        AND (w.leased_until IS NULL OR w.leased_until <= now())
      ORDER BY w.due_at LIMIT l.room FOR NO KEY UPDATE SKIP LOCKED
    ) AS w
    LIMIT most
  )
  SELECT array_agg(id) INTO ids FROM taken;
  IF ids IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  UPDATE bord.deliveries d SET lease = d.lease + 1, leased_until = now() + lease_ms * interval '1 ms'
  WHERE d.id = ANY (ids)
  RETURNING d.*;
END $$;

-- Milliseconds until the next delivery of an open lane can be leased; null if none waits. A lane's next is the first that no worker has, or one before it
-- whose lease ends sooner.
CREATE FUNCTION bord.next_delivery_ms() RETURNS double precision LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  next_at timestamptz;
BEGIN
  SELECT min(least(free.due_at, held.due_at)) INTO next_at
  FROM bord.open_lanes o
  LEFT JOIN LATERAL (
    SELECT w.due_at FROM bord.deliveries w
    WHERE w.lane = o.lane AND w.state = 'waiting' AND (w.leased_until IS NULL OR w.leased_until <= now())
    ORDER BY w.due_at LIMIT 1
  ) AS free ON true
  LEFT JOIN LATERAL (
    SELECT min(greatest(w.due_at, w.leased_until)) AS due_at FROM bord.deliveries w
    WHERE w.lane = o.lane AND w.state = 'waiting' AND w.leased_until > now()
      AND w.due_at <= coalesce(free.due_at, 'infinity')
  ) AS held ON true;
  RETURN CASE WHEN next_at IS NOT NULL THEN greatest(0, ceil(extract(epoch FROM next_at - now()) * 1000)) END;
END $$;

-- How many deliveries are due in open lanes, since when the oldest of them is, and how many wait. Counted along an index, up to `most`; for what waits beyond
-- that, the statistics of the database.
CREATE FUNCTION bord.outbox_stats(most integer) RETURNS TABLE (due integer, oldest_ms double precision, waiting integer)
LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
BEGIN
  due := (SELECT count(*)::integer FROM (
      SELECT FROM bord.open_lanes o CROSS JOIN LATERAL (
        SELECT FROM bord.deliveries w
        WHERE w.lane = o.lane AND w.state = 'waiting' AND w.due_at <= now() AND (w.leased_until IS NULL OR w.leased_until <= now())
        ORDER BY w.due_at LIMIT most
      ) AS w
      LIMIT most
    ) AS d);
  oldest_ms := (SELECT trunc(extract(epoch FROM min(w.due_at)) * 1000)::double precision FROM bord.open_lanes o CROSS JOIN LATERAL (
      SELECT w.due_at FROM bord.deliveries w
      WHERE w.lane = o.lane AND w.state = 'waiting' AND w.due_at <= now() AND (w.leased_until IS NULL OR w.leased_until <= now())
      ORDER BY w.due_at LIMIT 1
    ) AS w);
  waiting := (SELECT count(*)::integer FROM (SELECT FROM bord.deliveries w WHERE w.state = 'waiting' LIMIT most) AS w);
  IF waiting = most THEN
    SELECT greatest(most, c.reltuples::integer) INTO waiting FROM pg_class c WHERE c.oid = 'bord.deliveries_waiting'::regclass;
  END IF;
  RETURN NEXT;
END $$;

-- Gives the endpoints another version after a change that steps notice. Failure counts change too often.
CREATE FUNCTION bord.renew_endpoint_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO bord.endpoint_set (id, version) VALUES (1, gen_random_uuid()) ON CONFLICT (id) DO UPDATE SET version = excluded.version;
  RETURN NULL;
END $$;

CREATE TRIGGER endpoints_made AFTER INSERT OR DELETE OR TRUNCATE ON bord.endpoints FOR EACH STATEMENT EXECUTE FUNCTION bord.renew_endpoint_set();
CREATE TRIGGER endpoints_changed AFTER UPDATE ON bord.endpoints FOR EACH ROW
  WHEN ((OLD.partner, OLD.event_types, OLD.location_ids, OLD.include_guest) IS DISTINCT FROM (NEW.partner, NEW.event_types, NEW.location_ids, NEW.include_guest))
  EXECUTE FUNCTION bord.renew_endpoint_set();

-- Writes endpoints that have been locked.
CREATE FUNCTION bord.save_endpoints(changed json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bord.endpoints e SET
    partner = c.partner, url = c.url, event_types = c.event_types, location_ids = c.location_ids,
    include_guest = c.include_guest, secrets = c.secrets, created_at = c.created_at, failed_in_a_row = c.failed_in_a_row,
    disabled_at = c.disabled_at
  FROM json_populate_recordset(NULL::bord.endpoints, changed) AS c WHERE e.id = c.id;
END $$;

-- Begins a settling that depends on what it finds: locks the endpoints of these lanes until the transaction ends and then the deliveries, both in order, so that no
-- deadlock is possible; and reads them. Returns JSON.
CREATE FUNCTION bord.lock_lanes(of_lanes text[], of_deliveries text[]) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  found_endpoints text;
  found_deliveries text;
BEGIN
  PERFORM bord.lock_dated(of_deliveries);
  SELECT string_agg(row_to_json(e)::text, ',') INTO found_endpoints FROM (
    SELECT xmin::text AS version, * FROM bord.endpoints WHERE id = ANY (of_lanes) ORDER BY id FOR NO KEY UPDATE
  ) AS e;
  SELECT string_agg(row_to_json(d)::text, ',') INTO found_deliveries FROM (
    SELECT id, lease, leased_until IS NOT NULL AS is_in_hand FROM bord.deliveries
    WHERE id = ANY (of_deliveries) ORDER BY id FOR NO KEY UPDATE
  ) AS d;
  RETURN format('{"endpoints":[%s],"hands":[%s]}', found_endpoints, found_deliveries);
END $$;

-- Settles deliveries, each if this lease still has it. If a version is given, the lane's endpoint must also be the one that was decided on; it is not locked, so a
-- concurrent change of it comes afterwards. An undelivered event about dates gives way to those that were written since. Returns the ids of the settled as JSON.
CREATE FUNCTION bord.settle_deliveries(settled json) RETURNS json LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
DECLARE
  all_ids text[] := ARRAY(SELECT s.id FROM json_to_recordset(settled) AS s (id text));
  ids json;
  dated text[];
  tried bord.deliveries;
BEGIN
  IF position('"state":"waiting"' IN settled::text) > 0 THEN
    PERFORM bord.lock_dated(ARRAY(SELECT s.id FROM json_to_recordset(settled) AS s (id text, state text) WHERE s.state = 'waiting'));
  END IF;
  WITH done AS (
    UPDATE bord.deliveries d SET
      state = s.state,
      due_at = statement_timestamp() + s.after_ms * interval '1 ms',
      leased_until = NULL,
      failures = d.failures + s.failed,
      body = coalesce(s.body, d.body),
      attempts = CASE WHEN s.attempt IS NULL THEN d.attempts ELSE array_append(d.attempts, s.attempt::json) END
    FROM (
      SELECT * FROM json_to_recordset(settled) AS s (
        id text, lease integer, version text, state text, after_ms double precision, failed integer, body text, attempt text
      ) ORDER BY id
    ) AS s
    -- The array keeps the index in use when the statistics say that the table is empty.
    WHERE d.id = ANY (all_ids) AND d.id = s.id AND d.lease = s.lease AND d.leased_until IS NOT NULL
      AND (s.version IS NULL OR s.version = (SELECT e.xmin::text FROM bord.endpoints e WHERE e.id = d.lane))
    RETURNING d.id, d.covers, d.state
  )
  SELECT json_agg(id), array_agg(id) FILTER (WHERE covers IS NOT NULL AND state = 'waiting') INTO ids, dated FROM done;
  IF dated IS NOT NULL THEN
    FOR tried IN SELECT * FROM bord.deliveries WHERE id = ANY (dated) ORDER BY id LOOP
      PERFORM bord.give_way(tried);
    END LOOP;
  END IF;
  RETURN coalesce(ids, '[]');
END $$;

-- Counts requests, key by key. Of each key: how many are `wanted`; how many of an advance in the window `of_window` were `made` and how many are returned
-- (`returned`); whether another advance `is_wanted`; whether those of other servers are no longer waited for (`is_final`). The answer leaves out a key of which none
-- is wanted and whose window is over.
CREATE FUNCTION bord.count_requests(asked json) RETURNS TABLE (
  key_id text, granted integer, advance integer, free integer, elsewhere integer, mark float8, rest_ms float8
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  a record;
  w bord.rate_windows;
BEGIN
  -- In one order, so that two servers never wait for each other in a circle.
  FOR a IN
    SELECT * FROM json_to_recordset(asked) AS a (
      key_id text, most integer, window_ms float8, wanted integer, of_window float8, made integer, returned integer,
      unspent integer, is_wanted boolean, is_final boolean
    ) ORDER BY a.key_id COLLATE "C"
  LOOP
    LOOP
      IF a.wanted > 0 THEN
        INSERT INTO bord.rate_windows (key_id, taken, ends_at)
        VALUES (a.key_id, 0, now() + a.window_ms * interval '1 ms') ON CONFLICT DO NOTHING;
      END IF;
      SELECT * INTO w FROM bord.rate_windows r WHERE r.key_id = a.key_id FOR NO KEY UPDATE;
      EXIT WHEN FOUND OR a.wanted = 0;
    END LOOP;
    CONTINUE WHEN a.wanted = 0 AND (w.key_id IS NULL OR w.ends_at <= now());
    IF w.ends_at <= now() THEN
      w.taken := 0;
      w.advanced := 0;
      w.ends_at := now() + a.window_ms * interval '1 ms';
    END IF;
    mark := extract(epoch FROM w.ends_at) * 1000000;
    IF a.of_window = mark THEN
      w.taken := w.taken - a.returned;
      w.advanced := greatest(w.advanced - a.made - a.returned, 0);
    END IF;
    IF a.is_final THEN
      w.advanced := least(w.advanced, a.unspent);
    END IF;
    -- More than the limit may be taken if the limit has been lowered.
    granted := least(a.wanted, greatest(a.most - w.taken, 0));
    w.taken := least(w.taken, a.most) + granted;
    advance := CASE WHEN a.is_wanted THEN (a.most - w.taken) / 4 ELSE 0 END;
    w.taken := w.taken + advance;
    w.advanced := w.advanced + advance;
    UPDATE bord.rate_windows r SET taken = w.taken, advanced = w.advanced, ends_at = w.ends_at
    WHERE r.key_id = a.key_id AND (r.taken, r.advanced, r.ends_at) IS DISTINCT FROM (w.taken, w.advanced, w.ends_at);
    key_id := a.key_id;
    elsewhere := greatest(w.advanced - advance - CASE WHEN a.of_window = mark THEN a.unspent ELSE 0 END, 0);
    free := a.most - w.taken;
    rest_ms := extract(epoch FROM w.ends_at - now()) * 1000;
    RETURN NEXT;
  END LOOP;
END $$;

-- A member with all roles, as JSON.
CREATE FUNCTION bord.staff_member(member bord.staff) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'id', member.id, 'email', member.email, 'name', member.name, 'created_at', member.created_at,
    'roles', coalesce((
      SELECT json_agg(json_build_object('locationId', r.location_id, 'role', r.role) ORDER BY r.location_id::text COLLATE "C")
      FROM bord.staff_roles r WHERE r.staff_id = member.id
    ), '[]')
  )
$$;
