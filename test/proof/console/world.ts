/** A restaurant in service, its messages, and the page of one host with a network that can fail. */
import type { Booking, Message } from '@bord/engine';
import type { Browser, Page, Route } from 'playwright-core';
import { HERE, LOCATION_ID, MINUTE_MS, SIX_MS, startConsole } from '../../browser/live-servers.ts';
import type { StorageKind } from '../../support/storages.ts';
import { noteFailures, shimTimeouts, tapTwice } from './in-page.ts';

/** Planted faults that the comparison must find. */
export const CONTROLS = ['dropped', 'twice', 'mailed'] as const;
export type Control = (typeof CONTROLS)[number];
/** Part of the message of each when it is found. */
export const FINDINGS: Readonly<Record<Control, string>> = {
  dropped: 'without effect',
  twice: 'done twice',
  mailed: 'has left',
};

/**
 * `unsent`: 500, and the server did not get it. `busy`: 429. `unanswered`: done, and the connection breaks. `slow`: done, and answered after 30 s. `late`: the request comes to
 * the server after 30 s. `rival`: a second device changes the same party first. `restart`: the server is down.
 */
export const FAULTS = [
  'offline',
  'unsent',
  'busy',
  'unanswered',
  'slow',
  'late',
  'rival',
  'restart',
] as const;
export type Fault = (typeof FAULTS)[number] | 'none';

export const UNDO_WINDOW_MS = 15_000;

/** A message that has left. */
interface Sent {
  readonly bookingId: string;
  readonly what: string;
  /** When the change was made that it reports, to the second. */
  readonly madeMs: number;
  /** `status startMs endMs partySize`; of an e-mail without the end. */
  readonly facts: string;
}

