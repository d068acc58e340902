/** Access to the console: links, cookies, forms, origins, sessions. */
import type { Faults } from './run/fault.ts';

const CONSOLE = 'packages/adapter-http/src/console';

const forms: Faults = {
  'console-form-token-of-any-session': {
    file: `${CONSOLE}/visitor.ts`,
    find: "createHmac('sha256', secret)",
    replace: "createHmac('sha256', 'bord')",
    breaks: 'All members of the staff share one form token.',
    tests: [`${CONSOLE}/visitor.test.ts`],
    titled: 'D44 the token of a form',
  },
  'console-nameless-origin': {
    file: `${CONSOLE}/visitor.ts`,
    find: 'if (origin === null || !URL.canParse(origin)) return false;',
    replace: "if (origin === null || origin === 'null') return true;",
    breaks: 'A page without an origin can send forms with the user’s cookies.',
    tests: [`${CONSOLE}/visitor.test.ts`],
    titled: 'D44 with cookies',
  },
};

const sessions: Faults = {
  'console-cookie-for-scripts': {
    file: `${CONSOLE}/visitor.ts`,
    find: "'HttpOnly',",
    replace: "'Partitioned',",
    breaks: 'A script can read the session cookie.',
    tests: [`${CONSOLE}/visitor.test.ts`],
    titled: 'D44 over https',
  },
};

export const faults: Faults = { ...forms, ...sessions };
