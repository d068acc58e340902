/** Guests' own bookings at the restaurant's page (D52). */
import { DAY_MS, MINUTE_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { BOOKING_PAGE_DEFAULTS } from '@bord/engine/adapters';
import { expect, test } from 'vitest';
import { aPage, codeOf, held, kindOf, MAJA } from '../support/booking-page.ts';
import { storages, storageSample } from '../support/storages.ts';
import { SEVEN_MS } from '../support/waited-restaurant.ts';

const { aCaller, aTable, FRIDAY, LOCATION_ID } = fixtures;

for (const kind of storageSample) {
  const { name } = kind;

  test(`D52 a guest sees times, holds one and books it: source guest, channel web, invisible to partners [${name}]`, async () => {
    const { engine, visitor, mails } = await aPage(kind, 2);
    const { slots, location } = await visitor.times(LOCATION_ID, { date: FRIDAY });
    expect(slots.find(({ startMs }) => startMs === SEVEN_MS)?.available).toBe(true);
    expect((await visitor.restaurants()).map(({ id }) => id)).toEqual([location.id]);
    expect((await visitor.restaurant('fyren')).id).toBe(location.id);
    const outcome = await visitor.hold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, ref: 'newsletter' });
    if (outcome.kind !== 'held') throw new Error(outcome.kind);
    const { hold, heldUntilMs } = await visitor.held(outcome.token);
    expect([hold.state, heldUntilMs - hold.createdMs]).toEqual(['held', 5 * MINUTE_MS]);
    const booked = await visitor.confirm(outcome.token, MAJA);
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    const { source, channel, visitor: terms } = booked.booking;
    expect([source, channel, terms?.isConfirmed, terms?.ref]).toEqual(['guest', 'web', false, 'newsletter']);
    const again = await visitor.confirm(outcome.token, MAJA);
    expect(again).toMatchObject({ kind: 'replayed', manageToken: booked.manageToken });
    expect((await engine.guest(booked.manageToken!).open()).booking.id).toBe(booked.booking.id);
    const partner = engine.partner(aCaller());
    expect(await codeOf(partner.readBooking(booked.booking.id))).toBe('booking_not_found');
    expect((await partner.listBookings({})).bookings).toEqual([]);
    expect(await codeOf(partner.releaseHold(hold.id))).toBe('hold_not_found');
    await engine.background.deliverDue();
    expect(mails).toMatchObject([{ kind: 'confirmation', to: MAJA.email }]);
  });

  test(`D52 an endpoint of the operator receives a guest's own booking without its ref, and no partner does [${name}]`, async () => {
    const { opened, engine, visitor } = await aPage(kind, 2);
    const url = 'https://crm.example/hook';
    const to = { url, locationIds: [LOCATION_ID], includeGuest: true };
    const { endpoint: own } = await engine.operator.webhooks.add({ ...to, partner: null });
    const { endpoint: foreign } = await engine.operator.webhooks.add({ ...to, partner: 'acme' });
    const outcome = await visitor.hold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2, ref: 'newsletter' });
    if (outcome.kind !== 'held') throw new Error(outcome.kind);
    await visitor.confirm(outcome.token, MAJA);
    const [event] = await opened.storage.outbox.ofQueue(own.id, 9);
    expect(JSON.parse(event!.body)).toMatchObject({
      type: 'booking.created',
      data: { channel: 'web', source: 'guest', guest: { name: 'Maja' } },
    });
    expect(event!.body).not.toMatch(/newsletter|net:/);
    expect(await opened.storage.outbox.ofQueue(foreign.id, 9)).toEqual([]);
  });

  test(`D52 two confirmations of one hold at the same moment make one booking [${name}]`, async () => {
    const { engine, visitor } = await aPage(kind, 2);
    const token = await held(visitor);
    const kinds = await Promise.all([1, 2].map(() => kindOf(visitor.confirm(token, MAJA))));
    expect(kinds.toSorted()).toEqual(['booked', 'replayed']);
    expect(await engine.operator.at(LOCATION_ID).bookings.list()).toHaveLength(1);
  });

  test(`D52 a chosen area is a constraint: its times, its tables, and the other areas that are free [${name}]`, async () => {
    const floorPlan = {
      tables: [aTable('in', { area: 'inside' }), aTable('out', { area: 'terrace' })],
      combinations: [],
      wastedSeatsMax: null,
    };
    const areas = [
      { id: 'inside', name: 'Inside' },
      { id: 'terrace', name: 'The terrace' },
    ];
    const bookingPage = { ...BOOKING_PAGE_DEFAULTS, areas: 'choose' as const };
    const { visitor } = await aPage(kind, 1, { floorPlan, areas, bookingPage });
    const wish = { startMs: SEVEN_MS, partySize: 2, area: 'terrace' };
    const first = await visitor.hold(LOCATION_ID, wish);
    if (first.kind !== 'held') throw new Error(first.kind);
    expect(first.hold.tables).toEqual(['out']);
    const times = await visitor.times(LOCATION_ID, { date: FRIDAY, area: 'terrace' });
    expect(times.slots.find(({ startMs }) => startMs === SEVEN_MS)?.available).toBe(false);
    expect(times.otherAreas.map(({ id }) => id)).toEqual(['inside']);
    expect(await visitor.hold(LOCATION_ID, wish)).toMatchObject({ kind: 'refused', reason: 'tables' });
    const booked = await visitor.confirm(first.token, MAJA);
    expect(booked.kind === 'booked' && booked.booking.area).toBe('terrace');
    expect(await codeOf(visitor.times(LOCATION_ID, { area: 'cellar' }))).toBe('invalid_request');
  });

  test(`D52 another time that needs the table of the hold replaces it in one step, and a time that is full leaves it held [${name}]`, async () => {
    const { engine, visitor, from } = await aPage(kind, 1);
    const [early, later] = [-120, 15].map((minutes) => SEVEN_MS + minutes * MINUTE_MS);
    await held(from('192.0.2.9'), early);
    const token = await held(visitor);
    const full = await visitor.change(token, { startMs: early!, partySize: 2 });
    expect(full).toMatchObject({ kind: 'refused', reason: 'tables' });
    expect((await visitor.held(token)).hold.state).toBe('held');
    const changed = await visitor.change(token, { startMs: later!, partySize: 2 });
    if (changed.kind !== 'held') throw new Error(changed.kind);
    expect((await visitor.held(token)).hold.state).toBe('released');
    expect((await visitor.confirm(changed.token, MAJA)).kind).toBe('booked');
    expect(await engine.operator.at(LOCATION_ID).bookings.list()).toMatchObject([{ startMs: later }]);
  });

  test(`D52 a held time changes to another date, for a larger party too, and the old table is free [${name}]`, async () => {
    const { visitor, from } = await aPage(kind, 1);
    const token = await held(visitor);
    const tomorrow = { startMs: SEVEN_MS + DAY_MS, partySize: 2 };
    expect(await kindOf(visitor.change(token, tomorrow))).toBe('held');
    expect(await kindOf(visitor.change(token, { startMs: SEVEN_MS, partySize: 3 }))).toBe('refused');
    expect(await kindOf(from('192.0.2.9').hold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2 }))).toBe(
      'held',
    );
  });

  test(`D52 an expired hold is changed like a new one, also onto its own table [${name}]`, async () => {
    const { visitor, pass } = await aPage(kind, 1);
    const token = await held(visitor);
    await pass(6 * MINUTE_MS);
    expect(await kindOf(visitor.change(token, { startMs: SEVEN_MS, partySize: 2 }))).toBe('held');
    expect((await visitor.held(token)).hold.state).toBe('gone');
  });

  test(`D52 a mailed link confirms the address when it is used, the link of the page does not, and opening has no effect [${name}]`, async () => {
    const { engine, visitor, mails } = await aPage(kind, 2);
    const booked = await visitor.confirm(await held(visitor), MAJA);
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    await engine.background.deliverDue();
    const [mail] = mails;
    const mailed = mail && 'manageToken' in mail ? mail.manageToken! : '';
    const isConfirmed = async () =>
      (await engine.operator.bookings.read(booked.booking.id)).visitor?.isConfirmed;
    await engine.guest(booked.manageToken!).confirmAddress();
    expect((await engine.guest(mailed).open()).confirmsAddress).toBe(true);
    expect(await isConfirmed()).toBe(false);
    await engine.guest(mailed).confirmAddress();
    expect(await isConfirmed()).toBe(true);
    expect((await engine.guest(mailed).open()).confirmsAddress).toBe(false);
    for (const i of [1, 2, 3])
      expect([
        i,
        await kindOf(visitor.hold(LOCATION_ID, { startMs: SEVEN_MS + i * DAY_MS, partySize: 2 })),
      ]).toEqual([i, 'held']);
  });

  test(`D52 while a wanted time is free a guest does not join the waitlist, so that no offer holds a table [${name}]`, async () => {
    const { engine, visitor } = await aPage(kind, 1);
    const entry = { date: FRIDAY, fromMs: SEVEN_MS, toMs: SEVEN_MS, partySize: 2, guest: MAJA };
    expect(await visitor.wait(LOCATION_ID, entry)).toEqual({ kind: 'free' });
    const { holds, waitlist } = engine.operator.at(LOCATION_ID);
    expect([await holds.list(), await waitlist.list()]).toEqual([[], []]);
  });

  test(`D52 a second waiting entry of a guest is answered like the first and takes no place [${name}]`, async () => {
    const { engine, visitor, book } = await aPage(kind, 1);
    await book();
    const entry = { date: FRIDAY, fromMs: SEVEN_MS, toMs: SEVEN_MS, partySize: 2, guest: MAJA };
    expect(await visitor.wait(LOCATION_ID, entry)).toEqual({ kind: 'joined' });
    expect(await visitor.wait(LOCATION_ID, entry)).toEqual({ kind: 'joined' });
    expect(await engine.operator.at(LOCATION_ID).waitlist.list()).toHaveLength(1);
  });
}

