import { BookingError, limits } from '@bord/engine';
import type { Answer } from '../answer.ts';
import { pageAnswer } from './page.ts';
import type { Asked, PageRoute } from './routes.ts';
import {
  EMPTY_FORM,
  keyPage,
  lookIntoMailPage,
  makeKeyPage,
  signUpPage,
  type SignUpForm,
  tooManyKeysPage,
  tooOftenPage,
} from './sandbox-pages.ts';
import { type Desk, rootOf } from './visit.ts';

export interface SandboxDesk extends Desk {
  readonly demoLocationId: string;
  /** Where the endpoints live: `/v1/partner-api`. */
  readonly basePath: string;
  /** Where mails go that are only written to files; null when they are really sent. */
  readonly mailFolder: string | null;
}

/** The sign-up for a sandbox key (§5.8, D20). */
export function sandboxRoutes(desk: SandboxDesk): readonly PageRoute[] {
  const { engine } = desk;
  return [
    {
      path: '/sandbox',
      read: async () => pageAnswer(signUpPage(rootOf(desk), EMPTY_FORM)),
      change: (asked) => signUp(desk, asked),
    },
    {
      path: '/sandbox/:token',
      read: async ({ token }) =>
        pageAnswer(makeKeyPage(`${rootOf(desk)}/sandbox/${token}`, await engine.sandbox.open(token))),
      change: async (asked) => {
        await engine.sandbox.open(asked.token); // nobody's form is waited for without a link
        await asked.readForm();
        return takeKey(desk, asked.token);
      },
    },
  ];
}

async function signUp(desk: SandboxDesk, { readForm, clientAddress }: Asked): Promise<Answer> {
  const root = rootOf(desk);
  const { email = '', system = '' } = await readForm();
  const typed = { email: email.trim(), system: system.trim() };
  try {
    await desk.engine.sandbox.signUp({ email: typed.email, system: typed.system, clientAddress });
    return pageAnswer(lookIntoMailPage(root, { email: typed.email, mailFolder: desk.mailFolder }));
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    if (error.code === 'rate_limited') return pageAnswer(tooOftenPage(root));
    if (error.code === 'invalid_request') return pageAnswer(signUpPage(root, faultyForm(typed, error)));
    throw error;
  }
}

const EMAIL_FAULT = 'Please enter an e-mail address, such as you@example.com.';
const SYSTEM_FAULT = `Please enter the name of your system, in at most ${limits.SYSTEM_LENGTH_MAX} characters.`;

/** The engine names the first fault; a second field that is empty is told of, too. */
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

async function takeKey(desk: SandboxDesk, token: string): Promise<Answer> {
  const { demoLocationId, basePath, publicUrl, engine, nowMs } = desk;
  try {
    const made = await engine.sandbox.takeKey({ locationId: demoLocationId, token });
    const baseUrl = `${publicUrl()}${basePath}`;
    return pageAnswer(
      keyPage(made, { root: rootOf(desk), baseUrl, locationId: demoLocationId, nowMs: nowMs() }),
    );
  } catch (error) {
    if (BookingError.is(error) && error.code === 'conflict') return pageAnswer(tooManyKeysPage());
    throw error;
  }
}
