/** The limits of holds and of waiting entries, and the replays that are answered before them (D47). */
import { BookingError, DAY_MS, type Engine, limits, type PartnerActions } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { storageSample } from '../support/storages.ts';
import { anEntry, aWaitedRestaurant, OFFER_MS, SEVEN_MS } from '../support/waited-restaurant.ts';

const { aCaller, LOCATION_ID } = fixtures;

/** Two at seven, so many days later. */
const holdOn = (partner: PartnerActions, day: number, idempotencyKey?: string) =>
  partner.createHold(LOCATION_ID, { startMs: SEVEN_MS + day * DAY_MS, partySize: 2, idempotencyKey });

/** The result of a request: its kind, or the code of its error. */
const endOf = (request: Promise<{ readonly kind: string }>): Promise<string> =>
  request.then(
    ({ kind }) => kind,
    (error: unknown) => {
      if (BookingError.is(error)) return error.code;
      throw error;
    },
  );

/** The service date so many days later, and the same time there. */
function entryOn(day: number, name: string) {
  const startMs = SEVEN_MS + day * DAY_MS;
  return anEntry(name, {
    date: new Date(startMs).toISOString().slice(0, 10),
    fromMs: startMs,
    toMs: startMs,
  });
}

const statesOf = async (engine: Engine): Promise<Record<string, number>> => {
  const entries = await engine.operator.at(LOCATION_ID).waitlist.list();
  const states: Record<string, number> = {};
  for (const { state } of entries) states[state] = (states[state] ?? 0) + 1;
  return states;
};

