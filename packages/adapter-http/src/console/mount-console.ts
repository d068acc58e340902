/** The staff console: `/console`. */
import { BookingError, type Role } from '@bord/engine';
import { type Answer, wholeSeconds } from '../http/answer.ts';
import { errorAnswer } from '../http/errors.ts';
import type { PartnerApi, Work } from '../http/partner-api.ts';
import { consoleWordsIn } from '../i18n/languages.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Query } from '../web/page-route.ts';
import { html } from '../web/html.ts';
import { createPageCounter, type PageLimits } from '../web/page-limits.ts';
import { readForm } from '../web/read-form.ts';
import { consoleFault, faultKindOf } from './bare-page.ts';
import { assetAnswer } from './console-assets.ts';
import { consoleRedirect } from './console-document.ts';
import type { ConsoleContext, ConsoleInput, ConsoleRoute, PersonInput } from './console-route.ts';
import { consoleRoutes } from './console-routes.ts';
import { createLastPages, type LastPages } from './last-pages.ts';
import { meRoutes } from './me-routes.ts';
import { packedAnswer } from './packed-answer.ts';
import { personRoutes, type SessionInput } from './person-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { signInRoutes, type VisitorRoute } from './sign-in-routes.ts';
import {
  callerOf,
  formTokenOf,
  isFormToken,
  isOwnPage,
  isPrivate,
  languageFor,
  type Site,
  siteAt,
  type Visitor,
  visitorOf,
} from './visitor.ts';

/** Rate limits of console pages. A tablet on a busy day requests a page every few seconds; a restaurant shares one IP address. */
const CONSOLE_LIMITS: PageLimits = { perToken: 1200, perAddress: 6000, windowMs: 60_000 };

export interface ConsoleMounting {
  readonly api: Pick<PartnerApi, 'route'>;
  readonly clientAddress: ClientAddress;
  readonly limits?: PageLimits | undefined;
}

/** A request whose sender has not been identified yet. */
interface Arrival {
  readonly visitor: Visitor;
  readonly clientAddress: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly readForm: () => Promise<Query>;
}

type Handling = (arrival: Arrival) => Promise<Answer>;

const visitorRoutes = (context: ConsoleContext): readonly VisitorRoute[] => [
  ...signInRoutes(context),
  ...passkeyRoutes(context),
];

export function mountConsole(context: ConsoleContext, { api, clientAddress, limits }: ConsoleMounting): void {
  const counter = createPageCounter(limits ?? CONSOLE_LIMITS);
  const lastPages = createLastPages(context.engine);
  let known: Site | undefined;
  const siteNow = (): Site => (known ??= siteAt(context.publicUrl()));
  const dress = dressed(siteNow);

  const arriving =
    (handle: Handling, read: FormReading = readForm): Work =>
    async (request, ids, receive) => {
      const site = siteNow();
      const visitor = visitorOf(site, request, context.nowMs());
      if (!isPrivate(site.publicUrl, request.headers)) return consoleFault(visitor, 'insecure', 403);
      const address = clientAddress(request);
      const waitMs = counter.waitMs({ address, token: visitor.session ?? '' });
      if (waitMs > 0)
        return errorAnswer('rate_limited', ['retry-after', `${wholeSeconds(waitMs)}`], 'Too often');
      const owners = visitor.session === null ? [address] : [address, visitor.session];
      return handle({ visitor, clientAddress: address, ids, readForm: () => receive(read, owners) });
    };
  const sent = (handle: Handling, read: FormReading = readForm): Work => {
    const arrived = arriving(handle, read);
    return async (request, ...rest) =>
      isOwnPage(request.headers, siteNow().origin)
        ? arrived(request, ...rest)
        : consoleFault(visitorOf(siteNow(), request, context.nowMs()), 'foreign', 403);
  };
  const add = (
    path: string,
    read: Handling,
    change: Handling | null,
    { readForm: reading }: Pick<ConsoleRoute, 'readForm'> = {},
  ): void => {
    const works: Record<string, Work> = {
      GET: arriving(read),
      ...(change && { POST: sent(change, reading) }),
    };
    api.route(path, works, { dress });
  };

  for (const { path, read, change } of visitorRoutes(context))
    add(
      path,
      read,
      change ? async (arrival) => change({ ...arrival, form: await arrival.readForm() }) : null,
    );
  for (const { path, read, change } of [...personRoutes(context), ...meRoutes(context)])
    add(path, asPerson(context, read), change ? asSender(context, change) : null);
  for (const route of consoleRoutes(context)) {
    const { read, change } = atHouseOf(context, lastPages, route);
    add(route.path, read, change, route);
  }
  api.route('/console/assets/:file', {
    GET: async ({ headers }, { file = '' }) => assetAnswer(file, headers) ?? errorAnswer('path_not_found'),
  });
  api.route('/console/**', async () => errorAnswer('path_not_found'), { dress });
}

