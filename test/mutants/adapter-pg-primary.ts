/** Which of several PostgreSQL hosts is written to, and which never. */
import type { Faults } from './run/fault.ts';

const PRIMARY = 'packages/adapter-pg/src/primary';
const CHOOSE = [`${PRIMARY}/choose.test.ts`];

export const faults: Faults = {
  'pg-fence-not-raised-by-standbys': {
    file: `${PRIMARY}/fence.ts`,
    find: 'const highest = Math.max(timeline, noted?.timeline ?? 0);',
    replace: 'const highest = timeline;',
    breaks: 'A server that starts during a failover writes to the old primary.',
    tests: CHOOSE,
  },
  'pg-doubt-ended-by-looking': {
    file: 'packages/adapter-pg/src/step-groups.ts',
    find: '        await query(BAR, [scopes[0]!.locationId]);\n        if (isSaved) return { result: doubt };\n',
    replace:
      '        if (isSaved) return { result: doubt };\n        await query(BAR, [scopes[0]!.locationId]);\n',
    breaks: 'A booking with a lost COMMIT is acknowledged by a restarted primary without a standby.',
    tests: ['packages/adapter-pg/src/faults.test.ts'],
    titled: 'does not conflict with its own booking',
  },
  'confirmation-repeated-from-what-is-read': {
    file: 'packages/engine/src/app/holds.ts',
    find: 'stepOnBooking(app, { read, by }, find)',
    replace: 'Promise.resolve(find && read)',
    breaks: 'A paid booking is acknowledged twice, and lost with a primary that had no standby.',
    tests: ['test/proof/cluster/repeat.test.ts'],
  },
};
