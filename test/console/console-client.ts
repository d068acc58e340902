/** People of a restaurant who press the buttons of the console, over real HTTP and on every storage, without a browser. */
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { mountPages } from '@bord/adapter-http/pages';
import {
  type Booking,
  type BookingInput,
  type Clock,
  createEngine,
  type CreateOptions,
  type Engine,
  type LocationPlan,
  type Message,
  type Role,
} from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { onTestFinished } from 'vitest';
import { signedIn, tokenIn } from '../support/signed-in.ts';
import { type StorageKind, storages } from '../support/storages.ts';

/** 2026-12-04, a Friday, at eight in Stockholm. */
const EIGHT_MS = Date.UTC(2026, 11, 4, 19);
export const LOCATION_ID = fixtures.LOCATION_ID;
export const OTHER_ID = fixtures.OTHER_LOCATION_ID;
export const MINUTE_MS = 60_000;
export const at = (minutes: number): number => EIGHT_MS + minutes * MINUTE_MS;

/** Four tables in two areas, two of which can be joined; parties of two stay two hours. */
const plan: LocationPlan = fixtures.aPlan({
  name: 'Sjöbaren',
  freezeMinutes: 0,
  turnTimes: [{ partyMax: null, turnMinutes: 120 }],
  servicePeriods: [
    fixtures.aPeriod({ name: 'dinner', opensMinute: 17 * 60, closesMinute: 24 * 60, slotStepMinutes: 30 }),
  ],
  floorPlan: {
    tables: [
      fixtures.aTable('W1', { seatsMax: 2, area: 'window' }),
      fixtures.aTable('W2', { seatsMax: 2, area: 'window' }),
      fixtures.aTable('T4', { seatsMax: 4, area: 'hall' }),
      fixtures.aTable('T6', { seatsMin: 2, seatsMax: 6, area: 'hall' }),
    ],
    combinations: [{ tables: ['W1', 'W2'], seatsMin: 3, seatsMax: 4 }],
    wastedSeatsMax: null,
  },
});

/** The answer to a page or a form. */
interface Shown {
  readonly status: number;
  readonly html: string;
  /** Where a form has led; empty where it stayed. */
  readonly to: string;
}

/** A member of staff who is signed in. */
export interface Person {
  readonly id: string;
  /** The cookies of a browser: the session, and English. */
  readonly cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Shown>;
  /** Sends fields, with the session's token by default; the path is below the location. */
  post(path: string, fields?: Record<string, string>): Promise<Shown>;
  /** Opens a page, sends the form on it that goes to `action`, pressing the button with this name and value, and follows where it leads. */
  press(
    page: string,
    action: string,
    fields?: Record<string, string>,
  ): Promise<Shown & { readonly answer: Shown }>;
}

interface ConsoleWorld {
  readonly engine: Engine;
  readonly url: string;
  readonly clock: Clock & { pass(ms: number): void };
  readonly mails: readonly Message[];
  readonly faults: readonly unknown[];
  person(name: string, role?: Role, locationId?: string): Promise<Person>;
  /** The link in the newest mail to somebody who has asked to sign in. */
  signInLink(email: string): Promise<string>;
  booked(
    minutes: number,
    given?: Partial<BookingInput> & { name?: string },
    options?: CreateOptions,
  ): Promise<Booking>;
  read(id: string): Promise<Booking>;
  /** Delivers what is due by the clock. */
  deliver(): Promise<void>;
}

