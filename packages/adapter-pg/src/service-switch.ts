import type { ServiceSwitch } from '@bord/engine/storage';
import type { Query } from './connection.ts';

/** Whether the partner API answers at all. `changed` is called when the switch has been set. */
export function pgServiceSwitch(query: Query, changed: () => void): ServiceSwitch {
  return {
    async isEnabled() {
      const [row] = await query<{ enabled: boolean }>('SELECT enabled FROM service');
      return row?.enabled ?? true;
    },
    async set(enabled) {
      await query('UPDATE service SET enabled = $1', [enabled]);
      changed();
    },
  };
}
