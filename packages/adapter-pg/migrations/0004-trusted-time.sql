-- What the nightly work needs to notice that time has jumped, and the mailbox behind the address of a sandbox key.

-- The clock by which something is deleted, and duties end: this server's, at the moment of asking.
CREATE FUNCTION storage_now() RETURNS timestamptz LANGUAGE sql VOLATILE RETURN clock_timestamp();

CREATE TABLE maintenance (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  last_run_at timestamptz NOT NULL
);

-- In the form in which addresses are compared, without a +tag: what the keys of one developer are counted by. Null in rows of a
-- version that did not know it.
ALTER TABLE api_keys ADD COLUMN sandbox_mailbox text;

UPDATE api_keys SET sandbox_mailbox = regexp_replace(sandbox_email, '^([^+@]+)\+[^@]*@', '\1@')
WHERE sandbox_email IS NOT NULL;

CREATE INDEX api_keys_sandbox_mailbox ON api_keys (sandbox_mailbox) WHERE sandbox_mailbox IS NOT NULL;
