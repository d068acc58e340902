/** The e-mails to a waiting guest, and the actions of their link (D26, D27, D36). */
import { DAY_MS, type GuestActions, HOUR_MS, MINUTE_MS, type WaitingMessage } from '@bord/engine';
import { fixtures, steps } from '@bord/engine/testing';
import { expect, test, vi } from 'vitest';
import { storageSample } from '../support/storages.ts';
import {
  anEntry,
  aWaitedRestaurant,
  OFFER_MS,
  SEVEN_MS,
  type WaitedRestaurant,
} from '../support/waited-restaurant.ts';

const { aCaller, aRequest, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;

/** The e-mails to waiting guests, delivered now. */
async function mailsOf({ engine, mails }: WaitedRestaurant): Promise<readonly WaitingMessage[]> {
  await engine.background.deliverDue();
  return mails.filter((mail): mail is WaitingMessage => 'waitingId' in mail);
}

/** The actions of each guest by the link in the e-mail; an e-mail may be due a moment later by the clock of the database. */
async function linksOf(
  here: WaitedRestaurant,
  ...names: readonly string[]
): Promise<readonly GuestActions[]> {
  const linkOf = async (name: string): Promise<GuestActions> => {
    const mail = await vi.waitUntil(
      async () => (await mailsOf(here)).find(({ guestName }) => guestName === name),
      { timeout: 10_000, interval: 5 },
    );
    return here.engine.guest(mail.token!);
  };
  return Promise.all(names.map(linkOf));
}

for (const kind of storageSample) {
  const { name } = kind;

  test(`D36 D26 joining and an offer send one e-mail each, with one link [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2 });
    const partner = here.engine.partner(aCaller());
    const first = await here.book();
    const entry = await partner.joinWaitlist(LOCATION_ID, anEntry('one', { toMs: SEVEN_MS + HOUR_MS }));
    const [joined] = await mailsOf(here);
    expect(joined).toMatchObject({
      kind: 'waitlist_joined',
      to: 'one@example.com',
      guestName: 'one',
      waitingId: entry.id,
      partySize: 2,
      fromMs: SEVEN_MS,
      toMs: SEVEN_MS + HOUR_MS,
      mode: 'offer',
      offer: null,
    });
    await partner.cancelBooking(first.id);
    await here.engine.background.giveOut();
    const all = await mailsOf(here);
    expect(all.map((mail) => mail.kind)).toEqual(['waitlist_joined', 'waitlist_offered']);
    const [, offered] = all;
    expect(offered!.offer).toEqual({
      startMs: SEVEN_MS,
      endMs: SEVEN_MS + 1.5 * HOUR_MS,
      expiresMs: FRIDAY_MS + OFFER_MS,
    });
    expect(offered!.token).toBe(joined!.token);
    expect(offered!.id).not.toBe(joined!.id);
  });

  test(`D36 D27 the link opens the entry, takes the table, and leads to a booking [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2 });
    const partner = here.engine.partner(aCaller());
    const first = await here.book();
    const entry = await partner.joinWaitlist(
      LOCATION_ID,
      anEntry('one', {
        partnerBookingRef: 'P-1',
        guest: { name: 'one', email: 'one@example.com', notes: 'by the window' },
      }),
    );
    const [joined] = await mailsOf(here);
    const guest = here.engine.guest(joined!.token!);
    expect(await guest.waiting()).toMatchObject({
      waiting: { id: entry.id, state: 'waiting' },
      location: { id: LOCATION_ID },
      booking: null,
      manageToken: null,
    });
    await expect(guest.acceptOffer()).rejects.toMatchObject({ code: 'conflict' });
    await partner.cancelBooking(first.id);
    expect((await guest.waiting()).waiting).toMatchObject({ state: 'offered', offer: { startMs: SEVEN_MS } });
    const accepted = await guest.acceptOffer();
    if (accepted.kind !== 'booked') throw new Error(accepted.kind);
    expect(accepted.booking).toMatchObject({
      channel: 'partner:acme',
      partnerBookingRef: 'P-1',
      guest: { name: 'one', notes: 'by the window' },
    });
    expect(await guest.acceptOffer()).toMatchObject({
      kind: 'replayed',
      booking: { id: accepted.booking.id },
    });
    const seen = await guest.waiting();
    expect(seen).toMatchObject({ waiting: { state: 'booked', bookingId: accepted.booking.id } });
    expect((await here.engine.guest(seen.manageToken!).open()).booking.id).toBe(accepted.booking.id);
    // The link of the entry does not open the booking, nor the reverse.
    await expect(guest.open()).rejects.toMatchObject({ code: 'link_unknown' });
    await expect(here.engine.guest(seen.manageToken!).waiting()).rejects.toMatchObject({
      code: 'link_unknown',
    });
    expect((await here.engine.operator.bookings.read(accepted.booking.id)).history).toMatchObject([
      { kind: 'created', by: 'guest' },
    ]);
  });

  test(`D36 the mail of an offer that is over, taken or given up is not sent [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2, B: 2, C: 2 });
    const partner = here.engine.partner(aCaller());
    const first = [await here.book(), await here.book(), await here.book()];
    const entries = [];
    for (const guest of ['one', 'two', 'three'])
      entries.push(await partner.joinWaitlist(LOCATION_ID, anEntry(guest)));
    const [late, taken, left] = await linksOf(here, 'one', 'two', 'three');
    for (const { id } of first) await partner.cancelBooking(id);
    await left!.leaveWaitlist();
    expect((await taken!.acceptOffer()).kind).toBe('booked');
    await here.pass(OFFER_MS);
    expect((await mailsOf(here)).map((mail) => mail.kind)).toEqual(Array(3).fill('waitlist_joined'));
    expect((await left!.waiting()).waiting.state).toBe('left');
    await expect(left!.acceptOffer()).rejects.toMatchObject({ code: 'conflict' });
    // The table is still free: a late guest gets it (D35).
    expect((await late!.waiting()).waiting.state).toBe('lapsed');
    expect((await late!.acceptOffer()).kind).toBe('booked');
  });

  test(`D36 a late guest is rejected if the table was taken [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2 });
    const partner = here.engine.partner(aCaller());
    const first = await here.book();
    await partner.joinWaitlist(LOCATION_ID, anEntry('one'));
    await partner.joinWaitlist(LOCATION_ID, anEntry('two'));
    const [one] = await linksOf(here, 'one');
    await partner.cancelBooking(first.id);
    await here.pass(OFFER_MS);
    await here.engine.background.giveOut();
    expect(await one!.acceptOffer()).toMatchObject({ kind: 'refused', reason: 'tables' });
    expect((await one!.waiting()).waiting.state).toBe('lapsed');
  });

  test(`D35 D36 a late guest gets an unallocated table after a round, from two servers once, unless it was booked [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2, B: 2, C: 6 });
    const partner = here.engine.partner(aCaller());
    const first = [await here.book(), await here.book()];
    await here.book(SEVEN_MS, 6);
    for (const guest of ['one', 'two']) await partner.joinWaitlist(LOCATION_ID, anEntry(guest));
    await partner.joinWaitlist(LOCATION_ID, anEntry('large', { partySize: 6 }));
    const [one, two] = await linksOf(here, 'one', 'two');
    for (const { id } of first) await partner.cancelBooking(id);
    await here.pass(OFFER_MS);
    for (let rounds = 0; rounds < 2; rounds++) await here.engine.background.giveOut();
    const covers = async (): Promise<number> => {
      const { answer } = await partner.readAvailability(LOCATION_ID, { date: FRIDAY, partySize: 2 });
      return answer.slots.find(({ startMs }) => startMs === SEVEN_MS)!.remainingCovers;
    };
    expect(await covers()).toBe(4); // available to all, and to the guest of the offer
    expect((await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).kind).toBe('booked');
    const there = await here.another();
    const { token } = here.mails.find(
      (mail) => 'waitingId' in mail && mail.guestName === 'two',
    ) as WaitingMessage;
    const outcomes = await Promise.all([two!.acceptOffer(), there.guest(token!).acceptOffer()]);
    expect(outcomes.map((outcome) => outcome.kind).toSorted()).toEqual(['booked', 'replayed']);
    expect(new Set(outcomes.map((it) => it.kind !== 'refused' && it.booking.id)).size).toBe(1);
    expect(await one!.acceptOffer()).toMatchObject({ kind: 'refused', reason: 'tables' });
    expect(here.faults).toEqual([]);
  });

  test(`D36 an expired offer for a date that is closed is rejected [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2 });
    const partner = here.engine.partner(aCaller());
    const first = await here.book();
    await partner.joinWaitlist(LOCATION_ID, anEntry('one'));
    const [one] = await linksOf(here, 'one');
    await partner.cancelBooking(first.id);
    await here.engine.operator.at(LOCATION_ID).closures.add({ from: FRIDAY, to: FRIDAY, reason: null });
    await here.pass(OFFER_MS);
    expect(await one!.acceptOffer()).toMatchObject({ kind: 'refused', reason: 'closed' });
  });

  test(`D36 a party of mode book is booked and confirmed, without an offer [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2 });
    const partner = here.engine.partner(aCaller());
    const first = await here.book();
    const entry = await partner.joinWaitlist(LOCATION_ID, anEntry('one', { mode: 'book' }));
    expect((await mailsOf(here)).map((mail) => [mail.kind, mail.mode])).toEqual([
      ['waitlist_joined', 'book'],
    ]);
    await partner.cancelBooking(first.id);
    await here.engine.background.deliverDue();
    const { bookingId } = await partner.readWaiting(entry.id);
    expect(here.mails.filter((mail) => 'bookingId' in mail && mail.bookingId === bookingId)).toMatchObject([
      { kind: 'confirmation', to: 'one@example.com' },
    ]);
  });

  test(`D36 a party that gets a table immediately has one e-mail about it, and none about waiting [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2 });
    const entry = await here.engine.partner(aCaller()).joinWaitlist(LOCATION_ID, anEntry('one'));
    expect(entry.state).toBe('offered');
    expect((await mailsOf(here)).map((mail) => mail.kind)).toEqual(['waitlist_offered']);
  });

  test(`D36 waitlist.offered goes to the endpoints of the entry’s partner that name it, in the step of the offer [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2 });
    const { engine, opened } = here;
    const endpoint = fixtures.anEndpoint({ id: 'named', eventTypes: ['waitlist.offered'] });
    for (const one of [
      endpoint,
      fixtures.anEndpoint({ id: 'silent' }),
      fixtures.anEndpoint({ id: 'other', partner: 'other', eventTypes: ['waitlist.offered'] }),
    ])
      await opened.storage.records.amend(steps.insertion('endpoints', one));
    const partner = engine.partner(aCaller());
    const first = await here.book();
    const entry = await partner.joinWaitlist(LOCATION_ID, anEntry('one'));
    await partner.cancelBooking(first.id);
    const sent = await Promise.all(
      ['named', 'silent', 'other'].map((id) => engine.operator.webhooks.deliveries(id)),
    );
    const bodies = sent.map((records) =>
      records.map(({ body }) => JSON.parse(body) as { type: string; data: { waitingId?: string } }),
    );
    expect(bodies[0]).toMatchObject([{ type: 'waitlist.offered', data: { waitingId: entry.id } }]);
    expect(bodies[1]!.filter(({ type }) => type === 'waitlist.offered')).toEqual([]);
    expect(bodies[2]).toEqual([]);
  });

  test(`D36 an offer lasts as long as the location says, at most until the lead time begins [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2 }, { offerMinutes: 45, leadTimeMinutes: 60 });
    const partner = here.engine.partner(aCaller());
    const long = await partner.joinWaitlist(LOCATION_ID, anEntry('one'));
    expect(long.offer!.expiresMs).toBe(FRIDAY_MS + 45 * MINUTE_MS);
    await partner.leaveWaitlist(long.id);
    await here.pass(16.5 * HOUR_MS);
    const short = await partner.joinWaitlist(LOCATION_ID, anEntry('two'));
    expect(short.offer!.expiresMs).toBe(SEVEN_MS - HOUR_MS);
    await expect(partner.joinWaitlist(LOCATION_ID, anEntry('many', { partySize: 3 }))).rejects.toMatchObject({
      code: 'invalid_request',
      path: ['partySize'],
    });
  });

  test(`D36 erasing a guest removes the waitlist entry with its data [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2, B: 2 });
    const { engine, opened } = here;
    const partner = engine.partner(aCaller());
    const first = [await here.book(), await here.book()];
    const waiting = [
      await partner.joinWaitlist(LOCATION_ID, anEntry('one')),
      await partner.joinWaitlist(
        LOCATION_ID,
        anEntry('gone', { guest: { name: 'Gone', email: 'g@example.com' } }),
      ),
    ];
    expect(await engine.operator.guests.export('G@example.com')).toMatchObject([{ id: waiting[1]!.id }]);
    expect(await engine.operator.guests.erase('g@example.com')).toMatchObject({ bookings: 1 });
    const erased = (await opened.storage.bookings.find(waiting[1]!.id, null))!;
    expect(erased).toMatchObject({
      status: 'cancelled',
      guest: { name: '', email: null },
      manageTokenHash: null,
    });
    for (const { id } of first) await partner.cancelBooking(id);
    expect((await partner.readWaiting(waiting[1]!.id)).state).toBe('left');
    expect((await mailsOf(here)).map(({ to }) => to)).toEqual(['one@example.com']);
    // A live offer ends with the erasure, too, and goes to the next entry.
    const next = await partner.joinWaitlist(LOCATION_ID, anEntry('next', { partySize: 2 }));
    expect(next.state).toBe('offered');
    expect(await engine.operator.guests.erase('one@example.com')).toMatchObject({ bookings: 1 });
    expect((await partner.createBooking(LOCATION_ID, aRequest(SEVEN_MS))).kind).toBe('booked');
  });

  test(`D36 D20 entries of the past are erased with the guests of that time [${name}]`, async () => {
    const here = await aWaitedRestaurant(kind, { A: 2 });
    const { engine, opened } = here;
    await here.book();
    const entry = await engine.partner(aCaller()).joinWaitlist(LOCATION_ID, anEntry('one'));
    await here.pass(2 * DAY_MS);
    await engine.operator.guests.purge(FRIDAY_MS + DAY_MS + MINUTE_MS);
    expect((await opened.storage.bookings.find(entry.id, null))!.guest.name).toBe('');
  });
}
