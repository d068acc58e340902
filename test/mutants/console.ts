/** Who comes into the console: links, cookies, forms, origins, sessions. */
import type { Fault } from './run/fault.ts';

const CONSOLE = 'packages/adapter-http/src/pages/console';
const SIGN_IN = `${CONSOLE}/mount-console.test.ts`;
const DOORS = `${CONSOLE}/console-doors.test.ts`;

const signingIn: readonly Fault[] = [
  {
    name: 'console-link-for-any-browser',
    file: 'packages/engine/src/app/staff/sign-in.ts',
    find: '    !isTokenOf(browser, found.link.browserHash) ||\n',
    replace: '',
    breaks: 'Whoever gets hold of a mail signs in with its link.',
    tests: [SIGN_IN],
    titled: 'D44 a link signs in the browser that asked',
  },
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
    name: 'console-leads-anywhere',
    file: `${CONSOLE}/visitor.ts`,
    find: 'return origin === base && isConsole &&',
    replace: 'return isConsole &&',
    breaks: 'A link to the sign-in leads on to a page of somebody else’s.',
    tests: [`${CONSOLE}/visitor.test.ts`],
    titled: 'goes on to a page of the console',
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
    name: 'console-foreign-form',
    file: `${CONSOLE}/mount-console.ts`,
    find: 'isOwnPage(request.headers, new URL(context.publicUrl()).origin)',
    replace: 'true',
    breaks: 'A page of another site sends forms with the cookies of who looks at it.',
    tests: [SIGN_IN],
    titled: 'D44 a form',
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
    name: 'console-signed-out-in-the-browser-alone',
    file: `${CONSOLE}/person-routes.ts`,
    find: 'await engine.signIn.leave(session);',
    replace: 'await engine.signIn.caller(session);',
    breaks: 'Who has copied the cookie goes on after its owner has signed out.',
    tests: ['test/browser/console-sign-in.test.ts'],
    titled: 'D44 signing out ends the session',
  },
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
    name: 'console-open-without-encryption',
    file: `${CONSOLE}/visitor.ts`,
    find: 'return LOOPBACK.test(hostname) &&',
    replace: 'return true ||',
    breaks: 'Names of guests are read on the way.',
    tests: [DOORS],
    titled: 'D44 without encryption',
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
  {
    name: 'console-last-page-for-anybody',
    file: `${CONSOLE}/last-pages.ts`,
    find: ' || !signIn.recall(visitor.session)',
    replace: '',
    breaks: 'Who has signed out reads the evening while the database is away.',
    tests: [`${CONSOLE}/last-pages.test.ts`],
    titled: 'D44 it is shown to nobody else',
  },
  {
    name: 'console-last-pages-without-end',
    file: `${CONSOLE}/last-pages.ts`,
    find: 'if (length <= lengthMax) return;',
    replace: 'if (length >= 0) return;',
    breaks: 'Every page that was ever shown stays in memory.',
    tests: [`${CONSOLE}/last-pages.test.ts`],
    titled: 'so much is kept',
  },
  {
    name: 'console-form-of-who-was-signed-out',
    file: 'packages/adapter-http/src/pages/console/mount-console.ts',
    find: 'return now ? handle({ ...now, form }, arrival) : signInFirst(arrival.visitor);',
    replace: 'return now ? handle({ ...input, form }, arrival) : handle({ ...input, form }, arrival);',
    breaks: 'Who is removed while she sends a form, byte by byte, does what it says.',
    tests: ['test/console/access-in-flight.test.ts'],
  },
];

export const faults: readonly Fault[] = [...signingIn, ...forms, ...sessions];
