-- All that the engine keeps. Keys and indexes of what belongs to a location begin with the location, and no statement of
-- a step touches two: a PostgreSQL that is spread over machines can be spread by location_id.
--
-- Servers of the version before serve while a migration runs. So a migration adds, and takes away only what the version
-- before has stopped using; and a function keeps its arguments and its meaning: one that needs others gets another name.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Limits how long this transaction waits for one lock, how long a statement of it may run, and how long it may be left alone. Not for
-- the session, whose next transaction may be another program's.
CREATE FUNCTION limit_transaction() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM
    set_config('lock_timeout', '3000', true),
    set_config('statement_timeout', '8000', true),
    set_config('idle_in_transaction_session_timeout', '5000', true);
END $$;

CREATE TABLE locations (
  id uuid NOT NULL PRIMARY KEY,
  revision integer NOT NULL,
  plan jsonb NOT NULL
);

CREATE TABLE menus (
  location_id uuid NOT NULL PRIMARY KEY REFERENCES locations (id),
  menu jsonb NOT NULL
);

-- A booking as the diary shows it, as a JSON array: [id, start, blocked until, party size, tables, pinned, by operator],
-- instants in milliseconds, 1 for true. Immutable: PostgreSQL cannot know that none of this depends on the session.
CREATE FUNCTION diary_entry(
  id text, starts_at timestamptz, blocked_until timestamptz, party_size integer, tables text[], pinned boolean, source text
) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN format('[%s,%s,%s,%s,%s,%s,%s]',
    to_json(id),
    (date_part('epoch', starts_at) * 1000)::bigint,
    (date_part('epoch', blocked_until) * 1000)::bigint,
    party_size,
    to_json(tables),
    pinned::integer,
    (source = 'operator')::integer
  );
END $$;

-- No foreign key to locations: each booking would have to lock its location's row. A step is refused when its location's
-- revision is not the one it was decided on, and so when there is no location.
CREATE TABLE bookings (
  location_id uuid NOT NULL,
  id text NOT NULL,
  service_date date NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL,
  party_size integer NOT NULL,
  tables text[] NOT NULL,
  pinned boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('confirmed', 'cancelled', 'completed', 'no_show')),
  source text NOT NULL,
  channel text NOT NULL,
  partner_booking_ref text,
  idempotency_key text,
  guest_name text NOT NULL,
  guest_email text,
  guest_phone text,
  guest_notes text,
  guest_language text,
  -- SHA-256 of the token in the guest's manage link.
  manage_token_hash text,
  created_at timestamptz NOT NULL,
  last_event_seconds jsonb NOT NULL,
  -- Written once and read with every page: to put it together takes longer than to find it.
  entry text NOT NULL GENERATED ALWAYS AS (
    diary_entry(id, starts_at, blocked_until, party_size, tables, pinned, source)
  ) STORED,
  PRIMARY KEY (location_id, id),
  CHECK (starts_at < ends_at AND ends_at <= blocked_until)
);

