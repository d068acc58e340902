-- The first version of the schema: what Bord keeps. A later version is a file in `migrations/`.
--
-- Instants and lengths are whole milliseconds, instants since 1970-01-01T00:00:00Z. Lists and records that no query reads are JSON. Keys and indexes of rows that
-- belong to a location begin with the location.

CREATE TABLE locations (
  id TEXT NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL,
  -- The longest time for which a booking of this location has ever held its tables; a trigger keeps it. A booking that reaches into an interval starts at most
  -- this long before it, so the diary is one range of an index, whatever the lengths are.
  longest_ms INTEGER NOT NULL DEFAULT 0,
  plan TEXT NOT NULL,
  name TEXT AS (plan ->> 'name') VIRTUAL
) STRICT;

-- Nightly maintenance reads locations by time zone and page by page, without their plans.
CREATE INDEX locations_time_zone ON locations (plan ->> 'timeZone', id);

CREATE TABLE menus (
  location_id TEXT NOT NULL PRIMARY KEY REFERENCES locations (id),
  menu TEXT NOT NULL
) STRICT;

CREATE TABLE bookings (
  id TEXT NOT NULL PRIMARY KEY,
  location_id TEXT NOT NULL REFERENCES locations (id),
  service_date TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  blocked_until_ms INTEGER NOT NULL,
  party_size INTEGER NOT NULL,
  tables TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('confirmed', 'cancelled', 'completed', 'no_show')),
  source TEXT NOT NULL,
  channel TEXT NOT NULL,
  partner_booking_ref TEXT,
  idempotency_key TEXT,
  guest_name TEXT NOT NULL,
  guest_email TEXT,
  guest_phone TEXT,
  guest_notes TEXT,
  guest_language TEXT,
  -- SHA-256 of the token in the guest's manage link.
  manage_token_hash TEXT,
  created_ms INTEGER NOT NULL,
  last_event_seconds TEXT NOT NULL,
  -- The guest's e-mail address in the form in which two spellings are equal: found without case in any alphabet.
  guest_email_key TEXT,
  kind TEXT NOT NULL DEFAULT 'booking',
  -- When the party arrived, was seated and left; null for none of them.
  visit TEXT,
  -- What was changed of the booking; null for no change.
  history TEXT,
  -- The earlier values of the guest's fields. They are erased with the guest.
  former_guests TEXT,
  -- The additional fields of a hold, a waitlist entry, or a booking that a guest made; null for any other row.
  terms TEXT,
  -- The area that the guest chose, as in `terms`, for the index of the diary.
  area TEXT,
  -- The position of the latest change among those of its channel (D33, D48).
  change_no INTEGER,
  -- When it last changed for its partner, in Unix seconds: when its latest event was made.
  changed_seconds INTEGER,
  CHECK (start_ms < end_ms AND end_ms <= blocked_until_ms)
) STRICT;