type FormReading = NonNullable<ConsoleRoute['readForm']>;

function atHouseOf(
  context: ConsoleContext,
  lastPages: LastPages,
  { read, change, role, changeRole = role }: ConsoleRoute,
): { readonly read: Handling; readonly change: Handling | null } {
  const reading = asPerson(context, async (input, { ids, visitor }) => {
    const here = await atHouse(input, ids, role);
    return packedAnswer(lastPages.keep(visitor, here, await read(here)), visitor.headers);
  });
  const changing =
    change &&
    asSender(context, async (input, { ids }) => {
      const here = await atHouse(input, ids, changeRole);
      return change({ ...here, form: input.form });
    });
  return { read: lastPages.orLast(reading), change: changing ?? null };
}

/** Handles requests of signed-in members, and redirects others to the sign-in. */
function asPerson(
  context: ConsoleContext,
  handle: (input: SessionInput, arrival: Arrival) => Promise<Answer>,
): Handling {
  return async (arrival) => {
    const input = await personOf(context, arrival.visitor);
    return input ? handle(input, arrival) : signInFirst(arrival.visitor);
  };
}

/** The same for a form, which must have the token of this session. */
function asSender(
  context: ConsoleContext,
  handle: (input: SessionInput & { readonly form: Query }, arrival: Arrival) => Promise<Answer>,
): Handling {
  return async (arrival) => {
    const { visitor } = arrival;
    const { session } = visitor;
    if (session === null || !(await callerOf(context.engine, session))) return signInFirst(visitor);
    const form = await arrival.readForm();
    if (!isFormToken(session, form['token'])) return consoleFault(visitor, 'foreign', 403);
    // A form can take seconds to arrive, and its sender might have been signed out since.
    const now = await personOf(context, visitor);
    return now ? handle({ ...now, form }, arrival) : signInFirst(visitor);
  };
}

async function personOf({ engine }: ConsoleContext, visitor: Visitor): Promise<SessionInput | null> {
  const { session, cookies } = visitor;
  const caller = await callerOf(engine, session);
  if (session === null || caller === null) return null;
  return {
    ...visitor,
    caller,
    staff: engine.staff(caller),
    session,
    writeCookie: (name, value) => cookies.write(name, value),
    formToken: formTokenOf(session),
  };
}

/** A page that the script requests is not replaced by a form: the script gets a status, and a text with a link. */
function signInFirst(visitor: Visitor): Answer {
  const { headers, root, target, wantsFragment, words } = visitor;
  const to = `${root.slice(0, -'/console'.length)}${target}`;
  const isScript = wantsFragment || headers.get('accept') === 'text/event-stream';
  const form = consoleRedirect(`${root}/sign-in?to=${encodeURIComponent(to)}`);
  if (!isScript) return form;
  const { title, again } = words.signIn;
  const body = html`<p>${again} <a href="${root}/sign-in" target="_blank">${title}</a></p>`;
  return { ...form, status: 401, body: body.markup };
}

async function atHouse(
  input: PersonInput,
  { location: named = '', ...others }: Readonly<Record<string, string>>,
  needed: Role | undefined,
): Promise<ConsoleInput> {
  for (const { location, role } of await input.staff.locations()) {
    const path = location.alias ?? location.id;
    if (named !== location.id && named !== path) continue;
    if (needed === 'manager' && role !== 'manager') throw new BookingError('role_missing');
    const house = input.staff.at(location.id);
    return { ...input, house, location, role, here: `${input.root}/${path}`, ids: others };
  }
  throw new BookingError('location_not_found');
}

/** Shows errors as pages instead of the API's error bodies. */
function dressed(siteNow: () => Site): (answer: Answer, request: HttpRequest) => Answer {
  return (answer, { headers }) => {
    const { root, cookies } = siteNow();
    const language = languageFor(headers, cookies);
    const reader = { language, words: consoleWordsIn(language), root };
    const page = consoleFault(reader, faultKindOf(answer.status), answer.status);
    return { ...page, headers: [...(answer.headers ?? []), ...(page.headers ?? [])] };
  };
}
