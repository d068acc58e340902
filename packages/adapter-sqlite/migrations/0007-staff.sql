-- People of the houses who may sign in, what they may do where, and with what they come in. Tokens are kept as their hashes.

CREATE TABLE staff (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  -- Of the address in the form in which addresses are compared.
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

-- Links that were asked for, whether anybody has the address or not; deleted when they are used.
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

-- What a passkey has signed once it shall not be good for again.
CREATE TABLE used_challenges (
  hash TEXT NOT NULL PRIMARY KEY,
  used_ms INTEGER NOT NULL
) STRICT;
