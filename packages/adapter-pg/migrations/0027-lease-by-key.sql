-- Takes deliveries as before, and finds them by their ids in a statement of its own: a join with what was chosen, planned while the table was empty, goes through
-- all of it until somebody counts the rows.
CREATE OR REPLACE FUNCTION lease_deliveries(most integer, lease_ms double precision, per_lane integer, in_hand jsonb)
RETURNS SETOF deliveries LANGUAGE plpgsql VOLATILE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  ids text[];
BEGIN
  WITH lanes AS MATERIALIZED (
    SELECT o.lane, per_lane - coalesce((in_hand ->> o.lane)::integer, 0) AS room
    FROM open_lanes o CROSS JOIN LATERAL (
      SELECT w.due_at FROM deliveries w
      WHERE w.lane = o.lane AND w.state = 'waiting' AND w.due_at <= now()
        AND (w.leased_until IS NULL OR w.leased_until <= now())
      ORDER BY w.due_at LIMIT 1
    ) AS oldest
    WHERE per_lane > coalesce((in_hand ->> o.lane)::integer, 0)
    ORDER BY oldest.due_at
  ), taken AS (
    SELECT w.id
    FROM lanes l CROSS JOIN LATERAL (
      SELECT w.id FROM deliveries w
      WHERE w.lane = l.lane AND w.state = 'waiting' AND w.due_at <= now()
        AND (w.leased_until IS NULL OR w.leased_until <= now())
      ORDER BY w.due_at LIMIT l.room FOR NO KEY UPDATE SKIP LOCKED
    ) AS w
    LIMIT most
  )
  SELECT array_agg(id) INTO ids FROM taken;
  IF ids IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY
  UPDATE deliveries d SET lease = d.lease + 1, leased_until = now() + lease_ms * interval '1 ms'
  WHERE d.id = ANY (ids)
  RETURNING d.*;
END $$;
