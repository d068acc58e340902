-- By which the database knows the secret key it belongs to: a keyed hash, which tells nothing of the key. Null until a key was used.
CREATE TABLE secret_key (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  fingerprint text
);

INSERT INTO secret_key (id, fingerprint) VALUES (1, NULL);