CREATE UNIQUE INDEX bookings_idempotency_key ON bookings (location_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
-- Bookings with a guest who can be erased, without those who were.
CREATE INDEX bookings_with_guest ON bookings (location_id, end_ms) WHERE guest_name <> '';
CREATE INDEX bookings_service_date ON bookings (location_id, service_date, start_ms);
CREATE INDEX bookings_guest_email ON bookings (guest_email_key) WHERE guest_email_key IS NOT NULL;
-- The diary from its index alone: it has all fields that the diary reads, in the order of time, so a range of 92 days is some pages of the index and not a page
-- of the table for each booking.
CREATE INDEX bookings_diary
  ON bookings (location_id, start_ms, blocked_until_ms, party_size, tables, pinned, source, area, id, status) WHERE status = 'confirmed';
-- Holds and waitlist entries: they are few, and read without bookings.
CREATE INDEX bookings_pending ON bookings (location_id, id) WHERE terms IS NOT NULL AND kind <> 'booking' AND status = 'confirmed';
-- Bookings that count towards the limits of guests without a confirmed e-mail address.
CREATE INDEX bookings_unconfirmed ON bookings (location_id, blocked_until_ms) WHERE kind = 'booking' AND terms ->> '$.visitor.network' IS NOT NULL;
-- Bookings with the hash of a network, which is removed after a day.
CREATE INDEX bookings_network ON bookings (created_ms) WHERE kind = 'booking' AND terms ->> '$.visitor.network' <> 'net:';
CREATE INDEX bookings_changes ON bookings (channel, change_no) WHERE kind = 'booking' AND channel <> 'operator';

-- The last position of each channel.
CREATE TABLE change_marks (
  channel TEXT NOT NULL PRIMARY KEY,
  last_no INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One table held by one live booking, from start to end. They are written together with the booking, not by triggers on it: a statement that fires such a trigger
-- has to copy every page that it touches, which would double the cost of the booking.
CREATE TABLE seatings (
  location_id TEXT NOT NULL,
  table_id TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  booking_id TEXT NOT NULL,
  PRIMARY KEY (location_id, table_id, start_ms),
  CHECK (start_ms < end_ms)
) STRICT, WITHOUT ROWID;

-- The second guard against double booking. The seatings of a table never overlap. Of those that start before the new one ends, the one that starts last also
-- ends last, so only that one is compared.
CREATE TRIGGER seatings_overlap BEFORE INSERT ON seatings
WHEN NEW.start_ms < (
  SELECT end_ms FROM seatings
  WHERE location_id = NEW.location_id AND table_id = NEW.table_id AND start_ms < NEW.end_ms
  ORDER BY start_ms DESC LIMIT 1
)
BEGIN
  SELECT RAISE(ABORT, 'the table is held by another booking at that time');
END;

CREATE TRIGGER seatings_stay BEFORE UPDATE ON seatings
BEGIN
  SELECT RAISE(ABORT, 'a seating is not changed: it is deleted, and another one written');
END;

CREATE TRIGGER seatings_longest AFTER INSERT ON seatings
WHEN NEW.end_ms - NEW.start_ms > (SELECT longest_ms FROM locations WHERE id = NEW.location_id)
BEGIN
  UPDATE locations SET longest_ms = NEW.end_ms - NEW.start_ms WHERE id = NEW.location_id;
END;

-- Rejected requests, for the operator, without the guest.
CREATE TABLE refusals (
  location_id TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  asked_ms INTEGER NOT NULL,
  channel TEXT NOT NULL,
  party_size INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;

CREATE INDEX refusals_start ON refusals (location_id, start_ms, asked_ms);

-- Only the SHA-256 of an API key is kept.
CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  partner TEXT NOT NULL,
  scopes TEXT NOT NULL,
  location_ids TEXT,
  rate_limit INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER,
  revoked_ms INTEGER,
  last_used_ms INTEGER,
  sandbox_email TEXT,
  system TEXT,
  -- The e-mail address in the form in which addresses are compared, without a +tag: the keys of one developer are counted by it.
  sandbox_mailbox TEXT
) STRICT;

CREATE INDEX api_keys_sandbox_email ON api_keys (sandbox_email) WHERE sandbox_email IS NOT NULL;
CREATE INDEX api_keys_sandbox_mailbox ON api_keys (sandbox_mailbox) WHERE sandbox_mailbox IS NOT NULL;

-- Requests for a sandbox key. Of the token in the link only the SHA-256 is kept.
CREATE TABLE sign_ups (
  id TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL,
  email TEXT NOT NULL,
  system TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  key_id TEXT
) STRICT;

-- Staff who may sign in, what they may do at which location, and with what they sign in. Tokens are kept as their hashes.
CREATE TABLE staff (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  -- Of the e-mail address in the form in which addresses are compared.
  address_hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE staff_roles (
  location_id TEXT NOT NULL REFERENCES locations (id),
  staff_id TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('host', 'manager')),
  PRIMARY KEY (location_id, staff_id)
) STRICT;

CREATE INDEX staff_roles_staff ON staff_roles (staff_id);

CREATE TABLE staff_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  label TEXT NOT NULL
) STRICT;

CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id);