const [memory] = storages;

test('D52 the page asks for the fields of its location, and a missing one is named', async () => {
  const bookingPage = { ...BOOKING_PAGE_DEFAULTS, phone: 'required' as const };
  const { visitor } = await aPage(memory!, 2, { bookingPage });
  const token = await held(visitor);
  await expect(visitor.confirm(token, MAJA)).rejects.toMatchObject({ path: ['guest', 'phone'] });
  await expect(visitor.confirm(token, { name: 'Maja', phone: '070' })).rejects.toMatchObject({
    path: ['guest', 'email'],
  });
  expect(await kindOf(visitor.confirm(token, { ...MAJA, phone: '+46 70 123 45 67' }))).toBe('booked');
});

test('D52 a location without a booking page is unknown to guests, and foreign tokens are unknown', async () => {
  const { engine, visitor } = await aPage(memory!, 2);
  const token = await held(visitor);
  const strange = `${token.slice(0, -2)}AA`;
  expect(await codeOf(visitor.held(strange))).toBe('hold_not_found');
  expect(await codeOf(visitor.openLink(token))).toBe('link_unknown');
  const { id: _, revision: _revision, ...plan } = await engine.operator.at(LOCATION_ID).location();
  await engine.operator.locations.apply({ ...plan, bookingPage: null }, LOCATION_ID);
  expect(await codeOf(visitor.times(LOCATION_ID))).toBe('location_not_found');
  expect(await codeOf(visitor.hold(LOCATION_ID, { startMs: SEVEN_MS, partySize: 2 }))).toBe(
    'location_not_found',
  );
});
