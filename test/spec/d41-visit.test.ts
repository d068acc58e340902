/** Concurrent actions on a visit: seating, leaving and walk-ins are decided one after the other on every storage. */
import { BookingError, type BookOutcome, type ChangeOutcome } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect } from 'vitest';
import { inFull } from '../support/long.ts';
import {
  aRequest,
  availabilityPath,
  bookingsPath,
  DEMO_ID,
  inEveryWorld,
  TODAY,
  type World,
} from '../support/world.ts';

const MINUTE_MS = 60_000;
const SIX_MS = Date.parse(`${TODAY}T17:00:00Z`);

/** The restaurant has one table for six. */
async function aParty({ engine }: World, startMs: number): Promise<string> {
  const outcome = await engine.operator
    .at(DEMO_ID)
    .bookings.create(fixtures.aRequest(startMs, { partySize: 6 }));
  if (outcome.kind !== 'booked') throw new Error(outcome.kind);
  return outcome.booking.id;
}

async function overlaps({ storage }: World): Promise<number> {
  const all = await storage.bookings.diary(DEMO_ID, { startMs: SIX_MS - 1e8, endMs: SIX_MS + 1e8 });
  return all.filter((one, i) =>
    all
      .slice(i + 1)
      .some(
        (other) =>
          one.startMs < other.blockedUntilMs &&
          other.startMs < one.blockedUntilMs &&
          one.tables.some((id) => other.tables.includes(id)),
      ),
  ).length;
}

inEveryWorld(
  'D41 a table is given once, when its party leaves while others ask for it, and no sooner',
  async (world) => {
    const { engine, clock, post, get } = world;
    await clock.pass(SIX_MS - clock.nowMs());
    const startsAt = new Date(SIX_MS + 45 * MINUTE_MS).toISOString();
    for (let round = 0; round < inFull(20, 4); round++) {
      const id = await aParty(world, SIX_MS);
      await engine.operator.bookings.seat(id);
      const requests = Array.from({ length: 6 }, () =>
        post(bookingsPath, aRequest({ partySize: 6, startsAt })),
      );
      const [left, ...answers] = await Promise.all([engine.operator.bookings.leave(id), ...requests]);
      expect(left.kind).toBe('changed');
      expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
      expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
      const made =
        answers.find(({ status }) => status === 201) ??
        (await post(bookingsPath, aRequest({ partySize: 6, startsAt })));
      expect(made.status).toBe(201);
      const { slots } = (await get(availabilityPath(TODAY, 6))).body as {
        slots: { slot: string; available: boolean }[];
      };
      expect(slots.find(({ slot }) => Date.parse(slot) === SIX_MS + 45 * MINUTE_MS)?.available).toBe(false);
      expect(await overlaps(world)).toBe(0);
      await engine.operator.bookings.cancel((made.body as { id: string }).id);
    }
  },
);

inEveryWorld(
  'D41 of an extension and a booking of the time after, one is had, whichever comes first',
  async (world) => {
    const { bookings } = world.engine.operator.at(DEMO_ID);
    const seen = { extended: 0, booked: 0 };
    for (let round = 0; round < inFull(20, 6); round++) {
      const id = await aParty(world, SIX_MS);
      const { endMs } = await bookings.read(id);
      const book = (): Promise<BookOutcome> => bookings.create(fixtures.aRequest(endMs, { partySize: 6 }));
      const extend = (): Promise<ChangeOutcome> => bookings.extend(id, { byMinutes: 30 });
      const [extended, booked] =
        round % 2 === 0
          ? await Promise.all([extend(), book()])
          : await Promise.all([book(), extend()]).then(([made, changed]) => [changed, made] as const);
      expect([extended.kind, booked.kind].toSorted()).toEqual(
        extended.kind === 'changed' ? ['changed', 'refused'] : ['booked', 'refused'],
      );
      seen[extended.kind === 'changed' ? 'extended' : 'booked'] += 1;
      expect(await overlaps(world)).toBe(0);
      await bookings.cancel(id);
      if (booked.kind === 'booked') await bookings.cancel(booked.booking.id);
    }
    expect(seen.extended + seen.booked).toBeGreaterThan(0);
  },
);

inEveryWorld(
  'D41 a wrong tap taken back while others change the same booking loses nothing, and twice at once is once',
  async (world) => {
    const { engine, clock, storage } = world;
    const { bookings } = engine.operator.at(DEMO_ID);
    await clock.pass(SIX_MS - clock.nowMs());
    const id = await aParty(world, SIX_MS);
    await Promise.all(Array.from({ length: 8 }, () => bookings.seat(id)));
    await Promise.all([
      bookings.pin(id, true),
      bookings.extend(id, { untilMs: SIX_MS + 200 * MINUTE_MS }),
      bookings.takeBack(id, 'seated'),
    ]);
    const booking = (await storage.bookings.find(id, null))!;
    expect(booking).toMatchObject({
      pinned: true,
      endMs: SIX_MS + 200 * MINUTE_MS,
      visit: { seatedMs: null },
    });
    expect(booking.history.map(({ kind }) => kind).toSorted()).toEqual([
      'extended',
      'pinned',
      'seated',
      'visit_corrected',
    ]);
    await Promise.all(Array.from({ length: 8 }, () => bookings.leave(id)));
    await expect(bookings.seat(id)).rejects.toSatisfy(BookingError.is);
    expect(
      (await storage.bookings.find(id, null))!.history.filter(({ kind }) => kind === 'left'),
    ).toHaveLength(1);
  },
);
