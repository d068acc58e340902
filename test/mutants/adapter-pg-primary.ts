/** Which of several PostgreSQL hosts is written to, and which never. */
import type { Fault } from './run/fault.ts';

const PRIMARY = 'packages/adapter-pg/src/primary';
const CHOOSE = [`${PRIMARY}/choose.test.ts`];
const FOLLOW = [`${PRIMARY}/follow.test.ts`];

export const faults: readonly Fault[] = [
  {
    name: 'pg-fence-off',
    file: `${PRIMARY}/fence.ts`,
    find: '  if (timeline < fence.timeline)\n',
    replace: '  if (timeline < 0)\n',
    breaks:
      'An old primary that was cut off comes back, and takes bookings that no other host will ever have.',
    tests: FOLLOW,
    titled: 'the old one comes back',
  },
  {
    name: 'pg-fence-not-raised-by-standbys',
    file: `${PRIMARY}/fence.ts`,
    find: 'const highest = Math.max(timeline, noted?.timeline ?? 0);',
    replace: 'const highest = timeline;',
    breaks:
      'A server that starts while the primary is away writes to the old one, though a standby knows better.',
    tests: CHOOSE,
  },
  {
    name: 'pg-stranger-written-to',
    file: `${PRIMARY}/fence.ts`,
    find: '  return fence.system !== null && system !== null && system !== fence.system;',
    replace: '  return false;',
    breaks: 'A mistyped host leads half of the servers into another database.',
    tests: CHOOSE,
  },
  {
    name: 'pg-twin-written-to',
    file: `${PRIMARY}/fence.ts`,
    find: '  if (!isKnown && timeline',
    replace: '  if (fence.timeline < 0 && timeline',
    breaks: 'Two standbys are promoted at once: the servers of one booking are on both.',
    tests: CHOOSE,
  },
  {
    name: 'pg-first-primary-taken',
    file: `${PRIMARY}/choose.ts`,
    find: '  for (const [, sighting] of seen) fence = raised(fence, sighting);\n',
    replace: '',
    breaks:
      'Of two hosts that take writes the one that is named first is written to, and not the later primary.',
    tests: CHOOSE,
  },
  {
    name: 'pg-timeline-from-checkpoint',
    file: `${PRIMARY}/sighting.ts`,
    find: 'Number.parseInt(row.log_timeline, 16)',
    replace: 'Number.parseInt(row.log_timeline, 2)',
    breaks: 'A promoted standby is taken for an old primary, and nobody is written to.',
    tests: FOLLOW,
    titled: 'the old one comes back',
  },
  {
    name: 'pg-old-connections-stay',
    file: `${PRIMARY}/follow-pool.ts`,
    find: '      own.cutOff();\n',
    replace: '',
    breaks:
      'Requests on connections to a primary that was cut off hang for ten seconds after the new one is there.',
    tests: FOLLOW,
    titled: 'the primary (?:dies|is cut off)',
  },
  {
    name: 'pg-new-connections-not-asked',
    file: `${PRIMARY}/primary.ts`,
    find: '    if (refusal === null) return;\n',
    replace: '    if (refusal !== undefined) return;\n',
    breaks:
      'Behind a name that leads elsewhere meanwhile a standby, or an old primary, is asked and believed.',
    tests: FOLLOW,
    titled: 'not admitted',
  },
  {
    name: 'pg-doubt-ended-by-looking',
    file: 'packages/adapter-pg/src/step-groups.ts',
    find: '        await query(BAR, [scopes[0]!.locationId]);\n        if (isSaved) return { result: doubt };\n',
    replace:
      '        if (isSaved) return { result: doubt };\n        await query(BAR, [scopes[0]!.locationId]);\n',
    breaks:
      'A booking whose COMMIT was lost is acknowledged from a primary alone that was just started again.',
    tests: ['packages/adapter-pg/src/faults.test.ts'],
    titled: 'no refusal of one’s own booking',
  },
  {
    name: 'pg-repetition-answered-from-one-disk',
    file: 'packages/adapter-pg/src/step-groups.ts',
    find: 'snapshot.changes() ?? WAIT',
    replace: 'snapshot.changes()',
    breaks:
      'A booking that only the primary has is acknowledged to who repeats her request, and lost with it.',
    tests: ['test/cluster/repeat.test.ts'],
  },
  {
    name: 'confirmation-repeated-from-what-is-read',
    file: 'packages/engine/src/app/shared/holds.ts',
    find: 'stepOnBooking(app, { read, by }, find)',
    replace: 'Promise.resolve(find && read)',
    breaks:
      'A guest who paid is told twice that she has a table, and it dies with a primary that nobody followed.',
    tests: ['test/cluster/repeat.test.ts'],
  },
  {
    name: 'confirmation-of-what-was-lost-is-unknown',
    file: 'packages/engine/src/app/shared/holds.ts',
    find: "if (BookingError.is(error) && error.code === 'booking_not_found') return null;",
    replace: '',
    breaks:
      'Whoever confirmed while a primary died is told that there is no such booking, though her hold stands on the next one.',
    tests: ['packages/engine/src/app/shared/confirm-again.test.ts'],
  },
];
