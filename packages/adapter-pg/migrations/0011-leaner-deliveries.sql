-- A delivery is written, and settled, with one index entry less.

ALTER TABLE deliveries
  DROP CONSTRAINT deliveries_pkey,
  ADD CONSTRAINT deliveries_pkey PRIMARY KEY USING INDEX deliveries_by_id;

DROP INDEX deliveries_id;

ALTER INDEX deliveries_booking SET (deduplicate_items = off);
