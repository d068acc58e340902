/** Tools that hold a table, book it, and join the waitlist. */
import { emailKeyOf } from '@bord/engine/adapters';
import { type Guest, localDateAt, type Location, type VisitorGuest } from '@bord/engine';
import { z } from 'zod';
import { type GuestField, isRefused } from './callers.ts';
import { restaurantOf } from './find-tools.ts';
import {
  assertCalendarDate,
  assertExpected,
  instantAt,
  localTimeOf,
  serviceDatesAt,
  weekdayName,
} from './local-time.ts';
import { openOffer } from './offers.ts';
import { Rejection } from './rejection.ts';
import { answerSchema, bookingSchema, FIELDS, SCHEMAS } from './schemas.ts';
import {
  ADDS,
  bookingAnswer,
  MissingDetails,
  nameLine,
  rejectionOf,
  restaurantFacts,
  tool,
  type ToolUse,
  whenText,
} from './tool.ts';

const { text } = SCHEMAS;

export const holdTable = tool({
  name: 'hold_table',
  description: 'Hold the table of an offer for five minutes. Then ask the guest, and call book_table.',
  input: z.strictObject({ offer: FIELDS.handle }),
  output: answerSchema(['hold'], {
    hold: text,
    ...SCHEMAS.restaurant,
    ...SCHEMAS.when,
    held_until: text,
    needs: { type: 'array', items: text },
    alternatives: SCHEMAS.times,
    waitlist: SCHEMAS.flag,
  }),
  annotations: ADDS,
  async run(use, { offer: sealed }) {
    const { caller } = use;
    const offer = openOffer(use, sealed);
    const location = await caller.located(offer.locationId);
    if (!location) throw new Rejection('offer_unknown');
    const held = await caller.hold(location, offer);
    if (isRefused(held)) throw await rejectionOf(use, held, location, offer);
    const { handle: hold, partySize: party_size } = held;
    const when = localTimeOf(location, held.startMs);
    const needs = caller.fields(location);
    const held_until = localTimeOf(location, held.expiresMs).time;
    return {
      facts: { hold, ...restaurantFacts(location), ...when, party_size, held_until, needs },
      lines: [
        `Held until ${held_until}: ${whenText(when)}, ${party_size} guests. Not booked yet.`,
        nameLine(location),
        `hold=${hold}`,
        `book_table needs: ${needs.join(', ')}`,
      ],
    };
  },
});

export const bookTable = tool({
  name: 'book_table',
  description:
    'Book a held table. `expect`: the date, weekday, local time and party size that the guest has agreed to. Repeating the call returns the same booking.',
  input: z.strictObject({ hold: FIELDS.handle, ...FIELDS.guest, expect: FIELDS.expect }),
  output: bookingSchema,
  annotations: ADDS,
  async run(use, { hold, expect, ...given }) {
    const { caller } = use;
    const held = await caller.held(hold);
    const { location } = held;
    assertExpected(location, held, expect);
    const guest = guestOf(use, given, location, caller.fields(location));
    const known = await caller.book(held, guest);
    if (isRefused(known)) throw await rejectionOf(use, known, location, held);
    if (!isSameGuest(known.booking.guest, guest)) throw new Rejection('hold_used');
    return bookingAnswer(known);
  },
});

/** The same name and contact. */
function isSameGuest(guest: Guest, given: VisitorGuest): boolean {
  const keyOf = (email: string | null = null): string | null =>
    email === null || email.trim() === '' ? null : emailKeyOf(email);
  const phoneOf = (phone: string | null = null): string => (phone ?? '').trim();
  return (
    guest.name.trim() === given.name.trim() &&
    keyOf(guest.email) === keyOf(given.email) &&
    phoneOf(guest.phone) === phoneOf(given.phone)
  );
}

type GivenFields = Readonly<Partial<Record<GuestField | 'notes', string | undefined>>>;

/** The guest with all required fields: given with the call, or filled in by the guest. Throws {@link MissingDetails}. */
function guestOf(
  { filledIn, language }: ToolUse,
  given: GivenFields,
  location: Location,
  required: readonly GuestField[],
): VisitorGuest {
  if (filledIn === 'declined') throw new Rejection('declined');
  const all: GivenFields = { ...filledIn, ...given };
  const missing = required.filter((field) => (all[field] ?? '').trim() === '');
  if (missing.length > 0) throw new MissingDetails(missing, location);
  const { name = '', email = null, phone = null, notes = null } = all;
  return { name, email, phone, notes, language };
}

export const joinWaitlist = tool({
  name: 'join_waitlist',
  description:
    'Put the guest on the waitlist of a day. When a table becomes free between `from` and `to`, the guest gets an e-mail with an offer.',
  input: z.strictObject(FIELDS.waiting),
  output: answerSchema(['joined'], { joined: SCHEMAS.flag, name: text, date: text, weekday: text }),
  annotations: ADDS,
  async run(use, input) {
    const { restaurant, date, weekday, from, to, party_size, area = null, ...given } = input;
    assertCalendarDate(date);
    const location = await restaurantOf(use, restaurant);
    const actual = weekdayName(date);
    const differences = [{ field: 'weekday', expected: weekday, actual }];
    if (weekday !== actual) throw new Rejection('expect_differs', { differences });
    const required = new Set<GuestField>([...use.caller.fields(location), 'email']);
    const guest = guestOf(use, given, location, [...required]);
    const [fromMs, toMs] = [instantAt(location, date, from), instantAt(location, date, to)];
    const [serviceDate = localDateAt(location.timeZone, fromMs)] = serviceDatesAt(date, from);
    const party = { date: serviceDate, fromMs, toMs, partySize: party_size, area, guest };
    await use.caller.wait(location, party);
    return {
      facts: { joined: true, ...restaurantFacts(location), date, weekday, from, to, party_size },
      lines: [
        `On the waitlist: ${weekday} ${date}, ${from} to ${to}, ${party_size} guests. No table is booked.`,
        nameLine(location),
      ],
    };
  },
});
