/** Commands that delete, disable, back up and restore. */
import type { Faults } from './run/fault.ts';

const COMMANDS = 'packages/cli/src/commands';
const DESTRUCTIVE = `${COMMANDS}/destructive.test.ts`;

export const faults: Faults = {
  'deliver-deaf-at-first': {
    file: 'packages/cli/src/background.ts',
    find: "for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, resolve);",
    replace:
      "setTimeout(() => { for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, resolve); }, 500);",
    breaks: 'A worker that is told to end as soon as it has begun ends in the midst of what it does.',
    tests: ['test/servers/stop-while-away.test.ts'],
    titled: 'whose database is gone',
  },
  'purge-whatever-its-age': {
    file: `${COMMANDS}/guests.ts`,
    find: '(await engine.operator.maintenance.readTime()).nowMs - options.olderThan;',
    replace: '(await engine.operator.maintenance.readTime()).nowMs;',
    breaks: 'Guests of last week are erased by a purge of those of two years ago.',
    tests: [DESTRUCTIVE],
    titled: 'purge erases',
  },
  'purge-unasked': {
    file: `${COMMANDS}/guests.ts`,
    find: 'await confirm(\n        `Erase all guests',
    replace: 'String(\n        `Erase all guests',
    breaks: 'A purge that was typed by mistake cannot be stopped.',
    tests: [DESTRUCTIVE],
    titled: 'purge erases',
  },
  'purge-of-one-location': {
    file: 'packages/engine/src/app/operator/guests.ts',
    find: '(await app.storage.locations.list()).map(({ id }) => id) :',
    replace: '(await app.storage.locations.list()).slice(0, 1).map(({ id }) => id) :',
    breaks: 'Guests of the other houses are kept longer than they were promised.',
    tests: [DESTRUCTIVE],
    titled: 'purge erases',
  },
  'erase-unasked': {
    file: `${COMMANDS}/guests.ts`,
    find: 'await confirm(`Erase ${email} from',
    replace: 'void (`Erase ${email} from',
    breaks: 'A guest is erased by a slip of the hand.',
    tests: [DESTRUCTIVE],
    titled: 'seated or expected guest',
  },
  'revoke-unasked': {
    file: `${COMMANDS}/keys.ts`,
    find: 'await confirm(`Revoke key',
    replace: 'void (`Revoke key',
    breaks: 'A partner is shut out by a slip of the hand.',
    tests: [DESTRUCTIVE],
    titled: 'rejects a revoked key',
  },
  'service-off-unasked': {
    file: `${COMMANDS}/service.ts`,
    find: "await confirm('Every partner",
    replace: "void ('Every partner",
    breaks: 'Every partner gets 503 by a slip of the hand.',
    tests: [DESTRUCTIVE],
    titled: 'rejects a revoked key',
  },
  'sweep-of-everything': {
    file: 'packages/engine/src/app/developer/sandbox.ts',
    find: 'nowMs - DEMO_BOOKING_HOURS * HOUR_MS',
    replace: 'nowMs',
    breaks: 'Developers lose the bookings that they have just made.',
    tests: [DESTRUCTIVE],
    titled: 'the sweep cancels',
  },
  'dump-of-many-instants': {
    file: 'packages/adapter-pg/src/backup.ts',
    find: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    replace: 'BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY',
    breaks: 'A backup has events of bookings that it does not have.',
    tests: ['packages/adapter-pg/src/backup.test.ts'],
  },
  'secret-key-made-anew': {
    file: 'packages/cli/src/composition.ts',
    find: "(await keyless.operator.secretKeys.readFit()).fit !== 'new'",
    replace: "(await keyless.operator.secretKeys.readFit()).fit === 'known'",
    breaks: 'A lost key is replaced in silence, and no webhook can be signed.',
    tests: ['packages/cli/src/config/secret-key.test.ts'],
    titled: 'that is lost',
  },
  'text-printed-as-it-is': {
    file: 'packages/cli/src/output/printer.ts',
    find: 'const safe = plainText(text, takesColours(stream));',
    replace: 'const safe = text;',
    breaks: 'A path, an address or a setting that somebody else wrote steers the terminal of the operator.',
    tests: ['packages/cli/src/output/printer.test.ts'],
    titled: 'the printer escapes text',
  },
  'guest-writes-a-second-line': {
    file: 'packages/cli/src/commands/guests.ts',
    find: '${plain(guest.name)}',
    replace: '${guest.name}',
    breaks: 'A guest’s name looks like another line of the export.',
    tests: ['packages/cli/src/untrusted-text.test.ts'],
    titled: 'no command lets',
  },
};
