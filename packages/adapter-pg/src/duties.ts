import type { Duties } from '@bord/engine';
import type { Query } from './open.ts';

/** Who does what for all, by the database's clock. */
export function pgDuties(query: Query): Duties {
  return {
    async take(duty, holder, leaseMs) {
      const taken = await query(TAKE, [duty, holder, leaseMs]);
      return taken.length === 1;
    },
    async giveBack(duty, holder) {
      await query('DELETE FROM duties WHERE name = $1 AND holder = $2', [duty, holder]);
    },
  };
}

const TAKE = `
  INSERT INTO duties AS d (name, holder, until) VALUES ($1, $2, now() + $3 * interval '1 millisecond')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE d.holder = excluded.holder OR d.until <= now()
  RETURNING name`;
