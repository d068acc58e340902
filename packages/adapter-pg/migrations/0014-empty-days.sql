-- The first of several intervals may have no booking in it. What was joined to nothing became an empty text then, and the next one was set behind a
-- comma: a list that is no JSON. All else of the function is as it was.
CREATE OR REPLACE FUNCTION open_snapshot(
  of_location uuid, of_dates date[], from_at timestamptz[], until_at timestamptz[], named_ids text[], named_keys text[]
) RETURNS text LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  locked text;
  current_revision integer;
  current_barred integer;
  touching text;
  digest bigint;
  entries text;
  digests text;
  named text;
BEGIN
  locked := lock_dates(of_location, of_dates);
  SELECT revision, barred INTO current_revision, current_barred FROM locations WHERE id = of_location;
  FOR i IN 1 .. cardinality(from_at) LOOP
    SELECT string_agg(e, ','), bit_xor(hashtextextended(e, 0)) INTO touching, digest
    FROM live_entries(of_location, from_at[i], until_at[i]) AS e;
    entries := coalesce(entries || ',' || touching, touching, entries);
    digests := concat_ws(',', digests, '"' || coalesce(digest, 0) || '"');
  END LOOP;
  IF cardinality(named_keys) > 0 THEN
    SELECT string_agg(row_to_json(b)::text, ',') INTO named
    FROM bookings b WHERE location_id = of_location AND idempotency_key = ANY (named_keys);
  END IF;
  IF cardinality(named_ids) > 0 THEN
    SELECT concat_ws(',', named, string_agg(row_to_json(b)::text, ',')) INTO named
    FROM bookings b WHERE location_id = of_location AND id = ANY (named_ids);
  END IF;
  RETURN concat(
    '{"revision":', coalesce(current_revision::text, 'null'), ',"barred":', coalesce(current_barred, 0),
    ',"diary":[', entries, '],"digests":[', digests, '],"named":[', named, ']}'
  );
END $$;
