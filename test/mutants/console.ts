/** Who comes into the console: links, cookies, forms, origins, sessions. */
import type { Fault } from './run/fault.ts';

const CONSOLE = 'packages/adapter-http/src/console';
const SIGN_IN = `${CONSOLE}/mount-console.test.ts`;
const DOORS = `${CONSOLE}/console-doors.test.ts`;

const signingIn: readonly Fault[] = [
  {
    name: 'console-link-used-without-a-button',
    file: `${CONSOLE}/sign-in-routes.ts`,
    find: "if (!isFormToken(browser, form['token'])) return consoleFault(visitor, 'foreign', 403);",
    replace: '',
    breaks: 'A form of somebody else’s signs a person in.',
    tests: [SIGN_IN],
    titled: 'D44 a form that asks for a link, or uses one',
  },
  {
    name: 'console-session-goes-on-beside-the-new-one',
    file: `${CONSOLE}/sign-in-routes.ts`,
    find: 'if (before !== null) await engine.signIn.leave(before);',
    replace: '',
    breaks: 'A session that its browser has forgotten stays open.',
    tests: [SIGN_IN],
    titled: 'D44 nobody ends the session of another',
  },
];

const forms: readonly Fault[] = [
  {
    name: 'console-form-token-not-compared',
    file: `${CONSOLE}/mount-console.ts`,
    find: "if (!isFormToken(input.session, form['token'])) return consoleFault(arrival.visitor, 'foreign', 403);",
    replace: '',
    breaks: 'A form without the token of the session changes bookings.',
    tests: [SIGN_IN],
    titled: 'D44 a form is taken from a page of the same session alone',
  },
  {
    name: 'console-form-token-of-any-session',
    file: `${CONSOLE}/form-token.ts`,
    find: "createHmac('sha256', secret)",
    replace: "createHmac('sha256', 'bord')",
    breaks: 'Whoever is signed in knows the token of all others.',
    tests: [`${CONSOLE}/form-token.test.ts`],
    titled: 'D44 the token of a form',
  },
  {
    name: 'console-nameless-origin',
    file: `${CONSOLE}/own-origin.ts`,
    find: 'if (origin === null || !URL.canParse(origin)) return false;',
    replace: "if (origin === null || origin === 'null') return true;",
    breaks: 'A page that hides where it is sends forms with the cookies of who looks at it.',
    tests: [`${CONSOLE}/own-origin.test.ts`],
    titled: 'D44 where cookies go along',
  },
];

const sessions: readonly Fault[] = [
  {
    name: 'console-cookie-for-scripts',
    file: `${CONSOLE}/console-cookies.ts`,
    find: "'HttpOnly',",
    replace: "'Partitioned',",
    breaks: 'A script reads the session.',
    tests: [`${CONSOLE}/console-cookies.test.ts`],
    titled: 'D44 over https',
  },
  {
    name: 'console-managers-pages-for-hosts',
    file: `${CONSOLE}/mount-console.ts`,
    find: "if (needed === 'manager' && role !== 'manager') throw new BookingError('role_missing');",
    replace: '',
    breaks: 'Hosts open what is for managers.',
    tests: [DOORS],
    titled: 'D44 at a house where one does not work',
  },
];

export const faults: readonly Fault[] = [...signingIn, ...forms, ...sessions];
