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
    breaks: 'A worker that is stopped right after its start ends within its work.',
    tests: ['test/servers/stop-while-away.test.ts'],
    titled: 'whose database is gone',
  },
  'purge-whatever-its-age': {
    file: `${COMMANDS}/guests.ts`,
    find: '(await engine.operator.maintenance.readTime()).nowMs - options.olderThan;',
    replace: '(await engine.operator.maintenance.readTime()).nowMs;',
    breaks: 'A purge of guests before two years erases guests of last week.',
    tests: [DESTRUCTIVE],
    titled: 'purge erases',
  },
  'purge-unasked': {
    file: `${COMMANDS}/guests.ts`,
    find: 'await confirm(\n        `Erase all guests',
    replace: 'String(\n        `Erase all guests',
    breaks: 'A purge runs without the confirmation.',
    tests: [DESTRUCTIVE],
    titled: 'purge erases',
  },
  'purge-of-one-location': {
    file: 'packages/engine/src/app/operator/guests.ts',
    find: '(await app.storage.locations.list()).map(({ id }) => id) :',
    replace: '(await app.storage.locations.list()).slice(0, 1).map(({ id }) => id) :',
    breaks: 'A retention time of one restaurant does not apply to the others.',
    tests: [DESTRUCTIVE],
    titled: 'purge erases',
  },
  'erase-unasked': {
    file: `${COMMANDS}/guests.ts`,
    find: 'await confirm(`Erase ${email} from',
    replace: 'void (`Erase ${email} from',
    breaks: 'A guest is erased without the confirmation.',
    tests: [DESTRUCTIVE],
    titled: 'seated or expected guest',
  },
  'revoke-unasked': {
    file: `${COMMANDS}/keys.ts`,
    find: 'await confirm(`Revoke key',
    replace: 'void (`Revoke key',
    breaks: 'A key is revoked without the confirmation.',
    tests: [DESTRUCTIVE],
    titled: 'rejects a revoked key',
  },
  'service-off-unasked': {
    file: `${COMMANDS}/service.ts`,
    find: "await confirm('Every partner",
    replace: "void ('Every partner",
    breaks: 'The service is switched off without the confirmation.',
    tests: [DESTRUCTIVE],
    titled: 'rejects a revoked key',
  },
  'sweep-of-everything': {
    file: 'packages/engine/src/app/developer/sandbox.ts',
    find: 'nowMs - DEMO_BOOKING_HOURS * HOUR_MS',
    replace: 'nowMs',
    breaks: 'Tidying the sandbox removes new bookings of developers.',
    tests: [DESTRUCTIVE],
    titled: 'the sweep cancels',
  },
  'dump-of-many-instants': {
    file: 'packages/adapter-pg/src/backup.ts',
    find: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    replace: 'BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY',
    breaks: 'A backup contains events of bookings that it lacks.',
    tests: ['packages/adapter-pg/src/backup.test.ts'],
  },
  'secret-key-made-anew': {
    file: 'packages/cli/src/composition.ts',
    find: "(await keyless.operator.secretKeys.readFit()).fit !== 'new'",
    replace: "(await keyless.operator.secretKeys.readFit()).fit === 'known'",
    breaks: 'A lost secret key is replaced without an error, and webhooks cannot be signed.',
    tests: ['packages/cli/src/config/secret-key.test.ts'],
    titled: 'a lost secret.key',
  },
  'text-printed-as-it-is': {
    file: 'packages/cli/src/output/printer.ts',
    find: 'const safe = plainText(text, takesColours(stream));',
    replace: 'const safe = text;',
    breaks: 'Control characters in a path, URL or setting reach the operator’s terminal.',
    tests: ['packages/cli/src/output/printer.test.ts'],
    titled: 'the printer escapes text',
  },
  'guest-writes-a-second-line': {
    file: 'packages/cli/src/output/booking-line.ts',
    find: 'name: plain(name)',
    replace: 'name',
    breaks: 'A line break in a guest’s name makes another line in a list.',
    tests: ['packages/cli/src/untrusted-text.test.ts'],
    titled: 'no command lets',
  },
};