-- A booking is also looked up by its id alone.
CREATE INDEX bookings_id ON bookings (id);
CREATE UNIQUE INDEX bookings_idempotency_key ON bookings (location_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX bookings_service_date ON bookings (location_id, service_date, starts_at);
-- Whose data is kept: to be shown to her, and to be erased in time.
CREATE INDEX bookings_guest_email ON bookings (lower(guest_email)) WHERE guest_email IS NOT NULL;
CREATE INDEX bookings_guest_kept ON bookings (location_id, ends_at) WHERE guest_name <> '';
-- The diary: what touches an interval, whatever lengths a location's bookings have and however many there are.
CREATE INDEX bookings_live ON bookings USING gist (location_id, tstzrange(starts_at, blocked_until))
  WHERE status = 'confirmed';

-- One table held by one live booking. Written by the triggers on bookings and by nothing else: what a booking says and
-- what it holds cannot differ.
CREATE TABLE seatings (
  location_id uuid NOT NULL,
  table_id text NOT NULL,
  during tstzrange NOT NULL CHECK (NOT isempty(during) AND lower_inc(during) AND NOT upper_inc(during)),
  booking_id text NOT NULL,
  PRIMARY KEY (location_id, booking_id, table_id),
  -- The second guard against double booking. Deferred, so that two bookings may trade tables in one transaction.
  CONSTRAINT seatings_held_once EXCLUDE USING gist (location_id WITH =, during WITH &&, table_id WITH =)
    DEFERRABLE INITIALLY DEFERRED
);

CREATE FUNCTION seat_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seatings (location_id, table_id, during, booking_id)
  SELECT b.location_id, t.id, tstzrange(b.starts_at, b.blocked_until), b.id
  FROM made b, unnest(b.tables) AS t (id)
  WHERE b.status = 'confirmed';
  RETURN NULL;
END $$;

-- Only what a booking holds is looked at: a new e-mail address leaves its seatings alone.
CREATE FUNCTION seat_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM after) THEN
    RETURN NULL; -- an upsert that has only inserted
  END IF;
  DELETE FROM seatings s
  USING (
    SELECT location_id, id, starts_at, blocked_until, tables, status FROM before
    EXCEPT SELECT location_id, id, starts_at, blocked_until, tables, status FROM after
  ) b
  WHERE s.location_id = b.location_id AND s.booking_id = b.id;
  INSERT INTO seatings (location_id, table_id, during, booking_id)
  SELECT b.location_id, t.id, tstzrange(b.starts_at, b.blocked_until), b.id
  FROM (
    SELECT location_id, id, starts_at, blocked_until, tables, status FROM after
    EXCEPT SELECT location_id, id, starts_at, blocked_until, tables, status FROM before
  ) b, unnest(b.tables) AS t (id)
  WHERE b.status = 'confirmed';
  RETURN NULL;
END $$;

CREATE FUNCTION seat_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM seatings s USING gone b WHERE s.location_id = b.location_id AND s.booking_id = b.id;
  RETURN NULL;
END $$;

CREATE TRIGGER bookings_made AFTER INSERT ON bookings
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION seat_made();
CREATE TRIGGER bookings_changed AFTER UPDATE ON bookings
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION seat_changed();
CREATE TRIGGER bookings_deleted AFTER DELETE ON bookings
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION seat_deleted();

-- What was turned away, for the operator; nothing of the guest. In milliseconds, and of any size: a request that is refused may
-- ask for more than a timestamptz or an integer can hold.
CREATE TABLE refusals (
  location_id uuid NOT NULL,
  start_ms bigint NOT NULL,
  asked_ms bigint NOT NULL,
  channel text NOT NULL,
  party_size bigint NOT NULL,
  reason text NOT NULL
);

CREATE INDEX refusals_start ON refusals (location_id, start_ms);
CREATE INDEX refusals_asked ON refusals (asked_ms);

-- By its SHA-256 only: the key itself is nowhere.
CREATE TABLE api_keys (
  id text NOT NULL PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  hint text NOT NULL,
  partner text NOT NULL,
  scopes text[] NOT NULL,
  location_ids text[],
  rate_limit integer NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  sandbox_email text,
  system text
);

CREATE INDEX api_keys_partner ON api_keys (partner);
CREATE INDEX api_keys_sandbox_email ON api_keys (sandbox_email) WHERE sandbox_email IS NOT NULL;

-- Who has asked for a sandbox key; key_id once it has been made.
CREATE TABLE sign_ups (
  id text NOT NULL PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  email text NOT NULL,
  system text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  key_id text
);

CREATE TABLE endpoints (
  id text NOT NULL PRIMARY KEY,
  partner text NOT NULL,
  url text NOT NULL,
  event_types text[],
  location_ids text[],
  include_guest boolean NOT NULL,
  -- Encrypted; the newest first: [{"sealed": "…", "endsMs": null}].
  secrets jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  failed_in_a_row integer NOT NULL,
  disabled_at timestamptz
);

CREATE INDEX endpoints_partner ON endpoints (partner);

