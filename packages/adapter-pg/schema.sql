-- The first version of the schema: what Bord keeps, and the functions that generated columns need. `functions.sql` follows in the same transaction. A later
-- version is a file in `migrations/`. Names are written with the schema `bord`; a schema that was chosen instead takes its place.
--
-- Keys and indexes of rows that belong to a location begin with the location, or contain it. No statement of a step touches two locations, so a PostgreSQL that
-- is spread over machines can be spread by location_id.

CREATE TABLE bord.locations (
  id uuid NOT NULL PRIMARY KEY,
  revision integer NOT NULL,
  plan jsonb NOT NULL,
  -- Raised when the answer to a step was lost and the step was found not saved. A statement that was sent before and arrives later is void.
  barred integer NOT NULL DEFAULT 0
);

-- Nightly maintenance reads locations by time zone and page by page, without their plans.
CREATE INDEX locations_time_zone ON bord.locations ((plan ->> 'timeZone'), id);

CREATE TABLE bord.menus (
  location_id uuid NOT NULL PRIMARY KEY REFERENCES bord.locations (id),
  menu jsonb NOT NULL
);

-- A booking as the diary shows it, as a JSON array: [id, start, blocked until, party size, tables, pinned, by operator,
-- area if one was chosen], instants in milliseconds, 1 for true. Immutable: PostgreSQL cannot know that the result does not depend on the session.
CREATE FUNCTION bord.diary_entry(
  id text, starts_at timestamptz, blocked_until timestamptz, party_size integer, tables text[], pinned boolean, source text,
  terms jsonb
) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN format('[%s,%s,%s,%s,%s,%s,%s%s]',
    to_json(id),
    (date_part('epoch', starts_at) * 1000)::bigint,
    (date_part('epoch', blocked_until) * 1000)::bigint,
    party_size,
    to_json(tables),
    pinned::integer,
    (source = 'operator')::integer,
    ',' || to_json(terms ->> 'area')::text
  );
END $$;

-- No foreign key to locations: each booking would have to lock its location's row. A step is rejected if its location's revision is not the one that it was
-- decided on, and so if the location does not exist.
CREATE TABLE bord.bookings (
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
  -- Written once and read with every snapshot: to build it takes longer than to find it.
  entry text NOT NULL GENERATED ALWAYS AS (
    bord.diary_entry(id, starts_at, blocked_until, party_size, tables, pinned, source, terms)
  ) STORED,
  -- The guest's e-mail address in the form in which two spellings are equal: found without case in any alphabet.
  guest_email_key text,
  kind text NOT NULL DEFAULT 'booking',
  -- When the party arrived, was seated and left; null for none of them.
  visit jsonb,
  -- What was changed of the booking; null for no change.
  history jsonb,
  -- The earlier values of the guest's fields. They are erased with the guest.
  former_guests jsonb,
  -- The additional fields of a hold, a waitlist entry, or a booking that a guest made; null for any other row.
  terms jsonb,
  -- The position of the latest change among those of its channel (D33). Null: changed, and not read since.
  change_no bigint,
  -- The place of the latest change (D48). Only compared with other places.
  changed_at timestamptz DEFAULT clock_timestamp(),
  -- Also finds a booking by its id alone.
  PRIMARY KEY (id, location_id),
  CHECK (starts_at < ends_at AND ends_at <= blocked_until)
)
-- A covering index reads no heap page where vacuum has been. Vacuum runs after this share of new rows, however large the table is.
WITH (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_scale_factor = 0.02);

