/** Short stories, each executed once for every call of the storage with a fault there; and their final conditions. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  BookingError,
  type BookOutcome,
  type Engine,
  type GuestMessage,
  type MadeApiKey,
  type Message,
  type Storage,
  type WebhookRequest,
} from '@bord/engine';
import { verifyWebhook } from '@bord/engine/webhooks';
import { fixtures } from '@bord/engine/testing';
import type { OneFault } from './one-fault.ts';

/** The setting of a story: an engine on a storage with one fault, one endpoint of `acme`, and all sent messages. */
export interface Setting {
  readonly engine: Engine;
  /** The storage behind the fault. */
  readonly sound: Storage;
  readonly fault: Pick<OneFault, 'surely' | 'struck'>;
  /** The values that the operator saw. */
  readonly endpoint: { readonly id: string; readonly secret: string };
  readonly posts: readonly WebhookRequest[];
  readonly mails: readonly Message[];
  /** Delivers until no delivery waits. */
  deliver(): Promise<void>;
  nowSeconds(): number;
  /** A message may have left twice: the storage never heard that it had left. */
  mayRepeat(): boolean;
}

const acme = fixtures.aCaller();
const HOUR_MS = 3_600_000;
const fridayAt = (hour: number): number => fixtures.FRIDAY_MS + hour * HOUR_MS;
const guest = {
  name: 'Alva Lind',
  email: 'alva@example.com',
  phone: null,
  notes: 'by the window',
  language: null,
};

export const STORIES: Readonly<Record<string, (setting: Setting) => Promise<void>>> = {
  '§4.3.5 D22 D23 D26 a booking, moved by its guest and cancelled by its partner: one booking, every event and mail once':
    async (setting) => {
      const { engine, fault, sound } = setting;
      const id = await book(setting);
      await setting.deliver();
      const confirmation = setting.mails.find(({ kind }) => kind === 'confirmation') as GuestMessage;
      await fault.surely(() => engine.guest(confirmation.manageToken!).move({ startMs: fridayAt(19) }));
      await fault.surely(() => engine.partner(acme).cancelBooking(id));
      await setting.deliver();
      const bookings = await sound.bookings.list(fixtures.LOCATION_ID);
      deepEqual(
        bookings.map((booking) => [booking.id, booking.status, booking.startMs]),
        [[id, 'cancelled', fridayAt(19)]],
      );
      await assertDelivered(setting, ['booking.cancelled', 'booking.created', 'booking.updated']);
      once(
        setting,
        setting.mails.map(({ kind }) => kind),
        ['cancelled', 'confirmation', 'moved'],
      );
    },

  'D23 D24 an endpoint with a new secret is disabled and enabled: what happened meanwhile arrives, signed with what was shown':
    async (setting) => {
      const { engine, fault, endpoint } = setting;
      const { secret } = await fault.surely(() => engine.operator.webhooks.rotateSecret(endpoint.id, 0));
      await fault.surely(() => engine.operator.webhooks.disable(endpoint.id));
      await book(setting);
      await fault.surely(() => engine.background.deliverDue());
      equal(setting.posts.length, 0);
      await fault.surely(() => engine.operator.webhooks.enable(endpoint.id));
      await setting.deliver();
      await assertDelivered({ ...setting, endpoint: { ...endpoint, secret } }, ['booking.created']);
    },

  '§6.5 D23 an event that the operator posts by hand is delivered with that': async (setting) => {
    const { engine, fault, endpoint, sound } = setting;
    await book(setting);
    const [known] = await sound.outbox.ofQueue(endpoint.id, 1);
    const replayed = await fault.surely(() =>
      engine.operator.webhooks.replay({ endpointId: endpoint.id, eventId: known!.eventId }),
    );
    ok(replayed.delivered);
    const [record] = await sound.outbox.ofQueue(endpoint.id, 1);
    equal(record!.state, 'delivered');
  },

  '§5.8 D20 a sign-up: its key opens, and each sign-up makes one at most': async (setting) => {
    const { engine, fault, sound } = setting;
    let made: MadeApiKey | null = null;
    for (let tries = 0; made === null && tries < 2; tries++) {
      await fault.surely(() =>
        engine.sandbox.signUp({ email: 'dev@example.com', system: 'app', clientAddress: '10.0.0.1' }),
      );
      await setting.deliver();
      const [mail] = setting.mails.filter(({ kind }) => kind === 'sign_up').slice(-1);
      ok(mail?.kind === 'sign_up');
      // A developer whose key was lost in the answer has used the link, and requests another.
      made = await fault.surely(() => takeKey(engine, mail.token));
    }
    ok(made);
    const { key, record } = made;
    const caller = await fault.surely(() => engine.authenticate(key));
    equal(caller.partner, record.partner);
    const keys = await sound.records.list('keys');
    ok(keys.length === 1 || (keys.length === 2 && fault.struck === 'records.amend'));
  },

  'D26 a guest who wants to be forgotten is named nowhere': async (setting) => {
    const { engine, fault, sound } = setting;
    const id = await book(setting);
    await fault.surely(() => engine.partner(acme).cancelBooking(id));
    await fault.surely(() => engine.operator.guests.erase(guest.email));
    deepEqual(await sound.guests.bookingsOf(guest.email), []);
    const stored = [
      ...(await sound.outbox.ofQueue(setting.endpoint.id, 10)),
      ...(await sound.outbox.ofQueue('mail', 10)),
    ];
    equal(stored.length, 4);
    ok(!JSON.stringify(stored).includes('alva'));
    await setting.deliver();
    deepEqual(setting.mails, []);
  },

  '§8 D20 the nightly sweep: the old bookings are cancelled, with their events and without a mail': async (
    setting,
  ) => {
    const { engine, fault, sound } = setting;
    const location = (await sound.locations.get(fixtures.LOCATION_ID))!;
    const old = { createdMs: fixtures.FRIDAY_MS - 48 * HOUR_MS, guest };
    for (const [id, table] of [
      ['bk_1', 'A'],
      ['bk_2', 'B'],
    ] as const) {
      const booking = fixtures.aBooking(id, { ...old, tables: [table] });
      await sound.bookings.amend(fixtures.aScope(location), fixtures.save({ booking }));
    }
    await fault.surely(() => engine.background.sweepSandbox(location.id));
    await setting.deliver();
    const bookings = await sound.bookings.list(location.id);
    deepEqual(
      bookings.map(({ status }) => status),
      ['cancelled', 'cancelled'],
    );
    await assertDelivered(setting, ['booking.cancelled', 'booking.cancelled']);
    deepEqual(setting.mails, []);
  },
};

