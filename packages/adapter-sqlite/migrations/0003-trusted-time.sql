-- What the nightly work needs to notice that time has jumped, and the mailbox behind the address of a sandbox key.

CREATE TABLE maintenance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_run_ms INTEGER NOT NULL
) STRICT;

-- In the form in which addresses are compared, without a +tag: what the keys of one developer are counted by. Null in rows of a
-- version that did not know it.
ALTER TABLE api_keys ADD COLUMN sandbox_mailbox TEXT;

UPDATE api_keys SET sandbox_mailbox = iif(
  instr(sandbox_email, '+') > 1 AND instr(sandbox_email, '+') < instr(sandbox_email, '@'),
  substr(sandbox_email, 1, instr(sandbox_email, '+') - 1) || substr(sandbox_email, instr(sandbox_email, '@')),
  sandbox_email
) WHERE sandbox_email IS NOT NULL;

CREATE INDEX api_keys_sandbox_mailbox ON api_keys (sandbox_mailbox) WHERE sandbox_mailbox IS NOT NULL;
