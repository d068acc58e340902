-- How much is due in open lanes, since when the oldest of it is, and all that waits. Counted along an index, and no further than `most`; of what waits
-- beyond that, what the database's own statistics say.
CREATE FUNCTION outbox_stats(most integer) RETURNS TABLE (due integer, oldest_ms double precision, waiting integer)
LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off AS $$
BEGIN
  due := (SELECT count(*)::integer FROM (
      SELECT FROM open_lanes o CROSS JOIN LATERAL (
        SELECT FROM deliveries w
        WHERE w.lane = o.lane AND w.state = 'waiting' AND w.due_at <= now() AND (w.leased_until IS NULL OR w.leased_until <= now())
        ORDER BY w.due_at LIMIT most
      ) AS w
      LIMIT most
    ) AS d);
  oldest_ms := (SELECT trunc(extract(epoch FROM min(w.due_at)) * 1000)::double precision FROM open_lanes o CROSS JOIN LATERAL (
      SELECT w.due_at FROM deliveries w
      WHERE w.lane = o.lane AND w.state = 'waiting' AND w.due_at <= now() AND (w.leased_until IS NULL OR w.leased_until <= now())
      ORDER BY w.due_at LIMIT 1
    ) AS w);
  waiting := (SELECT count(*)::integer FROM (SELECT FROM deliveries w WHERE w.state = 'waiting' LIMIT most) AS w);
  IF waiting = most THEN
    SELECT greatest(most, c.reltuples::integer) INTO waiting FROM pg_class c WHERE c.oid = 'deliveries_waiting'::regclass;
  END IF;
  RETURN NEXT;
END $$;
