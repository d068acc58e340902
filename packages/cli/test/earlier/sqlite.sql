-- The recorded migrations of a database of commit 93969de.
CREATE TABLE schema_migrations (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, applied_ms INTEGER NOT NULL) STRICT;
INSERT INTO schema_migrations (version, name, applied_ms) VALUES
  (1, '0001-begin', 0),
  (2, '0002-secret-key', 0),
  (3, '0003-trusted-time', 0),
  (4, '0004-guest-email-key', 0),
  (5, '0005-covering-diary', 0),
  (6, '0006-visits-and-history', 0),
  (7, '0007-staff', 0),
  (8, '0008-holds-and-waiting', 0),
  (9, '0009-dated-events', 0),
  (10, '0010-changes', 0),
  (11, '0011-time-zones', 0);