for (const kind of storageSample) {
  const { name } = kind;

  test(`D47 a key at its limits repeats its requests: each replay is answered before the limit [${name}]`, async () => {
    const { engine } = await aWaitedRestaurant(kind, { A: 2, B: 2 });
    const partner = engine.partner(aCaller());
    const guest = { name: 'Maja', email: 'maja@example.com' };
    const booking = { startMs: SEVEN_MS, partySize: 2, guest, idempotencyKey: 'b' };
    expect(await endOf(partner.createBooking(LOCATION_ID, booking))).toBe('booked');
    const placed = await holdOn(partner, 0);
    if (placed.kind !== 'held') throw new Error(placed.kind);
    const confirm = () => endOf(partner.confirmHold(placed.hold.id, { guest }));
    expect(await confirm()).toBe('booked');
    for (let i = 0; i < limits.WAITING_MAX; i++)
      await partner.joinWaitlist(LOCATION_ID, { ...anEntry(`guest-${i}`), idempotencyKey: `w${i}` });
    for (let i = 1; i <= limits.HOLDS_MAX; i++) expect(await endOf(holdOn(partner, i, `h${i}`))).toBe('held');

    expect(await endOf(holdOn(partner, 20))).toBe('too_many_holds');
    await expect(partner.joinWaitlist(LOCATION_ID, anEntry('one-more'))).rejects.toMatchObject({
      code: 'waitlist_full',
    });
    expect(await endOf(holdOn(partner, limits.HOLDS_MAX, `h${limits.HOLDS_MAX}`))).toBe('replayed');
    expect(await endOf(partner.createBooking(LOCATION_ID, booking))).toBe('replayed');
    expect(await confirm()).toBe('replayed');
    const again = await partner.joinWaitlist(LOCATION_ID, { ...anEntry('guest-7'), idempotencyKey: 'w7' });
    expect(again.isReplayed).toBe(true);
  });

  test(`D47 of twelve concurrent holds at two servers a key gets ten in all, on any dates [${name}]`, async () => {
    const { engine, another } = await aWaitedRestaurant(kind, { A: 2 });
    const servers = [engine, await another()];
    for (let round = 0; round < inFull(20, 4); round++) {
      const caller = aCaller({ keyId: `key-${round}` });
      const partners = servers.map((one) => one.partner(caller));
      const ends = await Promise.all(
        Array.from({ length: 12 }, (_, i) => endOf(holdOn(partners[i % 2]!, 12 * round + i))),
      );
      expect(ends.filter((end) => end === 'held').length).toBe(limits.HOLDS_MAX);
      expect(ends.filter((end) => end === 'too_many_holds').length).toBe(12 - limits.HOLDS_MAX);
    }
  });

  test(`D47 offers count towards the ten holds of a key: its next party is skipped, and keeps its place [${name}]`, async () => {
    const { engine, pass } = await aWaitedRestaurant(kind, { A: 2, B: 2, C: 2 }, { horizonDays: 60 });
    const partner = engine.partner(aCaller());
    const other = engine.partner(aCaller({ keyId: 'other', partner: 'other' }));
    for (let i = 1; i < limits.HOLDS_MAX; i++) expect(await endOf(holdOn(partner, i))).toBe('held');
    const [first, second] = [
      await partner.joinWaitlist(LOCATION_ID, anEntry('first')),
      await partner.joinWaitlist(LOCATION_ID, anEntry('second')),
    ];
    expect([first.state, second.state]).toEqual(['offered', 'waiting']);
    expect(await endOf(holdOn(partner, 20))).toBe('too_many_holds');
    // A later caller with another key gets a table, and so do a booking and the `book` entry of the limited key.
    expect((await other.joinWaitlist(LOCATION_ID, anEntry('later'))).state).toBe('offered');
    const book = { ...anEntry('agreed'), mode: 'book' as const };
    expect((await partner.joinWaitlist(LOCATION_ID, book)).state).toBe('booked');
    expect((await partner.readWaiting(second.id)).state).toBe('waiting');
    // The holds expire, and so do the offers: the party that kept its place has the first table.
    await pass(OFFER_MS + 1);
    await engine.background.giveOut();
    expect((await partner.readWaiting(second.id)).state).toBe('offered');
  });

  test(`D47 a step that frees two tables for a key with nine holds offers one, and the second party keeps its place [${name}]`, async () => {
    const { engine, pass } = await aWaitedRestaurant(kind, { A: 2, B: 2 });
    const partner = engine.partner(aCaller());
    const other = engine.partner(aCaller({ keyId: 'other', partner: 'other' }));
    const short = { startMs: SEVEN_MS, partySize: 2, seconds: 60 };
    for (let i = 0; i < 2; i++) await other.createHold(LOCATION_ID, short);
    for (let i = 1; i < limits.HOLDS_MAX; i++) await holdOn(partner, i);
    for (const guest of ['one', 'two']) await partner.joinWaitlist(LOCATION_ID, anEntry(guest));
    await pass(61_000);
    await engine.background.giveOut();
    expect(await statesOf(engine)).toEqual({ offered: 1, waiting: 1 });
  });

  test(`D47 sixty parties of one key wait on three dates with free tables: ten are offered one, fifty wait [${name}]`, async () => {
    const tables = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`T${i}`, 2]));
    const { engine } = await aWaitedRestaurant(kind, tables);
    const partner = engine.partner(aCaller());
    for (let i = 0; i < 60; i++) await partner.joinWaitlist(LOCATION_ID, entryOn(i % 3, `guest-${i}`));
    expect(await statesOf(engine)).toEqual({ offered: limits.HOLDS_MAX, waiting: 60 - limits.HOLDS_MAX });
  });

  test(`D47 a partner has twenty waiting entries on a date and no more; the restaurant and other partners have no part in it [${name}]`, async () => {
    const { engine, book } = await aWaitedRestaurant(kind, { A: 2 });
    const first = await book();
    const partner = engine.partner(aCaller());
    const join = (one: Pick<PartnerActions, 'joinWaitlist'>, guest: string) =>
      one.joinWaitlist(LOCATION_ID, anEntry(guest)).then(({ state }) => state);
    const full = { code: 'waitlist_full' };
    const ids: string[] = [];
    for (let i = 0; i < limits.WAITING_MAX; i++)
      ids.push((await partner.joinWaitlist(LOCATION_ID, anEntry(`guest-${i}`))).id);
    await expect(join(partner, 'one-more')).rejects.toMatchObject(full);
    await expect(join(engine.partner(aCaller({ keyId: 'k2' })), 'one-more')).rejects.toMatchObject(full);
    expect(await join(engine.partner(aCaller({ partner: 'other' })), 'one-more')).toBe('waiting');
    expect((await partner.joinWaitlist(LOCATION_ID, entryOn(1, 'one-more'))).state).toBe('offered');
    for (let i = 0; i <= limits.WAITING_MAX; i++)
      expect((await engine.operator.at(LOCATION_ID).waitlist.add(anEntry(`phone-${i}`))).state).toBe(
        'waiting',
      );
    await partner.leaveWaitlist(ids[3]!);
    expect(await join(partner, 'one-more')).toBe('waiting');
    await expect(join(partner, 'two-more')).rejects.toMatchObject(full);
    // An entry that has its table waits no more.
    await partner.cancelBooking(first.id);
    expect(await join(partner, 'two-more')).toBe('waiting');
  });

  test(`D47 an e-mail address or a telephone number waits once a date in a channel; other channels see no trace of it [${name}]`, async () => {
    const { engine, book } = await aWaitedRestaurant(kind, { A: 2 });
    await book();
    const guest = { name: 'Maja', email: 'maja@example.com', phone: '+46 70 123 45 67' };
    const partner = engine.partner(aCaller());
    const { id } = await partner.joinWaitlist(LOCATION_ID, { ...anEntry(''), guest });
    const byEmail = { ...guest, phone: null, email: 'MAJA@example.com' };
    const byPhone = { ...guest, phone: '070-123 45 67', email: 'other@example.com' };
    for (const same of [guest, byEmail, byPhone]) {
      const again = { ...anEntry(''), guest: same, partySize: 1 };
      await expect(partner.joinWaitlist(LOCATION_ID, again)).rejects.toMatchObject({
        code: 'already_waiting',
      });
      const tomorrow = { ...entryOn(1, ''), guest: same };
      const other = same === guest ? await partner.joinWaitlist(LOCATION_ID, tomorrow) : null;
      if (other) await partner.leaveWaitlist(other.id);
    }
    const stranger = engine.partner(aCaller({ keyId: 'other', partner: 'other' }));
    expect((await stranger.joinWaitlist(LOCATION_ID, { ...anEntry(''), guest })).state).toBe('waiting');
    const restaurant = engine.operator.at(LOCATION_ID).waitlist;
    expect((await restaurant.add({ ...anEntry(''), guest })).state).toBe('waiting');
    await expect(restaurant.add({ ...anEntry(''), guest })).rejects.toMatchObject({
      code: 'already_waiting',
    });
    await partner.leaveWaitlist(id);
    expect((await partner.joinWaitlist(LOCATION_ID, { ...anEntry(''), guest })).state).toBe('waiting');
  });
}
