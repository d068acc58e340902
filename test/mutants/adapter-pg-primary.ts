/** Which of several PostgreSQL hosts is written to, and which never. */
import type { Faults } from './run/fault.ts';

const PRIMARY = 'packages/adapter-pg/src/primary';
const CHOOSE = [`${PRIMARY}/choose.test.ts`];

export const faults: Faults = {
  'pg-fence-not-raised-by-standbys': {
    file: `${PRIMARY}/fence.ts`,
    find: 'const highest = Math.max(timeline, noted?.timeline ?? 0);',
    replace: 'const highest = timeline;',
    breaks:
      'A server that starts while the primary is away writes to the old one, though a standby knows better.',
    tests: CHOOSE,
  },
  'pg-doubt-ended-by-looking': {
    file: 'packages/adapter-pg/src/step-groups.ts',
    find: '        await query(BAR, [scopes[0]!.locationId]);\n        if (isSaved) return { result: doubt };\n',
    replace:
      '        if (isSaved) return { result: doubt };\n        await query(BAR, [scopes[0]!.locationId]);\n',
    breaks:
      'A booking whose COMMIT was lost is acknowledged from a primary alone that was just started again.',
    tests: ['packages/adapter-pg/src/faults.test.ts'],
    titled: 'does not conflict with its own booking',
  },
  'confirmation-repeated-from-what-is-read': {
    file: 'packages/engine/src/app/holds.ts',
    find: 'stepOnBooking(app, { read, by }, find)',
    replace: 'Promise.resolve(find && read)',
    breaks:
      'A guest who paid is told twice that she has a table, and it dies with a primary that nobody followed.',
    tests: ['test/proof/cluster/repeat.test.ts'],
  },
};