export async function aConsoleWorld(
  kind: StorageKind = storages[0]!,
  given: Partial<LocationPlan> = {},
): Promise<ConsoleWorld> {
  let nowMs = EIGHT_MS;
  const clock = { nowMs: () => nowMs, pass: (ms: number) => void (nowMs += ms) };
  const open = await kind.open(clock, { isDueByClock: true });
  const mails: Message[] = [];
  const engine = createEngine({
    storage: open.storage,
    clock,
    secretKeys: [new Uint8Array(32).fill(42)],
    mailer: {
      isLocal: false,
      send: async (message) => void mails.push(message),
      erase: async () => 0,
      purge: async () => 0,
      close: async () => undefined,
    },
  });
  await engine.operator.locations.apply({ ...plan, ...given }, LOCATION_ID);
  await engine.operator.locations.apply({ ...plan, name: 'Andra' }, OTHER_ID);
  const faults: unknown[] = [];
  const api = createPartnerApi({ engine, onError: (error) => void faults.push(error) });
  let url = '';
  const wide = { perToken: 1e6, perAddress: 1e6, windowMs: 60_000 };
  mountPages({
    api,
    engine,
    demoLocationId: LOCATION_ID,
    console: true,
    consoleDemo: { locationId: LOCATION_ID, email: 'demo@bord.invalid', prepare: async () => undefined },
    consoleLimits: wide,
    publicUrl: () => url,
    mailFrom: 'Bord <no-reply@bord.example>',
    nowMs: clock.nowMs,
    limits: wide,
    clientAddress: ({ headers }) => headers.get('x-test-address') ?? '192.0.2.1',
  });
  const server = await serveHttp({ api });
  url = server.url;
  onTestFinished(async () => {
    await server.close(0);
    engine.detach();
    await open.close();
  });

  const deliver = async (): Promise<void> => {
    await open.pass(0);
    await engine.background.deliverDue();
  };
  return {
    engine,
    url,
    clock,
    mails,
    deliver,
    faults,
    async person(name, role = 'host', locationId = LOCATION_ID) {
      const email = `${name.toLowerCase()}@sjobaren.example`;
      const { id, session } = await signedIn(engine, { email, name, role, locationId });
      return personOf(url, id, session, locationId);
    },
    async signInLink(email) {
      await deliver();
      const mail = mails.findLast((message) => message.kind === 'sign_in' && message.to === email);
      if (mail?.kind !== 'sign_in') throw new Error('no mail');
      return `${url}/console/sign-in/${mail.token}`;
    },
    async booked(minutes, { name = 'Berg', ...input } = {}, options) {
      const made = await engine.operator
        .at(LOCATION_ID)
        .bookings.create(
          { startMs: at(minutes), partySize: 2, ...input, guest: { name, ...input.guest } },
          options,
        );
      if (made.kind === 'refused') throw new Error(made.reason);
      return made.booking;
    },
    read: (id) => engine.operator.bookings.read(id),
  };
}

function personOf(url: string, id: string, session: string, locationId: string): Person {
  const port = new URL(url).port;
  const cookie = `bord_session_${port}=${session}; bord_language_${port}=en`;
  const base = `/console/${locationId}`;
  let token = '';
  const ask = async (
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
  ): Promise<Shown> => {
    const address = path.startsWith('/console') ? path : `${base}${path}`;
    const answer = await fetch(url + address, {
      redirect: 'manual',
      ...init,
      headers: { cookie, ...init.headers },
    });
    // As an editor has set them, tags go over several lines.
    const html = (await answer.text()).replaceAll(/<[^>]*>/g, (tag) => tag.replaceAll(/\s+/g, ' '));
    token = tokenIn(html) || token;
    return { status: answer.status, html, to: answer.headers.get('location') ?? '' };
  };
  const get: Person['get'] = (path, headers = {}) => ask(path, { headers });
  const post: Person['post'] = async (path, fields = {}) => {
    if (token === '') await get('/search');
    return ask(path, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, ...fields }).toString(),
    });
  };
  return {
    id,
    cookie,
    get,
    post,
    async press(page, action, fields = {}) {
      const { html } = await get(page);
      const answer = await post(action, { ...fieldsOf(html, action, fields), ...fields });
      const shown = answer.to === '' ? answer : await get(answer.to);
      return { ...shown, answer };
    },
  };
}

/**
 * The values of an untouched form: of several forms to one URL the first that has a button of this value, or the first.
 */
function fieldsOf(
  html: string,
  action: string,
  wanted: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const forms = [...html.matchAll(/<form [^>]*action="([^"]*)"[^>]*>([^]*?)<\/form>/g)].filter(([, to]) =>
    unescaped(to!).endsWith(action),
  );
  const hasButton = (form: string): boolean =>
    Object.entries(wanted).some(([name, value]) => form.includes(`name="${name}" value="${escaped(value)}"`));
  const form = (forms.find(([, , content]) => hasButton(content!)) ?? forms[0])?.[2];
  if (form === undefined) throw new Error(`no form to ${action}`);
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    const isChoice = /type="(?:radio|checkbox)"/.test(tag);
    if (name === undefined || (isChoice && !/ checked/.test(tag))) continue;
    fields[unescaped(name)] = unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  for (const [, name, text] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>\n?([^]*?)<\/textarea>/g))
    fields[name!] = unescaped(text!);
  for (const [, name, options] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>([^]*?)<\/select>/g)) {
    const chosen =
      /<option value="([^"]*)" selected/.exec(options!) ?? /<option value="([^"]*)"/.exec(options!);
    fields[name!] = unescaped(chosen?.[1] ?? '');
  }
  return fields;
}

/** The text that people read. */
export function textOf(html: string): string {
  return unescaped(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,:])/g, '$1')
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
