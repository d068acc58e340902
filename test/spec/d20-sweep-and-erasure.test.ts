/** Automatic work: the sandbox's nightly sweep, retention, and erasure. */
import { createMailer } from '@bord/adapter-http/mail';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { book } from '../support/in-every-runtime.ts';
import { eventOf, openReceiver } from '../support/receiver.ts';
import { webhookRuntime, type WebhookRuntime } from '../support/webhook-runtime.ts';
import { aRequest, bookingsPath, DEMO_ID, demoPlan, inEveryWorld, type World } from '../support/world.ts';

const OTHER_ID = '00000000-0000-4000-8000-0000000000a2';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const demo = { demoLocationId: DEMO_ID };

const inEveryStorage = (title: string, run: (world: World) => Promise<void>): void =>
  inEveryWorld(title, run);

inEveryStorage(
  'D20 §8 the demo location is swept at three of its own night, once, of what has stood for a day, with events',
  async (world) => {
    const receiver = await openReceiver();
    const runtime = webhookRuntime(world);
    await runtime.endpoint(receiver.url);
    const statusOf = async (id: string): Promise<string> =>
      (await world.engine.operator.bookings.read(id)).status;
    // 2026-12-01T08:00Z. The sweep at 02:00Z, 3:00 in Stockholm, finds no booking that is old enough.
    const old = await book(world, { startsAt: '2026-12-20T18:00:00Z' });
    await runtime.engine.background.runMaintenance(demo);
    await world.clock.pass(25 * HOUR); // 2 December, 09:00Z: this night's round has been, in another process perhaps
    expect(await statusOf(old)).toBe('confirmed');
    const fresh = await book(world, { startsAt: '2026-12-21T18:00:00Z' });
    const done = await runtime.engine.background.runMaintenance(demo);
    expect(done.some((name) => name.startsWith('sweep'))).toBe(true); // made up for
    expect([await statusOf(old), await statusOf(fresh)]).toEqual(['cancelled', 'confirmed']);
    await world.clock.pass(16 * HOUR + 59 * 60_000); // 3 December, 01:59Z
    expect(await runtime.engine.background.runMaintenance(demo)).toEqual([]);
    await world.clock.pass(60_000); // 02:00Z: three o'clock in Stockholm, and the fresh one is 17 hours old
    expect(
      (await runtime.engine.background.runMaintenance(demo)).filter((name) => name.startsWith('sweep')),
    ).toHaveLength(1);
    expect(await statusOf(fresh)).toBe('confirmed');
    expect(await runtime.engine.background.runMaintenance(demo)).toEqual([]);
    await world.clock.pass(DAY);
    await runtime.engine.background.runMaintenance(demo);
    expect(await statusOf(fresh)).toBe('cancelled');
    await runtime.engine.background.deliverDue();
    const types = receiver.received.map((delivery) => eventOf(delivery).type).toSorted();
    expect(types).toEqual(['booking.cancelled', 'booking.cancelled', 'booking.created', 'booking.created']);
    await runtime.close();
    await receiver.close();
  },
);

inEveryStorage(
  'D20 the sweep leaves other locations alone, and of several processes one does the round',
  async (world) => {
    await world.engine.operator.locations.apply({ ...demoPlan, name: 'Other' }, OTHER_ID);
    const { key } = await world.makeKey({ locationIds: [OTHER_ID] });
    const here = await book(world);
    const elsewhere = await world.post(`/locations/${OTHER_ID}/bookings`, aRequest(), key);
    const there = (elsewhere.body as { id: string }).id;
    const statuses = async (): Promise<string[]> =>
      (await Promise.all([here, there].map((id) => world.engine.operator.bookings.read(id)))).map(
        ({ status }) => status,
      );
    const runtimes = [0, 1, 2, 3].map(() => webhookRuntime(world));
    /** The nights swept when all four servers sweep concurrently. */
    const sweeps = async (demoLocationId: string | null): Promise<string[]> => {
      await world.clock.pass(DAY);
      const rounds = await Promise.all(
        runtimes.map(({ engine }) => engine.background.runMaintenance({ demoLocationId })),
      );
      const done = rounds.flat();
      expect(done.length).toBeGreaterThan(0);
      expect(done).toEqual([...new Set(done)]);
      return done.filter((name) => name.startsWith('sweep'));
    };
    // Both bookings are old enough from the first night on.
    expect(await sweeps(null)).toEqual([]);
    expect(await statuses()).toEqual(['confirmed', 'confirmed']);
    expect(await sweeps(DEMO_ID)).toEqual([`sweep ${DEMO_ID}`]);
    expect(await statuses()).toEqual(['cancelled', 'confirmed']);
    await Promise.all(runtimes.map((runtime) => runtime.close()));
  },
);

