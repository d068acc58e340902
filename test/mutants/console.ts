/** Access to the console: links, cookies, forms, origins, sessions. */
import type { Faults } from './run/fault.ts';

const CONSOLE = 'packages/adapter-http/src/console';

const forms: Faults = {
  'console-form-token-of-any-session': {
    file: `${CONSOLE}/visitor.ts`,
    find: "createHmac('sha256', secret)",
    replace: "createHmac('sha256', 'bord')",
    breaks: 'Whoever is signed in knows the token of all others.',
    tests: [`${CONSOLE}/visitor.test.ts`],
    titled: 'D44 the token of a form',
  },
  'console-nameless-origin': {
    file: `${CONSOLE}/visitor.ts`,
    find: 'if (origin === null || !URL.canParse(origin)) return false;',
    replace: "if (origin === null || origin === 'null') return true;",
    breaks: 'A page that hides where it is sends forms with the cookies of who looks at it.',
    tests: [`${CONSOLE}/visitor.test.ts`],
    titled: 'D44 with cookies',
  },
};

const sessions: Faults = {
  'console-cookie-for-scripts': {
    file: `${CONSOLE}/visitor.ts`,
    find: "'HttpOnly',",
    replace: "'Partitioned',",
    breaks: 'A script reads the session.',
    tests: [`${CONSOLE}/visitor.test.ts`],
    titled: 'D44 over https',
  },
};

export const faults: Faults = { ...forms, ...sessions };