CREATE UNIQUE INDEX bookings_idempotency_key ON bord.bookings (location_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX bookings_service_date ON bord.bookings (location_id, service_date, starts_at);
-- Bookings with a guest, to be erased in time.
CREATE INDEX bookings_guest_kept ON bord.bookings (location_id, ends_at) WHERE guest_name <> '';
CREATE INDEX bookings_guest_email_key ON bord.bookings (guest_email_key) WHERE guest_email_key IS NOT NULL;
-- The diary of nearly all bookings: one that touches an interval starts within it, or less than four hours before. Covering: a range of 92 days is read
-- from the index, and not from a heap page for each booking. See docs/explain/storage.md for the cost of each index.
CREATE INDEX bookings_diary ON bord.bookings (location_id, starts_at) INCLUDE (blocked_until, entry)
  WHERE status = 'confirmed' AND blocked_until - starts_at <= interval '4 hours';
-- The diary of bookings that hold their tables for longer, however long that is.
CREATE INDEX bookings_diary_long ON bord.bookings USING gist (location_id, tstzrange(starts_at, blocked_until))
  WHERE status = 'confirmed' AND blocked_until - starts_at > interval '4 hours';
-- Holds and waitlist entries: they are few, and read without bookings.
CREATE INDEX bookings_pending ON bord.bookings (location_id, id) WHERE terms IS NOT NULL AND kind <> 'booking' AND status = 'confirmed';
-- Bookings that count towards the limits of guests without a confirmed e-mail address.
CREATE INDEX bookings_unconfirmed ON bord.bookings (location_id, blocked_until)
  WHERE kind = 'booking' AND terms -> 'visitor' ->> 'network' IS NOT NULL;
-- Bookings with the hash of a network, which is removed after a day.
CREATE INDEX bookings_network ON bord.bookings (created_at) WHERE kind = 'booking' AND terms -> 'visitor' ->> 'network' <> 'net:';
-- The bookings of a channel in the order in which they changed: by position, then those without a position by their place.
CREATE INDEX bookings_changes ON bord.bookings (channel, change_no, changed_at) WHERE kind = 'booking' AND channel <> 'operator';

-- The last position of each channel. A transaction that gives positions locks the row until its commit, so a reader that sees a position sees all before it.
CREATE TABLE bord.change_marks (
  channel text NOT NULL PRIMARY KEY,
  last_no bigint NOT NULL
);

-- One table held by one live booking. Only the triggers on bookings write here, so what a booking says and what it holds cannot differ.
CREATE TABLE bord.seatings (
  location_id uuid NOT NULL,
  table_id text NOT NULL,
  during tstzrange NOT NULL CHECK (NOT isempty(during) AND lower_inc(during) AND NOT upper_inc(during)),
  booking_id text NOT NULL,
  PRIMARY KEY (location_id, booking_id, table_id),
  -- The second guard against double booking. Deferred, so that two bookings may trade tables in one transaction. Location and table are compared as one number,
  -- in half the time of an id and a text. Two tables have the same number once in 30 million restaurants with a million tables; one of them is then rejected
  -- although it is available.
  CONSTRAINT seatings_held_once
    EXCLUDE USING gist (uuid_hash_extended(location_id, hashtextextended(table_id, 0)) WITH =, during WITH &&)
    DEFERRABLE INITIALLY DEFERRED
)
-- A table that is booked and cancelled again and again leaves as many dead seatings as bookings: cleared after this share of all, and not after a fifth.
WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- Rejected requests, for the operator, without the guest. In milliseconds, and of any size: a rejected request may ask for more than a timestamptz or
-- an integer can hold.
CREATE TABLE bord.refusals (
  location_id uuid NOT NULL,
  start_ms bigint NOT NULL,
  asked_ms bigint NOT NULL,
  channel text NOT NULL,
  party_size bigint NOT NULL,
  reason text NOT NULL
);

CREATE INDEX refusals_start ON bord.refusals (location_id, start_ms);
CREATE INDEX refusals_asked ON bord.refusals (asked_ms);

-- Only the SHA-256 of an API key is kept.
CREATE TABLE bord.api_keys (
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
  system text,
  -- The e-mail address in the form in which addresses are compared, without a +tag: the keys of one developer are counted by it.
  sandbox_mailbox text
);

CREATE INDEX api_keys_partner ON bord.api_keys (partner);
CREATE INDEX api_keys_sandbox_email ON bord.api_keys (sandbox_email) WHERE sandbox_email IS NOT NULL;
CREATE INDEX api_keys_sandbox_mailbox ON bord.api_keys (sandbox_mailbox) WHERE sandbox_mailbox IS NOT NULL;

-- Requests for a sandbox key; key_id is set when the key was made.
CREATE TABLE bord.sign_ups (
  id text NOT NULL PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  email text NOT NULL,
  system text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  key_id text
);

-- Staff who may sign in, what they may do at which location, and with what they sign in. Tokens are kept as their hashes.
CREATE TABLE bord.staff (
  id text NOT NULL PRIMARY KEY,
  email text NOT NULL,
  -- Of the e-mail address in the form in which addresses are compared.
  address_hash text NOT NULL UNIQUE,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE bord.staff_roles (
  location_id uuid NOT NULL REFERENCES bord.locations (id),
  staff_id text NOT NULL REFERENCES bord.staff (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('host', 'manager')),
  PRIMARY KEY (location_id, staff_id)
);

CREATE INDEX staff_roles_staff ON bord.staff_roles (staff_id);

CREATE TABLE bord.staff_sessions (
  id text NOT NULL PRIMARY KEY,
  staff_id text NOT NULL REFERENCES bord.staff (id) ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  label text NOT NULL
);

CREATE INDEX staff_sessions_staff ON bord.staff_sessions (staff_id);

-- Requested sign-in links, whether the e-mail address is known or not; deleted when they are used.
CREATE TABLE bord.sign_in_links (
  id text NOT NULL PRIMARY KEY,
  token_hash text NOT NULL,
  browser_hash text NOT NULL,
  address_hash text NOT NULL,
  label text NOT NULL,
  language text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX sign_in_links_address ON bord.sign_in_links (address_hash);

CREATE TABLE bord.passkeys (
  id text NOT NULL PRIMARY KEY,
  staff_id text NOT NULL REFERENCES bord.staff (id) ON DELETE CASCADE,
  -- base64url
  public_key text NOT NULL,
  counter double precision NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX passkeys_staff ON bord.passkeys (staff_id);

-- Challenges that a passkey has signed: each is valid once.
CREATE TABLE bord.used_challenges (
  hash text NOT NULL PRIMARY KEY,
  used_at timestamptz NOT NULL
);

CREATE TABLE bord.endpoints (
  id text NOT NULL PRIMARY KEY,
  -- Null: an endpoint of the operator (D56).
  partner text,
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

CREATE INDEX endpoints_partner ON bord.endpoints (partner);

-- Another version after each change of an endpoint: servers remember the endpoints by it.
CREATE TABLE bord.endpoint_set (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  version uuid NOT NULL
);

INSERT INTO bord.endpoint_set (id, version) VALUES (1, gen_random_uuid());

-- Subscribers of events in the program that embeds Bord: how far each has read, and who reads for it.
CREATE TABLE bord.subscribers (
  name text NOT NULL PRIMARY KEY,
  position bigint NOT NULL,
  reader text,
  leased_until_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);

-- Events that a subscriber has not read. A step writes them only while there is a subscriber.
CREATE TABLE bord.events (
  location_id uuid NOT NULL,
  -- In the order in which they are written: of one booking, that of its changes, since its steps exclude each other.
  seq bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  -- The position. The first read after the commit gives it, behind all positions that were read.
  no bigint,
  booking_id text NOT NULL,
  body text NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (seq, location_id)
)
-- Most events are numbered and deleted soon after they were written.
WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- Events by position, then those without a position in their order.
CREATE INDEX events_no ON bord.events (no, seq);
CREATE INDEX events_booking ON bord.events (booking_id);

-- Messages that wait to be sent, and for a while those that were sent.
CREATE TABLE bord.deliveries (
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
  -- Not jsonb, which cannot hold every answer of a receiver.
  attempts json[] NOT NULL DEFAULT '{}',
  -- The service dates of an event that says only that they changed; null for any other. While one waits it stands for all changes of its dates.
  covers daterange,
  -- Also finds a delivery by its id alone. Each settlement writes a new entry next to the old one, so a search for equal entries finds none.
  PRIMARY KEY (id, location_id) WITH (deduplicate_items = off)
)
-- Half of each page is left free, so that leasing stays within it. Settled deliveries are soon cleared from the index of those that wait: also by a vacuum that
-- finds few of them, since no insertion clears the head of a queue.
WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, vacuum_index_cleanup = on);

CREATE INDEX deliveries_waiting ON bord.deliveries (lane, due_at) WHERE state = 'waiting';
CREATE INDEX deliveries_settled ON bord.deliveries (lane, created_at) WHERE state <> 'waiting';
CREATE INDEX deliveries_booking ON bord.deliveries (booking_id) WITH (deduplicate_items = off) WHERE booking_id IS NOT NULL;
-- The latest waiting delivery of a lane: each future booking has a reminder there. The condition is an expression that no other statement uses: a plan for leasing
-- that is made while there are few deliveries would also take this index, and keep it.
CREATE INDEX deliveries_latest ON bord.deliveries (lane, created_at) WHERE state || '' = 'waiting';
-- Waiting events that say only that their dates changed.
CREATE INDEX deliveries_dated ON bord.deliveries (lane, location_id) WHERE covers IS NOT NULL AND state = 'waiting';

-- The lanes in which a delivery waits, without those of disabled endpoints. It goes from lane to lane along the index, so its cost depends on the number of lanes,
-- and not on the number of deliveries.
CREATE VIEW bord.open_lanes AS
WITH RECURSIVE lanes (lane) AS (
  (SELECT lane FROM bord.deliveries WHERE state = 'waiting' ORDER BY lane LIMIT 1)
  UNION ALL
  SELECT (SELECT d.lane FROM bord.deliveries d WHERE d.state = 'waiting' AND d.lane > l.lane ORDER BY d.lane LIMIT 1)
  FROM lanes l WHERE l.lane IS NOT NULL
)
SELECT l.lane FROM lanes l LEFT JOIN bord.endpoints e ON e.id = l.lane
WHERE l.lane IS NOT NULL AND e.disabled_at IS NULL;

-- How often an API key was used in its current window. Not logged: losing the counts in a crash does no harm. Half of each page is left free, so that
-- counting writes no index.
CREATE UNLOGGED TABLE bord.rate_windows (
  key_id text NOT NULL PRIMARY KEY,
  ends_at timestamptz NOT NULL,
  taken integer NOT NULL,
  -- The share of `taken` that servers have in advance: they may allow as many requests without asking, and have not reported them. A server that finds the
  -- window used up waits until advances are returned.
  advanced integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Work that one process does for all.
CREATE TABLE bord.duties (
  name text NOT NULL PRIMARY KEY,
  holder text NOT NULL,
  until timestamptz NOT NULL
);

CREATE TABLE bord.service (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  enabled boolean NOT NULL
);

INSERT INTO bord.service (id, enabled) VALUES (1, true);

-- A keyed hash by which the database knows its secret key, and which reveals nothing of it. Null until a key was used.
CREATE TABLE bord.secret_key (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  fingerprint text
);

INSERT INTO bord.secret_key (id, fingerprint) VALUES (1, NULL);

-- Nightly maintenance notices by it that the time has jumped.
CREATE TABLE bord.maintenance (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  last_run_at timestamptz NOT NULL
);

-- The hosts that servers have written to, a row for each timeline. It keeps servers away from an old primary that has come back. It reaches the standbys like any
-- row, so they know of a primary that cannot be reached.
CREATE TABLE bord.primaries (
  -- Of the database system, as pg_control_system returns it; empty if the user may not ask. Rows of another system have come with a copy.
  system_identifier text NOT NULL,
  timeline integer NOT NULL,
  -- Different for each server that was promoted, also if two were promoted from the same timeline.
  mark text NOT NULL,
  -- As the server that was first called it: host:port.
  host text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (system_identifier, timeline)
);