/** An installation that writes e-mails into a folder and sends webhooks with guests, one of them to a disabled endpoint. */
async function furnished(world: World): Promise<{
  runtime: WebhookRuntime;
  path: string;
  everything: () => Promise<string>;
  close: () => Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'bord-mails-'));
  const mailer = createMailer({
    transport: { kind: 'folder', path },
    from: 'bord@example.se',
    publicUrl: 'http://x',
  });
  const runtime = webhookRuntime(world, { mailer });
  const receiver = await openReceiver();
  await runtime.endpoint(receiver.url, { includeGuest: true });
  const waiting = (await runtime.endpoint(`${receiver.url}/later`, { includeGuest: true })).endpoint.id;
  await runtime.engine.operator.webhooks.disable(waiting);
  return {
    runtime,
    path,
    /** All stored data as text. */
    async everything() {
      const queues = ['mail', ...(await runtime.engine.operator.webhooks.list()).map(({ id }) => id)];
      const stored = [
        ...(await Promise.all(queues.map((queue) => world.storage.outbox.ofQueue(queue, 1000)))),
        await world.storage.bookings.list(DEMO_ID),
        await world.storage.bookings.refusals(DEMO_ID, { startMs: 0, endMs: 9e12 }),
        await Promise.all((await readdir(path)).map((name) => readFile(join(path, name), 'utf8'))),
      ];
      return JSON.stringify(stored);
    },
    async close() {
      await runtime.close();
      await receiver.close();
      await rm(path, { recursive: true });
    },
  };
}

async function bookAs(
  runtime: WebhookRuntime,
  world: World,
  name: string,
  email: string,
  startMs: number,
): Promise<string> {
  const outcome = await runtime.engine
    .partner(await runtime.engine.authenticate(world.key))
    .createBooking(DEMO_ID, {
      startMs,
      partySize: 2,
      guest: { name, email, phone: '+46 70 111', notes: `notes of ${name}`, language: 'sv' },
      partnerBookingRef: null,
      idempotencyKey: null,
    });
  if (outcome.kind !== 'booked') throw new Error(outcome.kind);
  return outcome.booking.id;
}

inEveryStorage(
  'D26 who is erased is gone from bookings, webhooks, mails that wait and mails that are kept; all else stays',
  async (world) => {
    const { runtime, everything, close } = await furnished(world);
    const startMs = Date.UTC(2026, 11, 3, 18);
    await world.engine.operator.locations.apply(
      { ...demoPlan, closures: [{ id: 'c', from: '2026-12-04', to: '2026-12-04', reason: null }] },
      DEMO_ID,
    );
    const id = await bookAs(runtime, world, 'Zelda Quist', 'Zelda@Example.se', startMs);
    await bookAs(runtime, world, 'Other Guest', 'other@example.se', startMs);
    const refused = await world.post(
      bookingsPath,
      aRequest({ startsAt: '2026-12-04T18:00:00Z', name: 'Zelda Quist', email: 'zelda@example.se' }),
    );
    expect(refused.status).toBe(409);
    await runtime.engine.background.deliverDue();
    expect(await everything()).toContain('Zelda');

    // An expected guest cannot be erased.
    await expect(runtime.engine.operator.guests.erase('zelda@example.se')).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(
      (await runtime.engine.operator.guests.export('ZELDA@example.se')).map((booking) => booking.id),
    ).toEqual([id]);
    await runtime.engine.operator.bookings.cancel(id);
    await runtime.engine.background.deliverDue();
    const erased = await runtime.engine.operator.guests.erase('zelda@EXAMPLE.se');
    expect(erased).toMatchObject({ bookings: 1, mails: 2, sandboxKeys: 0 });
    const stored = await everything();
    expect(stored).not.toMatch(/zelda|quist/i);
    expect(stored).toContain('Other Guest');
    expect(stored).toContain('other@example.se');
    expect(await runtime.engine.operator.guests.export('zelda@example.se')).toEqual([]);
    expect((await world.engine.operator.bookings.read(id)).status).toBe('cancelled');
    await close();
  },
);

