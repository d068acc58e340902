import { BookingError, limits } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { pageAnswer } from '../web/page.ts';
import { type PageContext, type PageRoute, type RequestInput, rootOf } from '../web/page-route.ts';
import {
  EMPTY_FORM,
  keyPage,
  lookIntoMailPage,
  mailAwaitedPage,
  mailPage,
  makeKeyPage,
  signUpPage,
  type SignUpForm,
  tooManyKeysPage,
  tooOftenPage,
} from './sandbox-pages.ts';
import { callerOf, consoleCookies } from '../console/visitor.ts';
import type { ConsoleDemo } from '../console/demo/demo-entry.ts';

export interface SandboxContext extends PageContext {
  readonly demoLocationId: string;
  /** The base path of the endpoints: `/v1/partner-api`. */
  readonly basePath: string;
  /** The folder of mails that are only written to files; null if they are sent. */
  readonly mailFolder: string | null;
  /** The demo restaurant's console; null: none. */
  readonly demo: Pick<ConsoleDemo, 'locationId'> | null;
}

export function sandboxRoutes(context: SandboxContext): readonly PageRoute[] {
  const { engine } = context;
  return [
    {
      path: '/sandbox',
      read: async () => pageAnswer(signUpPage(rootOf(context), EMPTY_FORM)),
      change: (input) => signUp(context, input),
    },
    {
      path: '/sandbox/mail',
      read: (input) => readMail(context, input),
    },
    {
      path: '/sandbox/:token',
      read: async ({ token }) =>
        pageAnswer(makeKeyPage(`${rootOf(context)}/sandbox/${token}`, await engine.sandbox.open(token))),
      change: async (input) => {
        await engine.sandbox.open(input.token); // the form is read only if the link is valid
        await input.readForm();
        return takeKey(context, input);
      },
    },
  ];
}

/** Mails are files, and this browser is signed in as a manager of the demo restaurant, by the link that the server printed (D55). */
async function canReadMail(
  { engine, publicUrl, mailFolder, demo }: SandboxContext,
  { headers }: RequestInput,
): Promise<boolean> {
  if (mailFolder === null || demo === null) return false;
  const caller = await callerOf(engine, consoleCookies(publicUrl()).read(headers.get('cookie'), 'session'));
  const roles = caller?.roles ?? [];
  return roles.some(({ locationId, role }) => locationId === demo.locationId && role === 'manager');
}

/** The mail of a sign-up, so that developers need not search a folder for it. No other mail is shown. */
async function readMail(context: SandboxContext, input: RequestInput): Promise<Answer> {
  if (!(await canReadMail(context, input))) throw new BookingError('link_unknown');
  const { newestWrittenMail } = await import('../mail/written-mail.ts');
  const wish = { kind: 'sign-up', sinceMs: Number(input.query['since'] ?? 0) || 0 };
  const mail = await newestWrittenMail(context.mailFolder!, wish);
  return pageAnswer(mail ? mailPage(mail, context.publicUrl()) : mailAwaitedPage());
}

async function signUp(context: SandboxContext, input: RequestInput): Promise<Answer> {
  const { readForm, clientAddress } = input;
  const root = rootOf(context);
  const sinceMs = context.nowMs();
  const { email = '', system = '' } = await readForm();
  const typed = { email: email.trim(), system: system.trim() };
  try {
    await context.engine.sandbox.signUp({ email: typed.email, system: typed.system, clientAddress });
    const { mailFolder } = context;
    const isShown = await canReadMail(context, input);
    const mailLink = isShown ? `${root}/sandbox/mail?since=${sinceMs}` : null;
    return pageAnswer(lookIntoMailPage(root, { email: typed.email, mailFolder, mailLink }));
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    if (error.code === 'rate_limited') return pageAnswer(tooOftenPage(root));
    if (error.code === 'invalid_request') return pageAnswer(signUpPage(root, faultyForm(typed, error)));
    throw error;
  }
}

const EMAIL_FAULT = 'Please enter an e-mail address, such as you@example.com.';
const SYSTEM_FAULT = `Please enter the name of your system, in at most ${limits.SYSTEM_LENGTH_MAX} characters.`;

/** The engine names the first fault; a second empty field is marked too. */
function faultyForm(
  typed: Pick<SignUpForm, 'email' | 'system'>,
  { path: [field] }: BookingError,
): SignUpForm {
  if (field !== 'email' && field !== 'system')
    return { ...typed, faults: { form: 'This server sends no mail, so it gives no keys.' } };
  return {
    ...typed,
    faults: {
      ...(field === 'email' && { email: EMAIL_FAULT }),
      ...((field === 'system' || typed.system === '') && { system: SYSTEM_FAULT }),
    },
  };
}

async function takeKey(context: SandboxContext, { token }: RequestInput): Promise<Answer> {
  const { demoLocationId, basePath, publicUrl, engine, nowMs, demo } = context;
  try {
    const made = await engine.sandbox.takeKey({ locationId: demoLocationId, token });
    const baseUrl = `${publicUrl()}${basePath}`;
    return pageAnswer(
      keyPage(made, {
        root: rootOf(context),
        baseUrl,
        locationId: demoLocationId,
        nowMs: nowMs(),
        hasConsole: demo !== null,
      }),
    );
  } catch (error) {
    if (BookingError.is(error) && error.code === 'conflict') return pageAnswer(tooManyKeysPage());
    throw error;
  }
}
