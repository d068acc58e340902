/** A time held for a guest's move stays available as long as it is held, whatever others do (D35, D12). */
import { createEngine, type Engine, HOUR_MS, MINUTE_MS } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';

const { aCaller, aLocation, aRequest, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const SLOT_MS = 30 * MINUTE_MS;
const FIRST_MS = FRIDAY_MS + 16 * HOUR_MS;

const slot = fc.integer({ min: 0, max: 10 }).map((i) => FIRST_MS + i * SLOT_MS);
const partySize = fc.integer({ min: 1, max: 5 });
const unit = fc.double({ min: 0, max: 0.999, noNaN: true });

/** An action of staff, a partner, or another guest. */
const step = fc.record({
  kind: fc.constantFrom(
    'book',
    'book',
    'book',
    'cancel',
    'hold',
    'move',
    'guest holds',
    'guest moves',
    'waits',
    'round',
  ),
  startMs: slot,
  partySize,
  which: unit,
  seconds: fc.integer({ min: 0, max: 10 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const restaurant = fc.record({
  sizes: fc.array(fc.constantFrom(2, 2, 4, 6), { minLength: 1, maxLength: 4 }),
  isJoined: fc.boolean(),
  turnTimes: fc.constantFrom(null, [
    { partyMax: 2, turnMinutes: 90 },
    { partyMax: null, turnMinutes: 120 },
  ]),
  bufferMinutes: fc.constantFrom(0, 15),
});

interface PlayedDay {
  readonly clock: { ms: number; nowMs(): number };
  readonly engine: Engine;
  /** The tokens of the guests' links, by booking. */
  readonly tokens: Map<string, string>;
}

async function aDay({
  sizes,
  isJoined,
  turnTimes,
  bufferMinutes,
}: typeof restaurant extends fc.Arbitrary<infer H> ? H : never): Promise<PlayedDay> {
  const clock = { ms: FRIDAY_MS, nowMs: () => clock.ms };
  const storage = memoryStorage(clock);
  const tables = sizes.map((seatsMax, i) => aTable(`T${i}`, { seatsMin: 1, seatsMax }));
  const combinations =
    isJoined && sizes.length > 1
      ? [{ tables: ['T0', 'T1'], seatsMin: 3, seatsMax: sizes[0]! + sizes[1]! }]
      : [];
  await aLocation(storage, {
    floorPlan: { tables, combinations, wastedSeatsMax: null },
    ...(turnTimes && { turnTimes }),
    bufferMinutes,
    guestCutoffMinutes: 0,
  });
  const tokens = new Map<string, string>();
  const engine = createEngine({
    storage,
    clock,
    secretKeys: [new Uint8Array(32).fill(7)],
    mailer: {
      isLocal: true,
      async send(message) {
        if ('manageToken' in message && message.manageToken !== null)
          tokens.set(message.bookingId, message.manageToken);
      },
      erase: async () => 0,
      purge: async () => 0,
      close: async () => undefined,
    },
  });
  return { clock, engine, tokens };
}

let guests = 0;

async function take(
  { engine, tokens }: PlayedDay,
  own: string,
  { kind, startMs, partySize: size, which }: Step,
): Promise<void> {
  const partner = engine.partner(aCaller());
  const others = (await engine.operator.at(LOCATION_ID).bookings.list({ date: FRIDAY })).filter(
    ({ id, status }) => id !== own && status === 'confirmed',
  );
  const other = others[Math.floor(which * others.length)];
  const link = other && tokens.get(other.id);
  const email = `g${(guests += 1)}@example.com`;
  if (kind === 'book')
    await partner.createBooking(LOCATION_ID, {
      ...aRequest(startMs, { partySize: size }),
      guest: { name: 'G', email },
    });
  else if (kind === 'hold') await partner.createHold(LOCATION_ID, { startMs, partySize: size, seconds: 60 });
  else if (kind === 'waits')
    await partner
      .joinWaitlist(LOCATION_ID, {
        date: FRIDAY,
        fromMs: startMs,
        toMs: startMs,
        partySize: size,
        mode: 'book',
        guest: { name: 'W', email },
      })
      .catch(() => undefined); // larger than any table
  else if (kind === 'round') await engine.background.giveOut();
  else if (other && kind === 'cancel') await partner.cancelBooking(other.id);
  else if (other && kind === 'move') await partner.moveBooking(other.id, { startMs, partySize: size });
  else if (link && kind === 'guest holds') await engine.guest(link).holdMove({ startMs, partySize: size });
  else if (link && kind === 'guest moves') await engine.guest(link).move({ startMs, partySize: size });
}

/** Whether the guest's held time was available at the end; null if no time was held. */
async function isHeldToTheEnd(
  day: PlayedDay,
  before: readonly Step[],
  choice: { startMs: number; partySize: number },
  after: readonly Step[],
): Promise<boolean | null> {
  const { engine, clock, tokens } = day;
  const outcome = await engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, aRequest(FIRST_MS + 4 * SLOT_MS));
  if (outcome.kind !== 'booked') return null;
  const { id } = outcome.booking;
  for (const one of before) await take(day, id, one);
  await engine.background.deliverDue();
  const guest = engine.guest(tokens.get(id)!);
  const { kind } = await guest.holdMove(choice);
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (kind !== 'held') return null;
  const { expiresMs } = (await guest.heldMove())!;
  for (const one of after) {
    clock.ms = Math.min(clock.ms + one.seconds * 1000, expiresMs - 1);
    await take(day, id, one);
    if (!(await guest.times({ date: FRIDAY, partySize: choice.partySize })).times.includes(choice.startMs))
      return false;
  }
  return (await guest.move(choice)).kind === 'changed';
}

const counts = new Map<string, number>();

test('D35 D12 a held time can be confirmed while it is held, whatever others do', async () => {
  await fc.assert(
    fc.asyncProperty(
      restaurant,
      fc.array(step, { maxLength: 12 }),
      fc.record({ startMs: slot, partySize }),
      fc.array(step, { minLength: 1, maxLength: 15 }),
      async (plan, before, choice, after) => {
        const day = await aDay(plan);
        const answer = await isHeldToTheEnd(day, before, choice, after);
        day.engine.detach();
        expect(answer).not.toBe(false);
      },
    ),
    seeded(inFull(2000, 20)),
  );
  expect(counts.get('held')).toBeGreaterThan(3);
});
