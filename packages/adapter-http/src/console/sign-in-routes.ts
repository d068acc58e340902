import { randomBytes } from 'node:crypto';
import { BookingError, type Entered } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import type { Query } from '../web/page-route.ts';
import { browserName } from './browser-name.ts';
import { consoleFault } from './bare-page.ts';
import { consoleRedirect } from './console-document.ts';
import type { ConsoleContext } from './console-route.ts';
import { demoEntry } from './demo/demo-entry.ts';
import { eveningPath } from './demo/evening-path.ts';
import { relyingParty } from './passkey-verification.ts';
import { askPage, enterPage, lookIntoMailPage, stalePage, tooOftenPage } from './sign-in-pages.ts';
import { browserOf, callerOf, isFormToken, KNOWN_MAX, knownIn, type Visitor, wantedPath } from './visitor.ts';

interface VisitorInput {
  readonly visitor: Visitor;
  readonly ids: Readonly<Record<string, string>>;
  readonly clientAddress: string;
}

export interface VisitorRoute {
  readonly path: string;
  read(input: VisitorInput): Promise<Answer>;
  change?(input: VisitorInput & { readonly form: Query }): Promise<Answer>;
}

export function signInRoutes(context: ConsoleContext): readonly VisitorRoute[] {
  return [
    {
      path: '/console/sign-in',
      read: async ({ visitor }) => showForm(context, visitor),
      change: ({ visitor, clientAddress, form }) => ask(context, visitor, clientAddress, form),
    },
    {
      path: '/console/sign-in/:token',
      read: ({ visitor, ids }) => openLink(context, visitor, ids['token'] ?? ''),
      change: ({ visitor, ids, form }) => enter(context, visitor, ids['token'] ?? '', form),
    },
  ];
}

async function showForm(context: ConsoleContext, visitor: Visitor): Promise<Answer> {
  const { engine, publicUrl } = context;
  const { query, root, session, language, cookies, words } = visitor;
  const to = wantedPath(root, query['to']);
  const isAgain = query['again'] !== undefined;
  if (!isAgain && (await callerOf(engine, session))) return consoleRedirect(to);
  return askPage(visitor, {
    email: '',
    to,
    demo: demoEntry(context, visitor),
    takesPasskeys: relyingParty(publicUrl()) !== null,
    ...(query['passkey'] !== undefined && { passkeyFailed: true as const }),
    ...(query['out'] !== undefined && { notice: words.signIn.ended }),
    ...(isAgain && { notice: words.passkey.again }),
    headers: query['lang'] === language ? ['set-cookie', cookies.write('language', language)] : [],
  });
}

async function ask(
  { engine, mailFolder }: ConsoleContext,
  visitor: Visitor,
  clientAddress: string,
  form: Query,
): Promise<Answer> {
  const { cookies, language, root, words } = visitor;
  const email = (form['email'] ?? '').trim();
  const to = wantedPath(root, form['to']);
  const browser = browserOf(visitor) ?? newBrowser();
  try {
    await engine.signIn.ask({
      email,
      browser,
      browserMarks: knownIn(visitor),
      clientAddress,
      language,
      label: browserName(visitor.headers.get('user-agent')),
    });
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    if (error.code === 'rate_limited') return tooOftenPage(visitor);
    if (error.code !== 'invalid_request') throw error;
    const fault = error.path[0] === 'email' ? words.actions.form.badEmail : words.signIn.noMail;
    return askPage(visitor, { email, to, fault });
  }
  const headers = [
    'set-cookie',
    cookies.write('browser', browser),
    'set-cookie',
    cookies.write('to', Buffer.from(to).toString('base64url')),
  ];
  return lookIntoMailPage(visitor, { email, mailFolder, headers });
}

/** The random id of a browser. */
export function newBrowser(): string {
  return randomBytes(32).toString('base64url');
}

/** A new browser can open a link of the operator, which works in any browser. */
async function openLink({ engine, demo }: ConsoleContext, visitor: Visitor, token: string): Promise<Answer> {
  const browser = browserOf(visitor) ?? newBrowser();
  try {
    const { email } = await engine.signIn.open({ token, browser });
    return enterPage({ ...visitor, browser }, { token, email, isDemo: email === demo?.email });
  } catch (error) {
    return staleOr(error, visitor);
  }
}

async function enter(context: ConsoleContext, visitor: Visitor, token: string, form: Query): Promise<Answer> {
  const { engine } = context;
  const { cookies, headers } = visitor;
  const browser = browserOf(visitor);
  if (browser === null) return stalePage(visitor);
  if (!isFormToken(browser, form['token'])) return consoleFault(visitor, 'foreign', 403);
  try {
    const label = browserName(headers.get('user-agent'));
    const { email } = await engine.signIn.open({ token, browser });
    const wanted = Buffer.from(cookies.read(headers.get('cookie'), 'to') ?? '', 'base64url').toString();
    const to = wanted || (await demoEvening(context, visitor, email));
    const entered = await engine.signIn.enter({ token, browser, label });
    return await signedIn(context, visitor, entered, to);
  } catch (error) {
    return staleOr(error, visitor);
  }
}

/** The path of the prepared demo day, for the member of the demo restaurant; empty for all others. */
async function demoEvening(context: ConsoleContext, visitor: Visitor, email: string): Promise<string> {
  const { demo } = context;
  if (demo?.email !== email) return '';
  await demo.prepare();
  return eveningPath(context, demo, visitor);
}

/** Redirects to the requested page with the new session; the previous session of this browser ends. */
export async function signedIn(
  { engine }: Pick<ConsoleContext, 'engine'>,
  visitor: Visitor,
  { session, browserMark }: Entered,
  to: string,
): Promise<Answer> {
  const { session: before, cookies, root } = visitor;
  if (before !== null) await engine.signIn.leave(before);
  return consoleRedirect(wantedPath(root, to), [
    'set-cookie',
    cookies.write('session', session),
    'set-cookie',
    cookies.write('to', ''),
    ...(browserMark === null
      ? []
      : ['set-cookie', cookies.write('known', knownWith(browserMark, knownIn(visitor)))]),
  ]);
}

function knownWith(browserMark: string, known: readonly string[]): string {
  const others = known.filter((one) => one !== '' && one !== browserMark);
  return [browserMark, ...others].slice(0, KNOWN_MAX).join('.');
}

function staleOr(error: unknown, visitor: Visitor): Answer {
  if (BookingError.is(error) && error.code === 'link_unknown') return stalePage(visitor);
  throw error;
}
