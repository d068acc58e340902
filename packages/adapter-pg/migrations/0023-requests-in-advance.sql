-- A server may count some of a key's requests before they are made, and then allow them without asking. Of what is taken, so much is in such advances and
-- has not been reported as made: whoever finds a window used up waits for it to be handed back.
ALTER TABLE rate_windows ADD COLUMN advanced integer NOT NULL DEFAULT 0;

-- Counts requests, key by key. Of each: how many are `wanted`; how many of an advance in the window `of_window` were `made` and how many are handed back
-- (`returned`); whether another advance `is_wanted`; whether those of other servers are waited for no longer (`is_final`). A key of which nothing is wanted
-- and whose window is over is left out of the answer.
CREATE FUNCTION count_requests(asked json) RETURNS TABLE (
  key_id text, granted integer, advance integer, free integer, elsewhere integer, mark float8, rest_ms float8
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  a record;
  w rate_windows;
BEGIN
  -- In one order, so that two servers never wait for each other in a circle.
  FOR a IN
    SELECT * FROM json_to_recordset(asked) AS a (
      key_id text, most integer, window_ms float8, wanted integer, of_window float8, made integer, returned integer,
      unspent integer, is_wanted boolean, is_final boolean
    ) ORDER BY a.key_id COLLATE "C"
  LOOP
    LOOP
      IF a.wanted > 0 THEN
        INSERT INTO rate_windows (key_id, taken, ends_at)
        VALUES (a.key_id, 0, now() + a.window_ms * interval '1 ms') ON CONFLICT DO NOTHING;
      END IF;
      SELECT * INTO w FROM rate_windows r WHERE r.key_id = a.key_id FOR NO KEY UPDATE;
      EXIT WHEN FOUND OR a.wanted = 0;
    END LOOP;
    CONTINUE WHEN a.wanted = 0 AND (w.key_id IS NULL OR w.ends_at <= now());
    IF w.ends_at <= now() THEN
      w.taken := 0;
      w.advanced := 0;
      w.ends_at := now() + a.window_ms * interval '1 ms';
    END IF;
    mark := extract(epoch FROM w.ends_at) * 1000000;
    IF a.of_window = mark THEN
      w.taken := w.taken - a.returned;
      w.advanced := greatest(w.advanced - a.made - a.returned, 0);
    END IF;
    IF a.is_final THEN
      w.advanced := least(w.advanced, a.unspent);
    END IF;
    -- A server of the version before counts beyond the limit.
    granted := least(a.wanted, greatest(a.most - w.taken, 0));
    w.taken := least(w.taken, a.most) + granted;
    advance := CASE WHEN a.is_wanted THEN (a.most - w.taken) / 4 ELSE 0 END;
    w.taken := w.taken + advance;
    w.advanced := w.advanced + advance;
    UPDATE rate_windows r SET taken = w.taken, advanced = w.advanced, ends_at = w.ends_at
    WHERE r.key_id = a.key_id AND (r.taken, r.advanced, r.ends_at) IS DISTINCT FROM (w.taken, w.advanced, w.ends_at);
    key_id := a.key_id;
    elsewhere := greatest(w.advanced - advance - CASE WHEN a.of_window = mark THEN a.unspent ELSE 0 END, 0);
    free := a.most - w.taken;
    rest_ms := extract(epoch FROM w.ends_at - now()) * 1000;
    RETURN NEXT;
  END LOOP;
END $$;
