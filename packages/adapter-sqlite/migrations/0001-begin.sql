-- All that the engine keeps. Instants and lengths are whole milliseconds, instants since 1970-01-01T00:00:00Z; lists and
-- records that no query looks into are JSON. Keys and indexes of what belongs to a location begin with the location.

CREATE TABLE locations (
  id TEXT NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL,
  -- The longest that a booking of this location has ever held its tables; kept by a trigger. A booking that reaches into
  -- an interval starts no longer before it than this, so the diary is one stretch of an index, whatever the lengths are.
  longest_ms INTEGER NOT NULL DEFAULT 0,
  plan TEXT NOT NULL,
  name TEXT AS (plan ->> 'name') VIRTUAL
) STRICT;

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
  manage_token_hash TEXT,
  created_ms INTEGER NOT NULL,
  last_event_seconds TEXT NOT NULL,
  CHECK (start_ms < end_ms AND end_ms <= blocked_until_ms)
) STRICT;

CREATE UNIQUE INDEX bookings_idempotency_key ON bookings (location_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
-- Whose guests can be erased, past all who are.
CREATE INDEX bookings_with_guest ON bookings (location_id, end_ms) WHERE guest_name <> '';
CREATE INDEX bookings_live ON bookings (location_id, start_ms) WHERE status = 'confirmed';
CREATE INDEX bookings_service_date ON bookings (location_id, service_date, start_ms);

-- One table held by one booking, from start to end; there are none of bookings that are not live. They are written beside
-- the booking, not by triggers on it: a statement that fires such a trigger has to copy every page that it touches, which
-- would cost as much again as the booking.
CREATE TABLE seatings (
  location_id TEXT NOT NULL,
  table_id TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  booking_id TEXT NOT NULL,
  PRIMARY KEY (location_id, table_id, start_ms),
  CHECK (start_ms < end_ms)
) STRICT, WITHOUT ROWID;

-- The second guard against double booking. The seatings of a table never overlap, so of those that start before the new
-- one ends, the one that starts last also ends last: it alone has to be looked at.
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

-- What was turned away, for the operator; nothing of the guest.
CREATE TABLE refusals (
  location_id TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  asked_ms INTEGER NOT NULL,
  channel TEXT NOT NULL,
  party_size INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;

CREATE INDEX refusals_start ON refusals (location_id, start_ms, asked_ms);

-- By its SHA-256 only: the key itself is nowhere.
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
  system TEXT
) STRICT;

CREATE INDEX api_keys_sandbox_email ON api_keys (sandbox_email) WHERE sandbox_email IS NOT NULL;

-- Who has asked for a sandbox key; of the token in the link only the SHA-256.
CREATE TABLE sign_ups (
  id TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL,
  email TEXT NOT NULL,
  system TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  key_id TEXT
) STRICT;

CREATE TABLE endpoints (
  id TEXT NOT NULL PRIMARY KEY,
  partner TEXT NOT NULL,
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

-- Messages that wait to be sent, and for a while those that were.
CREATE TABLE deliveries (
  id TEXT NOT NULL PRIMARY KEY,
  -- An endpoint, or 'mail'.
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
  -- When that lease ends, or ended unsettled; null when nobody has it in hand.
  leased_until_ms INTEGER,
  -- From when on it may be leased.
  free_ms INTEGER AS (max(due_ms, coalesce(leased_until_ms, due_ms))) VIRTUAL,
  failures INTEGER NOT NULL DEFAULT 0,
  attempts TEXT NOT NULL DEFAULT '[]'
) STRICT;

-- What waits, lane by lane: of a lane that is closed, nothing is looked at but that it is there.
CREATE INDEX deliveries_waiting ON deliveries (lane, free_ms) WHERE state = 'waiting';
CREATE INDEX deliveries_lane ON deliveries (lane, created_ms);
CREATE INDEX deliveries_booking ON deliveries (booking_id) WHERE booking_id IS NOT NULL;

-- How many transactions have changed what processes keep in memory. The others, such as those of the outbox, need not make
-- anybody forget anything.
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
