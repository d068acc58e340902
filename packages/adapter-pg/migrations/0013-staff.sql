-- People of the houses who may sign in, what they may do where, and with what they come in. Tokens are kept as their hashes.

CREATE TABLE staff (
  id text NOT NULL PRIMARY KEY,
  email text NOT NULL,
  -- Of the address in the form in which addresses are compared.
  address_hash text NOT NULL UNIQUE,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE staff_roles (
  location_id uuid NOT NULL REFERENCES locations (id),
  staff_id text NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('host', 'manager')),
  PRIMARY KEY (location_id, staff_id)
);

CREATE INDEX staff_roles_staff ON staff_roles (staff_id);

CREATE TABLE staff_sessions (
  id text NOT NULL PRIMARY KEY,
  staff_id text NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  label text NOT NULL
);

CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id);

-- Links that were asked for, whether anybody has the address or not; deleted when they are used.
CREATE TABLE sign_in_links (
  id text NOT NULL PRIMARY KEY,
  token_hash text NOT NULL,
  browser_hash text NOT NULL,
  address_hash text NOT NULL,
  label text NOT NULL,
  language text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX sign_in_links_address ON sign_in_links (address_hash);

CREATE TABLE passkeys (
  id text NOT NULL PRIMARY KEY,
  staff_id text NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
  -- base64url
  public_key text NOT NULL,
  counter double precision NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX passkeys_staff ON passkeys (staff_id);

-- What a passkey has signed once it shall not be good for again.
CREATE TABLE used_challenges (
  hash text NOT NULL PRIMARY KEY,
  used_at timestamptz NOT NULL
);

-- A member with all roles, as JSON.
CREATE FUNCTION staff_member(member staff) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object(
    'id', member.id, 'email', member.email, 'name', member.name, 'created_at', member.created_at,
    'roles', coalesce((
      SELECT json_agg(json_build_object('locationId', r.location_id, 'role', r.role) ORDER BY r.location_id::text COLLATE "C")
      FROM staff_roles r WHERE r.staff_id = member.id
    ), '[]')
  )
$$;
