-- The primary key to be: it finds a delivery by its id alone too. By itself: while an index is made, deliveries can be read and not written. Each
-- settlement enters its row anew, next to itself: to look for entries that are alike would be in vain.
CREATE UNIQUE INDEX deliveries_by_id ON deliveries (id, location_id) WITH (deduplicate_items = off);
