#!/bin/bash
# Run once by the image of PostgreSQL, when it makes the primary's database: lets a standby follow, and commits wait for it from the next start on.
set -e
echo 'host replication bord all scram-sha-256' >> "$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)';
ALTER SYSTEM SET wal_log_hints = on;
ALTER SYSTEM SET max_slot_wal_keep_size = '4GB';
SQL
