/** The counts of holds (D35) and waitlist entries (D36): each change counts once, whatever caused it. */
import { createEngine, type Fact, HOUR_MS, MINUTE_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { storageSample } from '../support/storages.ts';
import { anEntry, SEVEN_MS } from '../support/waited-restaurant.ts';

const { aCaller, aLocation, aPeriod, aTable, FRIDAY_MS, LOCATION_ID } = fixtures;
const GUEST = { name: 'Berg', email: 'berg@example.com' };
const COUNTED = new Set(['hold', 'confirmation', 'waiting', 'pending']);

for (const { name, open } of storageSample) {
  test(`D35 D36 each hold and each waitlist entry is counted once, by its end [${name}]`, async () => {
    const clock = { ms: FRIDAY_MS, nowMs: () => clock.ms };
    const opened = await open(clock);
    await aLocation(opened.storage, {
      floorPlan: { tables: [aTable('A')], combinations: [], wastedSeatsMax: null },
      servicePeriods: [aPeriod({ opensMinute: 17 * 60, closesMinute: 24 * 60 })],
    });
    const facts: Fact[] = [];
    const engine = createEngine({
      storage: opened.storage,
      clock,
      observer: (fact) => void facts.push(fact),
    });
    const partner = engine.partner(aCaller());
    const { waitlist, bookings } = engine.operator.at(LOCATION_ID);
    const pass = async (ms: number): Promise<void> => {
      clock.ms += ms;
      await opened.pass(ms);
    };
    /** The counts since the last call, without the rounds. */
    const counted = (): string[] =>
      facts
        .splice(0)
        .filter(({ kind }) => COUNTED.has(kind) && kind !== 'pending')
        .map((fact) => `${fact.kind} ${'outcome' in fact ? fact.outcome : 'to' in fact ? fact.to : ''}`);
    const hold = async (seconds = 60): Promise<string> => {
      const placed = await partner.createHold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, seconds });
      if (placed.kind === 'refused') throw new Error(placed.reason);
      return placed.hold.id;
    };
    const book = async (): Promise<string> => {
      const made = await bookings.create({
        startMs: SEVEN_MS,
        partySize: 2,
        guest: { name: 'Ek' },
      });
      if (made.kind !== 'booked') throw new Error(made.kind);
      return made.booking.id;
    };

    const first = await hold();
    const confirmed = await partner.confirmHold(first, { guest: GUEST });
    await partner.confirmHold(first, { guest: GUEST });
    expect(counted()).toEqual([
      'hold held',
      'hold confirmed',
      'confirmation booked',
      'confirmation replayed',
    ]);
    if (confirmed.kind !== 'booked') throw new Error(confirmed.kind);
    await bookings.cancel(confirmed.booking.id);
    const second = await hold();
    await partner.releaseHold(second);
    await partner.releaseHold(second);
    expect(counted()).toEqual(['hold held', 'hold released']);
    const third = await hold();
    await pass(MINUTE_MS);
    const taken = await book();
    expect((await partner.confirmHold(third, { guest: GUEST })).kind).toBe('refused');
    expect(counted()).toEqual(['hold held', 'hold evicted', 'confirmation refused']);

    const [one, two, three] = [
      await waitlist.add(anEntry('one', { mode: 'book' })),
      await waitlist.add(anEntry('two')),
      await waitlist.add(anEntry('three')),
    ];
    expect(counted()).toEqual(['waiting joined', 'waiting joined', 'waiting joined']);
    await engine.background.giveOut();
    expect(facts.splice(0).filter(({ kind }) => kind === 'pending')).toEqual([
      { kind: 'pending', held: 0, offered: 0, lapsed: 0, waiting: 3 },
    ]);
    await bookings.cancel(taken);
    expect(counted()).toEqual(['waiting booked']);
    const { bookingId } = await waitlist.read(one.id);
    await waitlist.leave(one.id); // the entry has already left
    expect(counted()).toEqual([]);
    await bookings.cancel(bookingId!);
    expect(counted()).toEqual(['waiting offered', 'hold held']);
    await engine.background.giveOut();
    expect(facts.splice(0).filter(({ kind }) => kind === 'pending')).toEqual([
      { kind: 'pending', held: 0, offered: 1, lapsed: 0, waiting: 1 },
    ]);
    await waitlist.leave(two.id);
    expect(counted().toSorted()).toEqual(
      ['waiting declined', 'hold released', 'waiting offered', 'hold held'].toSorted(),
    );
    const { offer } = await waitlist.read(three.id);
    await partner.confirmHold(offer!.id, { guest: GUEST }).catch(() => undefined); // it is the restaurant's
    expect(counted()).toEqual([]);
    await pass(31 * MINUTE_MS);
    const four = await waitlist.add(anEntry('four', { mode: 'book' }));
    expect(four.state).toBe('booked');
    expect(counted().toSorted()).toEqual(['hold evicted', 'waiting booked', 'waiting joined']);
    await waitlist.add(anEntry('five'));
    const six = await waitlist.add(anEntry('six'));
    await waitlist.leave(six.id);
    await waitlist.leave(six.id);
    expect(counted()).toEqual(['waiting joined', 'waiting joined', 'waiting left']);
    const five = (await waitlist.list())[0]!;
    const seven = await partner.joinWaitlist(LOCATION_ID, anEntry('seven'));
    await bookings.cancel(four.bookingId!);
    await waitlist.leave(five.id);
    facts.length = 0;
    const standing = (await partner.readWaiting(seven.id)).offer!;
    await partner.confirmHold(standing.id, { guest: GUEST });
    expect(counted()).toEqual(['hold confirmed', 'waiting accepted', 'confirmation booked']);
    await waitlist.add(anEntry('eight'));
    await pass(20 * HOUR_MS);
    await engine.background.giveOut();
    expect(counted().filter((change) => change.startsWith('waiting'))).toEqual([
      'waiting joined',
      'waiting lapsed',
    ]);
    engine.detach();
    await opened.close();
  });
}