async function book({ engine, fault }: Setting): Promise<string> {
  const request = fixtures.aRequest(fridayAt(18), { partySize: 4, idempotencyKey: 'k', guest });
  const outcome: BookOutcome = await fault.surely(() =>
    engine.partner(acme).createBooking(fixtures.LOCATION_ID, request),
  );
  ok(outcome.kind !== 'refused');
  return outcome.booking.id;
}

/** Null when the link has been used. */
async function takeKey(engine: Engine, token: string): Promise<MadeApiKey | null> {
  try {
    return await engine.sandbox.takeKey({ locationId: fixtures.LOCATION_ID, token });
  } catch (error) {
    if (BookingError.is(error) && error.code === 'link_unknown') return null;
    throw error;
  }
}

/** The events are in the outbox once each, delivered, and have arrived unchanged, signed with the secret that the operator saw. */
async function assertDelivered(setting: Setting, types: readonly string[]): Promise<void> {
  const { sound, endpoint, posts } = setting;
  const records = await sound.outbox.ofQueue(endpoint.id, 100);
  deepEqual(records.map(({ eventId }) => eventId.split(':')[1]).toSorted(), types);
  for (const { state, eventId, body } of records) {
    equal(state, 'delivered');
    const arrived = posts.filter(({ headers }) => headers['x-partner-event-id'] === eventId);
    ok(
      arrived.length === 1 || (arrived.length === 2 && setting.mayRepeat()),
      `${eventId}: ${arrived.length} times`,
    );
    for (const { body: rawBody, headers } of arrived) {
      equal(rawBody, body);
      const signature = headers['x-partner-signature'];
      verifyWebhook({ secret: endpoint.secret, signature, rawBody, nowSeconds: setting.nowSeconds() });
    }
  }
}

/** Each of them once; one of them twice where that may be. */
function once(setting: Setting, given: readonly string[], expected: readonly string[]): void {
  const repeated = given.filter((one, i) => given.indexOf(one) !== i);
  deepEqual([...new Set(given)].toSorted(), expected);
  ok(repeated.length === 0 || (repeated.length === 1 && setting.mayRepeat()), `repeated: ${repeated.join()}`);
}
