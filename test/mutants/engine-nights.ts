/** Nightly maintenance: the trusted time, its exceptions, its deletions; and the limit of sign-ups. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const NIGHTS = [`${APP}/background/maintenance.test.ts`];
const SIGN_UPS = [`${APP}/developer/sandbox.test.ts`];
const SCRUB = ['packages/adapter-sqlite/src/scrub.test.ts'];

export const faults: Faults = {
  'held-and-done-all-the-same': {
    file: `${APP}/background/maintenance.ts`,
    find: '    return [];\n  }\n  known.delete(HELD);',
    replace: '  }\n  known.delete(HELD);',
    breaks: 'The command says that nightly maintenance waits, although it runs.',
    tests: NIGHTS,
  },
  'erase-by-the-process-clock': {
    file: `${APP}/operator/guests.ts`,
    find: 'aheadFromMs(await readTime(app))',
    replace: 'app.clock.nowMs()',
    breaks: 'A process with a fast clock erases a guest with a future booking.',
    tests: [`${APP}/operator/guests.test.ts`],
  },
  'all-counted-first': {
    file: `${APP}/developer/sandbox.ts`,
    find: '  await count(app, `from ${clientAddress}`, SIGN_UPS.ofAddress);',
    replace:
      "  await count(app, 'all', SIGN_UPS.ofAll);\n  await count(app, `from ${clientAddress}`, SIGN_UPS.ofAddress);",
    breaks: 'One client can use up the sandbox sign-ups of all others.',
    tests: SIGN_UPS,
  },
  'tags-counted-apart': {
    file: `${APP}/developer/sandbox.ts`,
    find: 'mailboxKeyOf(email)',
    replace: 'email',
    breaks: 'An e-mail address with different tags gets unlimited e-mails.',
    tests: SIGN_UPS,
  },
  'erased-and-left-in-the-log': {
    file: 'packages/adapter-sqlite/src/scrub.ts',
    find: 'wal_checkpoint(TRUNCATE)',
    replace: 'wal_checkpoint(PASSIVE)',
    breaks: 'An erased guest stays in the event log.',
    tests: SCRUB,
  },
};