export interface World {
  readonly page: Page;
  /** The address of the server. */
  readonly home: string;
  readonly sent: readonly Sent[];
  /** The author of the host's changes. */
  readonly host: string;
  /** The fault of the actions that are sent from now on. */
  meet(fault: Fault): void;
  nowMs(): number;
  /** Time passes, and messages that are due leave. */
  pass(ms: number): Promise<void>;
  bookings(): Promise<readonly Booking[]>;
  /** Blocks of tables that exist. */
  blocks(): Promise<readonly string[]>;
  /** A party that has booked by telephone, with an e-mail address. */
  book(minutes: number, name: string, partySize: number): Promise<void>;
  /** Requests of the page that are not answered yet. */
  waiting(): number;
  /** Answers what is held back: 30 seconds have passed. */
  release(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const URL_OF_ACTIONS = /\/console\/[^/]+\/(?:bookings\/[^/]+\/|walk-in|block)/;

export async function openWorld(
  browser: Browser,
  kind: StorageKind,
  next: (below: number) => number,
  control: Control | null,
): Promise<World> {
  let nowMs = SIX_MS;
  const sent: Sent[] = [];
  const runtime = await startConsole({
    kind,
    clock: { nowMs: () => nowMs },
    ports: {
      mailer: {
        isLocal: false,
        send: async (message) => noteMail(sent, message),
        erase: async () => 0,
        purge: async () => 0,
        close: async () => undefined,
      },
      webhooks: {
        checkUrl: () => null,
        async post({ body }) {
          noteEvent(sent, body);
          return { kind: 'answered', status: 200, start: '' };
        },
        close: async () => undefined,
      },
    },
  });
  const [engine] = runtime.engines;
  const { operator } = engine!;
  await operator.webhooks.add({
    partner: null,
    url: 'https://till.example/bord',
    locationIds: [LOCATION_ID],
  });
  const { page, url, session } = await runtime.opened(browser, 'Ada', { path: `${HERE}/search` });
  const { staffId } = await engine!.signIn.caller(session);
  // On a busy machine, a page takes long.
  page.setDefaultNavigationTimeout(120_000);
  await page.clock.install({ time: nowMs });
  await page.addInitScript(shimTimeouts);
  await page.addInitScript(tapTwice);
  await page.addInitScript(noteFailures);
  const actionsOf = async (token: string) =>
    engine!.staff(await engine!.signIn.caller(token)).at(LOCATION_ID).bookings;
  const own = await actionsOf(session);
  const rival = await actionsOf(await runtime.sessionOf('Bo', 'host'));
  const extend = async (by: typeof own, id: string): Promise<unknown> =>
    by.extend(id, { untilMs: (await operator.bookings.read(id)).endMs + 15 * MINUTE_MS });

  /** Another device changes a booking, unless the change is refused. */
  async function interfere(id: string): Promise<void> {
    nowMs += 1000;
    const booking = await operator.bookings.read(id);
    const acts = [
      () => rival.edit(id, { notes: `note ${next(1000)}` }),
      () => rival.pin(id, !booking.pinned),
      () => rival.arrive(id),
      () => extend(rival, id),
      () => rival.move(id, { partySize: 1 + next(4) }),
    ];
    await acts[next(acts.length)]!().catch(() => undefined);
    nowMs += 1000;
  }

  let fault: Fault = 'none';
  /** Opens when 30 seconds have passed. */
  let gate = Promise.withResolvers<void>();
  const waiting = new Set<unknown>();
  const inWork = new Set<Promise<void>>();

  async function handle(route: Route, met: Fault, opened: Promise<void>): Promise<void> {
    const id = /\/bookings\/([^/]+)\//.exec(route.request().url())?.[1];
    if (met === 'unsent') return route.fulfill({ status: 500, body: 'fault' });
    if (met === 'busy') return route.fulfill({ status: 429, headers: { 'retry-after': '5' }, body: 'busy' });
    if (met === 'late') await opened;
    if (met === 'rival' && id !== undefined) await interfere(id);
    if (control === 'dropped')
      return route.fulfill({ response: await route.fetch({ method: 'GET', url: `${url}${HERE}` }) });
    if (control === 'twice' && id !== undefined) {
      const response = await route.fetch({ maxRedirects: 0 });
      await extend(own, id).catch(() => undefined);
      return route.fulfill({ response });
    }
    if (met !== 'slow' && met !== 'late' && met !== 'unanswered') return route.continue();
    // The browser follows a redirection itself: otherwise, the page would have the address of the form.
    const response = await route.fetch({ maxRedirects: 0 });
    if (met === 'slow') await opened;
    return met === 'slow' ? route.fulfill({ response }) : route.abort('connectionreset');
  }

  await page.route(URL_OF_ACTIONS, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    // The page may have given up, or left.
    const work = handle(route, fault, gate.promise).catch(() => undefined);
    inWork.add(work);
    return work.finally(() => inWork.delete(work));
  });
  page.on('request', (request) => request.resourceType() !== 'eventsource' && waiting.add(request));
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  page.on('framenavigated', (frame) => frame === page.mainFrame() && waiting.clear());

  let start: (() => Promise<void>) | null = null;
  const world: World = {
    page,
    home: url,
    sent,
    host: `staff:${staffId}`,
    meet(given) {
      fault = given;
      if (given !== 'none') gate = Promise.withResolvers();
    },
    nowMs: () => nowMs,
    async pass(ms) {
      // A worker whose clock is ahead sends before the undo window is over.
      const aheadMs = control === 'mailed' ? UNDO_WINDOW_MS : 0;
      nowMs += ms + aheadMs;
      await runtime.pass(ms + aheadMs);
      await engine!.background.deliverDue();
      nowMs -= aheadMs;
    },
    bookings: runtime.all,
    blocks: async () => (await operator.at(LOCATION_ID).tables.blocks()).map(({ id }) => id),
    async book(minutes, name, partySize) {
      const startMs = Math.ceil(nowMs / (15 * MINUTE_MS)) * 15 * MINUTE_MS + minutes * MINUTE_MS;
      const guest = { name, email: `${name.toLowerCase().replace(' ', '.')}@guest.example` };
      await operator.at(LOCATION_ID).bookings.create({ startMs, partySize, guest });
      // Messages name the change that they report by its second.
      nowMs += 1000;
    },
    waiting: () => waiting.size,
    async release() {
      gate.resolve();
      await Promise.all(inWork);
    },
    async stop() {
      const { stopped, start: again } = runtime.restart();
      start = again;
      await stopped;
    },
    async start() {
      await start?.();
      start = null;
    },
    async close() {
      await world.start();
      await world.release();
      await runtime.close();
    },
  };
  return world;
}

function noteMail(sent: Sent[], message: Message): void {
  if (!('bookingId' in message)) return;
  const { bookingId, kind, madeMs, startMs, partySize } = message;
  if (kind === 'reminder') return;
  const status = kind === 'cancelled' ? 'cancelled' : 'confirmed';
  sent.push({ bookingId, what: `e-mail ${kind}`, madeMs, facts: `${status} ${startMs} ${partySize}` });
}

function noteEvent(sent: Sent[], body: string): void {
  const { type, created, data } = JSON.parse(body) as {
    type: string;
    created: number;
    data: { bookingId: string; status: string; startsAt: string; endsAt: string; partySize: number };
  };
  const { bookingId, status, startsAt, endsAt, partySize } = data;
  const facts = `${status} ${Date.parse(startsAt)} ${Date.parse(endsAt)} ${partySize}`;
  sent.push({ bookingId, what: type, madeMs: created * 1000, facts });
}