-- Messages that wait to be sent, and for a while those that were.
CREATE TABLE deliveries (
  location_id uuid NOT NULL,
  id text NOT NULL,
  -- An endpoint's id, or 'mail'.
  lane text NOT NULL,
  booking_id text,
  event_id text NOT NULL,
  body text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed', 'dropped')),
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- How often it has been leased; only the worker that took the latest lease may settle it, and once.
  lease integer NOT NULL DEFAULT 0,
  -- When the latest lease ends, or has ended unsettled; null once it is settled. In no index: to lease writes none.
  leased_until timestamptz CHECK (leased_until IS NULL OR state = 'waiting'),
  failures integer NOT NULL DEFAULT 0,
  -- Not jsonb, which cannot hold every answer that a receiver may give.
  attempts json[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (location_id, id)
)
-- Half of each page is left free, so that leasing stays within it; and what is settled is soon cleared from the index of what waits.
WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

CREATE INDEX deliveries_id ON deliveries (id);
CREATE INDEX deliveries_waiting ON deliveries (lane, due_at) WHERE state = 'waiting';
CREATE INDEX deliveries_settled ON deliveries (lane, created_at) WHERE state <> 'waiting';
CREATE INDEX deliveries_booking ON deliveries (booking_id) WHERE booking_id IS NOT NULL;

-- The lanes in which something waits, but for those of disabled endpoints. It goes from lane to lane along the index, so that its
-- cost is that of the lanes, and not of what waits in them.
CREATE VIEW open_lanes AS
WITH RECURSIVE lanes (lane) AS (
  (SELECT lane FROM deliveries WHERE state = 'waiting' ORDER BY lane LIMIT 1)
  UNION ALL
  SELECT (SELECT d.lane FROM deliveries d WHERE d.state = 'waiting' AND d.lane > l.lane ORDER BY d.lane LIMIT 1)
  FROM lanes l WHERE l.lane IS NOT NULL
)
SELECT l.lane FROM lanes l LEFT JOIN endpoints e ON e.id = l.lane
WHERE l.lane IS NOT NULL AND e.disabled_at IS NULL;

-- Writes messages, but for those whose id is known already.
CREATE FUNCTION add_deliveries(outgoing json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deliveries (location_id, id, lane, booking_id, event_id, body, created_at, due_at)
  SELECT location_id, id, lane, booking_id, event_id, body, statement_timestamp(), coalesce(due_at, statement_timestamp())
  FROM json_populate_recordset(NULL::deliveries, outgoing)
  ON CONFLICT (location_id, id) DO NOTHING;
END $$;

-- Leases what is due in open lanes, the oldest of each lane first: `most` altogether, and of each lane `per_lane`, less those that
-- the worker has in hand already: {"lane": 3}. Nothing is written when nothing is due.
--
-- The lane whose oldest has waited the longest comes first, and rows are locked one by one until there are enough: what is not
-- taken stays free for others.
CREATE FUNCTION lease_deliveries(most integer, lease_ms double precision, per_lane integer, in_hand jsonb)
RETURNS SETOF deliveries LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN QUERY
  WITH lanes AS MATERIALIZED (
    SELECT o.lane, per_lane - coalesce((in_hand ->> o.lane)::integer, 0) AS room
    FROM open_lanes o CROSS JOIN LATERAL (
      SELECT w.due_at FROM deliveries w
      WHERE w.lane = o.lane AND w.state = 'waiting' AND w.due_at <= now()
        AND (w.leased_until IS NULL OR w.leased_until <= now())
      ORDER BY w.due_at LIMIT 1
    ) AS oldest
    WHERE per_lane > coalesce((in_hand ->> o.lane)::integer, 0)
    ORDER BY oldest.due_at
  ), taken AS (
    SELECT w.location_id, w.id
    FROM lanes l CROSS JOIN LATERAL (
      SELECT w.location_id, w.id FROM deliveries w
      WHERE w.lane = l.lane AND w.state = 'waiting' AND w.due_at <= now()
        AND (w.leased_until IS NULL OR w.leased_until <= now())
      ORDER BY w.due_at LIMIT l.room FOR NO KEY UPDATE SKIP LOCKED
    ) AS w
    LIMIT most
  )
  UPDATE deliveries d SET lease = d.lease + 1, leased_until = now() + lease_ms * interval '1 ms'
  FROM taken t WHERE d.location_id = t.location_id AND d.id = t.id
  RETURNING d.*;
END $$;

-- Milliseconds until the next delivery of an open lane can be leased; null when none waits. A lane's next is the first that nobody has
-- in hand, or one before it whose lease ends sooner.
CREATE FUNCTION next_delivery_ms() RETURNS double precision LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  next_at timestamptz;
BEGIN
  SELECT min(least(free.due_at, held.due_at)) INTO next_at
  FROM open_lanes o
  LEFT JOIN LATERAL (
    SELECT w.due_at FROM deliveries w
    WHERE w.lane = o.lane AND w.state = 'waiting' AND (w.leased_until IS NULL OR w.leased_until <= now())
    ORDER BY w.due_at LIMIT 1
  ) AS free ON true
  LEFT JOIN LATERAL (
    SELECT min(greatest(w.due_at, w.leased_until)) AS due_at FROM deliveries w
    WHERE w.lane = o.lane AND w.state = 'waiting' AND w.leased_until > now()
      AND w.due_at <= coalesce(free.due_at, 'infinity')
  ) AS held ON true;
  RETURN CASE WHEN next_at IS NOT NULL THEN greatest(0, ceil(extract(epoch FROM next_at - now()) * 1000)) END;
END $$;

-- Writes endpoints that have been locked.
CREATE FUNCTION save_endpoints(changed json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE endpoints e SET
    partner = c.partner, url = c.url, event_types = c.event_types, location_ids = c.location_ids,
    include_guest = c.include_guest, secrets = c.secrets, created_at = c.created_at, failed_in_a_row = c.failed_in_a_row,
    disabled_at = c.disabled_at
  FROM json_populate_recordset(NULL::endpoints, changed) AS c WHERE e.id = c.id;
END $$;

-- Settles deliveries, each if it is still in the hands of this lease; where a version is given, the lane's endpoint has to be the one
-- that was decided on as well. It is not locked: whoever changes it at the same time comes after. Returns the ids of the settled as JSON.
CREATE FUNCTION settle_deliveries(settled json) RETURNS json LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  ids json;
BEGIN
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
    RETURNING d.id
  )
  SELECT json_agg(id) INTO ids FROM done;
  RETURN coalesce(ids, '[]');
END $$;

-- Begins a settling that needs to know what it finds: locks first the endpoints of these lanes until the transaction ends and then the
-- deliveries, both in order, so that nobody waits in a circle; and reads them. Returns JSON.
CREATE FUNCTION lock_lanes(of_lanes text[], of_deliveries text[]) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  found_endpoints text;
  found_deliveries text;
BEGIN
  PERFORM limit_transaction();
  SELECT string_agg(row_to_json(e)::text, ',') INTO found_endpoints FROM (
    SELECT xmin::text AS version, * FROM endpoints WHERE id = ANY (of_lanes) ORDER BY id FOR NO KEY UPDATE
  ) AS e;
  SELECT string_agg(row_to_json(d)::text, ',') INTO found_deliveries FROM (
    SELECT id, lease, leased_until IS NOT NULL AS is_in_hand FROM deliveries
    WHERE id = ANY (of_deliveries) ORDER BY id FOR NO KEY UPDATE
  ) AS d;
  RETURN format('{"endpoints":[%s],"hands":[%s]}', found_endpoints, found_deliveries);
END $$;

-- How often a key was used in its running window. Not logged: to lose the counts in a crash harms nobody. Half of each
-- page is left free, so that counting writes no index.
CREATE UNLOGGED TABLE rate_windows (
  key_id text NOT NULL PRIMARY KEY,
  ends_at timestamptz NOT NULL,
  taken integer NOT NULL
) WITH (fillfactor = 50);

-- Work that one process does for all.
CREATE TABLE duties (
  name text NOT NULL PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL
);

CREATE TABLE service (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  enabled boolean NOT NULL
);

INSERT INTO service (id, enabled) VALUES (1, true);

-- The lock of a location: shared by its steps, taken alone by a change of its plan. Advisory locks are numbers that all users
-- of a database share, hence the hash of a name of our own.
CREATE FUNCTION location_lock(of_location uuid) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN hashtextextended('bord location ' || of_location::text, 0);

-- The entries of live bookings that touch any of the intervals, separated by commas.
--
-- One plan for all calls: to make a new one each time takes longer than to carry it out. And it goes by the index also when it
-- was made while there were no bookings yet.
CREATE FUNCTION diary(of_location uuid, touching tstzmultirange) RETURNS text LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  entries text;
BEGIN
  SELECT string_agg(entry, ',') INTO entries FROM bookings
  WHERE location_id = of_location
    AND status = 'confirmed'
    AND tstzrange(starts_at, blocked_until) && touching;
  RETURN entries;
END $$;

-- Begins a step: locks a location's plan and some of its dates until the transaction ends, then reads what is decided on.
-- The dates are sorted: whoever takes several takes them in that order, so nobody waits in a circle. Returns JSON.
--
-- To lock and to read have to be different statements. At READ COMMITTED each statement of a VOLATILE function sees what was
-- committed before it began; in one statement, the reading would go by a snapshot that is older than the lock.
CREATE FUNCTION open_page(
  of_location uuid, of_dates date[], touching tstzmultirange, named_ids text[], named_keys text[]
) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  of_date date;
  current_revision integer;
  entries text;
  named text;
BEGIN
  PERFORM limit_transaction();
  PERFORM pg_advisory_xact_lock_shared(location_lock(of_location));
  FOREACH of_date IN ARRAY of_dates LOOP
    -- A date's number, not its text, which depends on the session.
    PERFORM pg_advisory_xact_lock(hashtext('bord dates ' || of_location::text), of_date - date '2000-01-01');
  END LOOP;
  SELECT revision INTO current_revision FROM locations WHERE id = of_location;
  entries := diary(of_location, touching);
  IF cardinality(named_ids) > 0 OR cardinality(named_keys) > 0 THEN
    SELECT string_agg(row_to_json(b)::text, ',') INTO named FROM (
      SELECT * FROM bookings WHERE location_id = of_location AND id = ANY (named_ids)
      UNION ALL
      SELECT * FROM bookings WHERE location_id = of_location AND idempotency_key = ANY (named_keys)
    ) AS b;
  END IF;
  RETURN format('{"revision":%s,"diary":[%s],"named":[%s]}', coalesce(current_revision::text, 'null'), entries, named);
END $$;

-- Saves what steps on a page have decided: bookings whole, other tables for bookings of the page, deliveries, and refusals.
CREATE FUNCTION save_steps(of_location uuid, saved json, reseated json, outgoing json, refused json)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  changed bigint;
BEGIN
  IF reseated IS NOT NULL THEN
    UPDATE bookings b SET tables = r.tables
    FROM json_to_recordset(reseated) AS r (id text, tables text[])
    WHERE b.location_id = of_location AND b.id = r.id;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed <> json_array_length(reseated) THEN
      RAISE integrity_constraint_violation USING MESSAGE = 'a booking to be re-seated is not there';
    END IF;
  END IF;
  IF saved IS NOT NULL THEN
    INSERT INTO bookings AS b (
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds
    )
    SELECT
      location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source, channel,
      partner_booking_ref, idempotency_key, guest_name, guest_email, guest_phone, guest_notes, guest_language,
      manage_token_hash, created_at, last_event_seconds
    FROM json_populate_recordset(NULL::bookings, saved)
    -- Two transactions may wait for each other's idempotency keys: not in a circle, if both write them in order.
    ORDER BY idempotency_key
    ON CONFLICT (location_id, id) DO UPDATE SET
      service_date = excluded.service_date, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      blocked_until = excluded.blocked_until, party_size = excluded.party_size, tables = excluded.tables,
      pinned = excluded.pinned, status = excluded.status, source = excluded.source, channel = excluded.channel,
      partner_booking_ref = excluded.partner_booking_ref, idempotency_key = excluded.idempotency_key,
      guest_name = excluded.guest_name, guest_email = excluded.guest_email, guest_phone = excluded.guest_phone,
      guest_notes = excluded.guest_notes, guest_language = excluded.guest_language,
      manage_token_hash = excluded.manage_token_hash, created_at = excluded.created_at,
      last_event_seconds = excluded.last_event_seconds;
  END IF;
  IF outgoing IS NOT NULL THEN
    PERFORM add_deliveries(outgoing);
  END IF;
  IF refused IS NOT NULL THEN
    INSERT INTO refusals (location_id, start_ms, asked_ms, channel, party_size, reason)
    SELECT of_location, start_ms, asked_ms, channel, party_size, reason
    FROM json_populate_recordset(NULL::refusals, refused);
  END IF;
END $$;
