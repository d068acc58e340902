-- The recorded migrations of a database of commit 93969de, and one of its functions.
CREATE TABLE schema_migrations (
  version integer NOT NULL PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO schema_migrations (version, name) VALUES
  (1, '0001-begin'),
  (2, '0002-secret-key'),
  (3, '0003-limits'),
  (4, '0004-trusted-time'),
  (5, '0005-guest-email-key'),
  (6, '0006-guest-email-key-indexes'),
  (7, '0007-booking-indexes'),
  (8, '0008-leaner-steps'),
  (9, '0009-lasting-snapshots'),
  (10, '0010-delivery-key'),
  (11, '0011-leaner-deliveries'),
  (12, '0012-visits-and-history'),
  (13, '0013-staff'),
  (14, '0014-empty-days'),
  (15, '0015-holds-and-waiting'),
  (16, '0016-dated-events'),
  (17, '0017-changes'),
  (18, '0018-time-zones'),
  (19, '0019-primaries'),
  (20, '0020-latest-waiting'),
  (21, '0021-bounded-counts'),
  (22, '0022-vacuum'),
  (23, '0023-requests-in-advance'),
  (24, '0024-pending-index'),
  (25, '0025-dated-index'),
  (26, '0026-changes-index'),
  (27, '0027-lease-by-key'),
  (28, '0028-dated-events-joined');
CREATE FUNCTION seat_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seatings (location_id, table_id, during, booking_id)
  SELECT b.location_id, t.id, tstzrange(b.starts_at, b.blocked_until), b.id
  FROM made b, unnest(b.tables) AS t (id)
  WHERE b.status = 'confirmed';
  RETURN NULL;
END $$;