-- Requested sign-in links, whether the e-mail address is known or not; deleted when they are used.
CREATE TABLE sign_in_links (
  id TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL,
  browser_hash TEXT NOT NULL,
  address_hash TEXT NOT NULL,
  label TEXT NOT NULL,
  language TEXT,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX sign_in_links_address ON sign_in_links (address_hash);

CREATE TABLE passkeys (
  id TEXT NOT NULL PRIMARY KEY,
  staff_id TEXT NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  -- base64url
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  used_ms INTEGER
) STRICT;

CREATE INDEX passkeys_staff ON passkeys (staff_id);

-- Challenges that a passkey has signed: each is valid once.
CREATE TABLE used_challenges (
  hash TEXT NOT NULL PRIMARY KEY,
  used_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE endpoints (
  id TEXT NOT NULL PRIMARY KEY,
  -- Null: an endpoint of the operator (D56).
  partner TEXT,
  url TEXT NOT NULL,
  event_types TEXT,
  location_ids TEXT,
  include_guest INTEGER NOT NULL,
  -- Encrypted.
  secrets TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  failed_in_a_row INTEGER NOT NULL,
  disabled_ms INTEGER
) STRICT;

CREATE INDEX endpoints_partner ON endpoints (partner);

-- Subscribers of events in the program that embeds Bord: how far each has read, and who reads for it.
CREATE TABLE subscribers (
  name TEXT NOT NULL PRIMARY KEY,
  position INTEGER NOT NULL,
  reader TEXT,
  leased_until_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;

-- Events that a subscriber has not read. A step writes them only while there is a subscriber.
CREATE TABLE events (
  -- In the order of commits.
  no INTEGER NOT NULL PRIMARY KEY,
  location_id TEXT NOT NULL,
  booking_id TEXT NOT NULL,
  body TEXT NOT NULL,
  written_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX events_booking ON events (booking_id);

-- Messages that wait to be sent, and for a while those that were sent.
CREATE TABLE deliveries (
  id TEXT NOT NULL PRIMARY KEY,
  -- An endpoint's id, or 'mail'.
  lane TEXT NOT NULL,
  location_id TEXT NOT NULL,
  booking_id TEXT,
  event_id TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'dropped')),
  created_ms INTEGER NOT NULL,
  -- While it waits: when it is tried next. Afterwards: when it was settled.
  due_ms INTEGER NOT NULL,
  -- How often it has been leased; only the worker that took the latest lease may settle it, and once.
  lease INTEGER NOT NULL DEFAULT 0,
  -- When that lease ends, or ended unsettled; null if no worker has it.
  leased_until_ms INTEGER,
  -- From when on it may be leased.
  free_ms INTEGER AS (max(due_ms, coalesce(leased_until_ms, due_ms))) VIRTUAL,
  failures INTEGER NOT NULL DEFAULT 0,
  attempts TEXT NOT NULL DEFAULT '[]',
  -- The service dates of an event that says only that they changed, `2026-12-01/2026-12-24`, both ends included; null for any other. While one waits it
  -- stands for all changes of its dates.
  covers TEXT
) STRICT;

-- Waiting deliveries, lane by lane: of a closed lane, only its name is read.
CREATE INDEX deliveries_waiting ON deliveries (lane, free_ms) WHERE state = 'waiting';
CREATE INDEX deliveries_lane ON deliveries (lane, created_ms);
CREATE INDEX deliveries_booking ON deliveries (booking_id) WHERE booking_id IS NOT NULL;
-- Waiting events that say only that their dates changed.
CREATE INDEX deliveries_dated ON deliveries (lane, location_id) WHERE covers IS NOT NULL AND state = 'waiting';

-- How many transactions have changed what processes keep in memory. Others, such as those of the outbox, do not make a process read again.
CREATE TABLE changes (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  counted INTEGER NOT NULL
) STRICT;

INSERT INTO changes (id, counted) VALUES (1, 0);

-- Work that one process does for all.
CREATE TABLE duties (
  name TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE service (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  enabled INTEGER NOT NULL
) STRICT;

INSERT INTO service (id, enabled) VALUES (1, 1);

-- A keyed hash by which the database knows its secret key, and which reveals nothing of it. Null until a key was used.
CREATE TABLE secret_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint TEXT
) STRICT;

INSERT INTO secret_key (id, fingerprint) VALUES (1, NULL);

-- Nightly maintenance notices by it that the time has jumped.
CREATE TABLE maintenance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_run_ms INTEGER NOT NULL
) STRICT;