inEveryStorage('D27 the manage link dies with the booking and with the guest', async (world) => {
  const { runtime, path, close } = await furnished(world);
  const id = await bookAs(runtime, world, 'Zelda', 'zelda@example.se', Date.UTC(2026, 11, 3, 18));
  await runtime.engine.background.deliverDue();
  const [name] = await readdir(path);
  const mail = (await readFile(join(path, name!), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const token = /\/manage\/([\w.-]+)/.exec(mail)![1]!.replace(/\.$/, '');
  expect((await runtime.engine.guest(token).open()).booking.id).toBe(id);
  expect(JSON.stringify(await world.storage.bookings.list(DEMO_ID))).not.toContain(token.split('.')[1]);
  for (const wrong of [
    `${token}x`,
    token.replace(/.$/, '!'),
    token.split('.')[0]!,
    `${id}.${'A'.repeat(43)}`,
  ])
    await expect(runtime.engine.guest(wrong).open(), wrong).rejects.toMatchObject({ code: 'link_unknown' });
  // Too late, by the location's cut-off of two hours.
  await world.clock.pass(Date.UTC(2026, 11, 3, 16) - world.clock.nowMs());
  expect((await runtime.engine.guest(token).open()).stage).toBe('too_late');
  await expect(runtime.engine.guest(token).cancel()).rejects.toMatchObject({ code: 'too_late' });
  await expect(runtime.engine.guest(token).move({ partySize: 1 })).rejects.toMatchObject({
    code: 'too_late',
  });
  await runtime.engine.operator.bookings.cancel(id);
  expect(await runtime.engine.guest(token).open()).toMatchObject({
    stage: 'cancelled',
    booking: { status: 'cancelled' },
  });
  await runtime.engine.operator.guests.erase('zelda@example.se');
  await expect(runtime.engine.guest(token).open()).rejects.toMatchObject({ code: 'link_unknown' });
  await close();
});

inEveryStorage(
  'D26 D45 guests are erased by themselves when the location’s retention is over, and never where it has none',
  async (world) => {
    const { runtime, everything, close } = await furnished(world);
    await world.engine.operator.locations.apply({ ...demoPlan, guestRetentionDays: 30 }, DEMO_ID);
    await bookAs(runtime, world, 'Zelda', 'zelda@example.se', Date.UTC(2026, 11, 3, 18));
    await bookAs(runtime, world, 'Later', 'later@example.se', Date.UTC(2026, 11, 6, 18));
    await runtime.engine.background.runMaintenance();
    await world.clock.pass(Date.UTC(2027, 0, 3, 12) - world.clock.nowMs());
    expect(await runtime.engine.background.runMaintenance(), 'nobody was there for a month').toEqual([]);
    expect(await everything()).toContain('Zelda');
    await runtime.engine.operator.maintenance.acceptTime();
    await runtime.engine.background.runMaintenance();
    const stored = await everything();
    expect(stored).not.toContain('Zelda');
    expect(stored).toContain('Later');
    await world.engine.operator.locations.apply({ ...demoPlan, guestRetentionDays: null }, DEMO_ID);
    await world.clock.pass(400 * DAY);
    await runtime.engine.operator.maintenance.acceptTime();
    await runtime.engine.background.runMaintenance();
    expect(await everything()).toContain('Later');
    expect(await runtime.engine.operator.guests.purge(world.clock.nowMs() - 100 * DAY)).toBe(1);
    expect(await everything()).not.toContain('Later');
    await close();
  },
);
