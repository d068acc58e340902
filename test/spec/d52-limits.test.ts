/** The limits on guests who book themselves (D52). */
import { DAY_MS, MINUTE_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { BOOKING_PAGE_DEFAULTS } from '@bord/engine/adapters';
import { expect, test } from 'vitest';
import { aPage, held, kindOf, MAJA } from '../support/booking-page.ts';
import { storageSample } from '../support/storages.ts';
import { SEVEN_MS } from '../support/waited-restaurant.ts';

const { aTable, FRIDAY, LOCATION_ID } = fixtures;

for (const kind of storageSample) {
  const { name } = kind;

  test(`D52 four holds of a network at the same moment, on two servers: three are made, and a proof makes the fourth [${name}]`, async () => {
    const { visitor, from, another } = await aPage(kind, 9);
    const other = (await another()).visitor({ networkKey: '192.0.2.1' });
    const request = { startMs: SEVEN_MS, partySize: 2 };
    const requests = [visitor, other, visitor, other].map((one) => kindOf(one.hold(LOCATION_ID, request)));
    expect((await Promise.all(requests)).toSorted()).toEqual(['held', 'held', 'held', 'limited']);
    expect(await kindOf(from('192.0.2.2').hold(LOCATION_ID, request))).toBe('held');
    expect(await kindOf(visitor.hold(LOCATION_ID, { ...request, isProven: true }))).toBe('held');
  });

  test(`D52 bookings of a day count with the live holds of a network, until their address is confirmed [${name}]`, async () => {
    const { visitor, pass } = await aPage(kind, 9);
    for (const guest of ['a', 'b', 'c'])
      await visitor.confirm(await held(visitor), { ...MAJA, email: `${guest}@example.com` });
    const another = { startMs: SEVEN_MS + 30 * MINUTE_MS, partySize: 2 };
    expect(await visitor.hold(LOCATION_ID, another)).toEqual({ kind: 'limited', by: 'network' });
    const later = { startMs: SEVEN_MS + 7 * DAY_MS, partySize: 2 };
    await pass(DAY_MS - 1);
    expect(await kindOf(visitor.hold(LOCATION_ID, later))).toBe('limited');
    await pass(1);
    expect(await kindOf(visitor.hold(LOCATION_ID, later))).toBe('held');
  });

  test(`D52 above the limit the link of an e-mail makes the hold, once, and its booking has a confirmed address [${name}]`, async () => {
    const { visitor, mailedToken } = await aPage(kind, 9);
    for (let i = 0; i < 3; i++) await held(visitor);
    const request = { startMs: SEVEN_MS, partySize: 2, email: MAJA.email, language: 'sv' };
    await visitor.mailHold(LOCATION_ID, request);
    const link = await mailedToken();
    expect(await visitor.openLink(link)).toMatchObject({ kind: 'hold', startMs: SEVEN_MS, partySize: 2 });
    const [first, second] = [await visitor.confirmLink(link), await visitor.confirmLink(link)];
    if (first.kind !== 'held' || second.kind !== 'held') throw new Error(first.kind);
    expect(second.hold.id).toBe(first.hold.id);
    const booked = await visitor.confirm(first.token, MAJA);
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    expect(booked.booking.visitor).toEqual({ network: null, isConfirmed: true, ref: null });
  });

  test(`D52 guests without a confirmed address have at most their share of the tables, and at least two [${name}]`, async () => {
    const page = { ...BOOKING_PAGE_DEFAULTS, unconfirmedPercent: 25 };
    const { from, visitor, mailedToken } = await aPage(kind, 12, { bookingPage: page });
    for (let i = 0; i < 3; i++) await held(from(`198.51.100.${i}`));
    const request = { startMs: SEVEN_MS, partySize: 2 };
    const proven = { ...request, isProven: true };
    expect(await visitor.hold(LOCATION_ID, proven)).toEqual({ kind: 'limited', by: 'share' });
    await visitor.mailHold(LOCATION_ID, { ...request, email: MAJA.email, language: 'sv' });
    expect(await kindOf(visitor.confirmLink(await mailedToken()))).toBe('held');
  });

  test(`D52 tables out of season do not count towards the share [${name}]`, async () => {
    const page = { ...BOOKING_PAGE_DEFAULTS, unconfirmedPercent: 50 };
    const inSummer = { when: [{ from: '06-01', to: '08-31' }] };
    const tables = Array.from({ length: 12 }, (_, i) =>
      aTable(`T${i}`, { seatsMax: 2, ...(i > 5 && inSummer) }),
    );
    const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
    const { from, visitor } = await aPage(kind, 12, { bookingPage: page, floorPlan });
    for (let i = 0; i < 3; i++) await held(from(`198.51.100.${i}`));
    const outcome = await visitor.hold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2 });
    expect(outcome).toEqual({ kind: 'limited', by: 'share' });
  });

  test(`D52 after a day the hash of the network is removed at night, and the booking still counts towards the share [${name}]`, async () => {
    const page = { ...BOOKING_PAGE_DEFAULTS, unconfirmedPercent: 25 };
    const { opened, engine, visitor, from, pass } = await aPage(kind, 9, { bookingPage: page });
    await engine.background.runMaintenance();
    const nextWeek = SEVEN_MS + 7 * DAY_MS;
    for (const i of [1, 2]) {
      const one = from(`192.0.2.${i}`);
      const token = await held(one, nextWeek);
      const { id } = (await one.held(token)).hold;
      await one.confirm(token, { ...MAJA, email: `${i}@example.com` });
      expect(await opened.storage.bookings.find(id, null)).toMatchObject({ keyId: null });
    }
    const networks = async () =>
      (await engine.operator.at(LOCATION_ID).bookings.list()).map((row) => row.visitor?.network);
    const hash = expect.stringMatching(/^net:.{22}$/);
    expect(await networks()).toEqual([hash, hash]);
    await pass(DAY_MS + 1);
    expect(await engine.background.runMaintenance()).toContain('networks');
    expect(await networks()).toEqual(['net:', 'net:']);
    const outcome = await visitor.hold(LOCATION_ID, { startMs: nextWeek, partySize: 2 });
    expect(outcome).toEqual({ kind: 'limited', by: 'share' });
  });

  test(`D52 a third booking of a guest in a service period is not made, and only the e-mail names the limit [${name}]`, async () => {
    const { engine, from, mails } = await aPage(kind, 9);
    const book = async (network: string, given: Partial<typeof MAJA>, startMs = SEVEN_MS) =>
      from(network).confirm(await held(from(network), startMs), { ...MAJA, ...given });
    expect((await book('192.0.2.1', {})).kind).toBe('booked');
    expect((await book('192.0.2.2', { email: 'MAJA@example.com' })).kind).toBe('booked');
    expect(await book('192.0.2.3', {}, SEVEN_MS + 30 * MINUTE_MS)).toEqual({ kind: 'mailed' });
    await engine.background.deliverDue();
    const kinds = mails.map((message) => message.kind).toSorted();
    expect(kinds).toEqual(['bookings_limit', 'confirmation', 'confirmation']);
    expect(await engine.operator.at(LOCATION_ID).bookings.list()).toHaveLength(2);
  });

  test(`D52 after a surge a booking needs the link of an e-mail, and its table is held for ten minutes [${name}]`, async () => {
    const page = { ...BOOKING_PAGE_DEFAULTS, unconfirmedPercent: 100, surgeBookings: 2 };
    const { from, visitor, mailedToken, pass } = await aPage(kind, 9, { bookingPage: page });
    for (const i of [1, 2])
      await from(`198.51.100.${i}`).confirm(await held(from(`198.51.100.${i}`)), {
        ...MAJA,
        email: `${i}@example.com`,
      });
    const token = await held(visitor);
    expect(await visitor.confirm(token, MAJA)).toEqual({ kind: 'mailed' });
    const link = await mailedToken();
    await pass(9 * MINUTE_MS);
    expect(await visitor.openLink(link)).toMatchObject({ kind: 'booking', partySize: 2 });
    const [first, second] = [await visitor.confirmLink(link), await visitor.confirmLink(link)];
    expect([first.kind, second.kind]).toEqual(['booked', 'replayed']);
    await pass(2 * MINUTE_MS);
    const later = await visitor.confirm(await held(visitor), { ...MAJA, email: 'later@example.com' });
    expect(later.kind).toBe('booked');
  });

  test(`D52 an address gets five e-mails an hour: a booking that needs a sixth is not made, with the same answer [${name}]`, async () => {
    const { engine, visitor, from, mails } = await aPage(kind, 9);
    const request = { startMs: SEVEN_MS, partySize: 2, email: MAJA.email, language: 'sv' };
    for (let i = 0; i < 7; i++) await visitor.mailHold(LOCATION_ID, request);
    await engine.background.deliverDue();
    expect(mails).toHaveLength(5);
    expect(await from('192.0.2.9').confirm(await held(from('192.0.2.9')), MAJA)).toEqual({ kind: 'mailed' });
    expect(await engine.operator.at(LOCATION_ID).bookings.list()).toEqual([]);
  });

  test(`D52 the offer of a table counts towards five e-mails an hour, and is sent later [${name}]`, async () => {
    const { engine, visitor, mails, book, pass } = await aPage(kind, 1, { offerMinutes: 90 });
    const { id } = await book();
    const entry = { date: FRIDAY, fromMs: SEVEN_MS, toMs: SEVEN_MS, partySize: 2, guest: MAJA };
    expect(await visitor.wait(LOCATION_ID, entry)).toEqual({ kind: 'joined' });
    const request = { startMs: SEVEN_MS, partySize: 2, email: MAJA.email, language: 'sv' };
    for (let i = 0; i < 4; i++) await visitor.mailHold(LOCATION_ID, request);
    await engine.operator.bookings.cancel(id);
    await engine.background.deliverDue();
    const offers = () => mails.filter((one) => one.kind === 'waitlist_offered').length;
    expect(offers()).toBe(0);
    await pass(60 * MINUTE_MS);
    await engine.background.deliverDue();
    expect(offers()).toBe(1);
  });

  test(`D52 the outbox keeps the content of a link only until the e-mail is sent, or its link has ended [${name}]`, async () => {
    const { opened, engine, visitor, mails, pass } = await aPage(kind, 1);
    const request = { startMs: SEVEN_MS, partySize: 2, email: MAJA.email, language: 'sv' };
    const sealed = async () =>
      (await opened.storage.outbox.ofQueue('mail', 9)).filter(({ body }) => !body.includes('"sealed":""'))
        .length;
    await visitor.mailHold(LOCATION_ID, request);
    expect(await sealed()).toBe(1);
    await engine.background.deliverDue();
    expect([await sealed(), mails.length]).toEqual([0, 1]);
    await visitor.mailHold(LOCATION_ID, request);
    await pass(DAY_MS);
    await engine.background.deliverDue();
    expect([await sealed(), mails.length]).toEqual([0, 1]);
  });

  test(`D52 an e-mail about a change beyond five an hour is sent later, and not dropped [${name}]`, async () => {
    const { engine, visitor, mails, pass } = await aPage(kind, 2);
    const booked = await visitor.confirm(await held(visitor), MAJA);
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    const request = { startMs: SEVEN_MS, partySize: 2, email: MAJA.email, language: 'sv' };
    for (let i = 0; i < 4; i++) await visitor.mailHold(LOCATION_ID, request);
    await engine.guest(booked.manageToken!).cancel();
    await engine.background.deliverDue();
    expect(mails.filter(({ kind: one }) => one === 'cancelled')).toHaveLength(0);
    await pass(60 * MINUTE_MS);
    await engine.background.deliverDue();
    expect(mails.filter(({ kind: one }) => one === 'cancelled')).toHaveLength(1);
  });
}
