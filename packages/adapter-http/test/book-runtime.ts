/** A restaurant with a booking page, and a guest at it, without a browser. */
import { type BookingPage, definePlan, type Mailer, type PlanDescription } from '@bord/engine';
import { mountPages } from '@bord/adapter-http/pages';
import { MAILER, openRuntime } from './runtime.ts';

export const ALIAS = 'sjobaren';
const ORIGIN = 'http://x';

type Message = Parameters<Mailer['send']>[0];

/** A table for two on the terrace, and one for four in the hall, each day from 17 to 23. */
export const plan = (page: Partial<BookingPage> = {}, more: Partial<PlanDescription> = {}) =>
  definePlan({
    name: 'Sjöbaren',
    alias: ALIAS,
    timeZone: 'Europe/Stockholm',
    language: 'sv',
    contact: { address: 'Strandvägen 1', phone: '08-123 45 67', email: 'hej@sjobaren.example' },
    guestRetentionDays: 30,
    areas: [
      { id: 'terrace', name: 'Terrassen' },
      { id: 'hall', name: 'Salen' },
    ],
    tables: [
      { id: 'T1', seatsMin: 1, seatsMax: 2, area: 'terrace' },
      { id: 'H1', seatsMin: 2, seatsMax: 4, area: 'hall' },
    ],
    servicePeriods: [
      { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
    ],
    bookingPage: page,
    ...more,
  });

/** The page that a guest sees. */
export interface Seen {
  readonly status: number;
  readonly url: string;
  readonly text: string;
  readonly headers: Headers;
  /** The form with a button of this label: its fields as a browser sends them. */
  form(label: string): { readonly action: string; readonly fields: Record<string, string> };
}

export async function openBook(page: Partial<BookingPage> = {}, more: Partial<PlanDescription> = {}) {
  const sent: Message[] = [];
  const mailer = { ...MAILER, send: async (message: Message) => void sent.push(message) };
  const runtime = await openRuntime({ mailer });
  const { api, engine, clock } = runtime;
  const { location: restaurant } = await engine.operator.locations.apply(plan(page, more), null);
  const limits = { perToken: 10_000, perAddress: 10_000, windowMs: 60_000 };
  mountPages({
    api,
    engine,
    demoLocationId: null,
    publicUrl: () => ORIGIN,
    mailFrom: 'a@b.se',
    bookingPage: true,
    startPage: true,
    limits,
    nowMs: clock.nowMs,
  });

  async function ask(path: string, init: RequestInit = {}, ip = '192.0.2.1'): Promise<Seen> {
    const answer = await api.fetch(Object.assign(new Request(new URL(path, ORIGIN), init), { ip }));
    const location = answer.headers.get('location');
    if (answer.status === 303 && location !== null) return ask(location, {}, ip);
    const text = await answer.text();
    const form = (label: string) => formIn(text, label);
    return { status: answer.status, url: path, text, headers: answer.headers, form };
  }

  const post = (action: string, fields: Record<string, string>, ip?: string): Promise<Seen> =>
    ask(action, { method: 'POST', body: new URLSearchParams(fields) }, ip);

  /** Presses the first button with this label or value, with typed fields. */
  const press = (
    seen: Seen,
    label: string,
    typed: Record<string, string> = {},
    ip?: string,
  ): Promise<Seen> => {
    const { action, fields } = seen.form(label);
    return post(action, { ...fields, ...typed }, ip);
  };
  /** The path of the link in the latest e-mail of the booking page. */
  async function mailedLink(): Promise<string> {
    await engine.background.deliverDue();
    const token = sent
      .flatMap((message) => ('alias' in message && message.token !== null ? [message.token] : []))
      .at(-1);
    return `/book/${ALIAS}/link/${token}`;
  }
  return { ...runtime, restaurant, sent, mailedLink, ask, post, press };
}

function formIn(text: string, label: string): { action: string; fields: Record<string, string> } {
  for (const [, head = '', body = ''] of text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)) {
    const buttons = [...body.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)];
    const button = buttons.find(
      ([, , inside = '']) =>
        inside
          .replaceAll(/<[^>]*>/g, '')
          .replaceAll('&nbsp;', ' ')
          .trim() === label,
    );
    if (!button) continue;
    const fields: Record<string, string> = {};
    const put = (tag: string): void => {
      const name = attribute(tag, 'name');
      if (name !== null) fields[name] = attribute(tag, 'value') ?? '';
    };
    for (const [tag] of body.matchAll(/<input[^>]*>/g)) put(tag);
    for (const [, tag = '', inside = ''] of body.matchAll(/<textarea([^>]*)>([\s\S]*?)<\/textarea>/g))
      fields[attribute(tag, 'name')!] = decoded(inside).trim();
    for (const [, tag = '', inside = ''] of body.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
      const options = [...inside.matchAll(/<option([^>]*)>([^<]*)/g)];
      const chosen = options.find(([, option = '']) => option.includes('selected')) ?? options[0];
      if (chosen) fields[attribute(tag, 'name')!] = attribute(chosen[1]!, 'value') ?? chosen[2]!.trim();
    }
    put(button[1]!);
    return { action: attribute(button[1]!, 'formaction') ?? attribute(head, 'action')!, fields };
  }
  throw new Error(`no button ${label} in ${text.slice(text.indexOf('<main>'))}`);
}

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(` ${tag}`);
  return found ? decoded(found[1]!) : null;
}

function decoded(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
