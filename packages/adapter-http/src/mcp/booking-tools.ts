/** Tools that hold a table, book it, and join the waitlist. */
import { emailKeyOf } from '@bord/engine/adapters';
import { type Guest, localDateAt, type Location } from '@bord/engine';
import { z } from 'zod';
import { type GivenGuest, type GuestField, type HeldTable, isRefused } from './callers.ts';
import { restaurantOf, timesAround } from './find-tools.ts';
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
import {
  ADDS,
  answerSchema,
  bookingAnswer,
  bookingSchema,
  FIELDS,
  MissingDetails,
  rejectionOf,
  SCHEMAS,
  tool,
  type ToolUse,
  nameLine,
  restaurantFacts,
  whenText,
} from './tool.ts';

const { text } = SCHEMAS;

export const holdTable = tool({
  name: 'hold_table',
  description: 'Hold the table of an offer for five minutes. Then ask the guest, and call book_table.',
  input: z.strictObject({ offer: FIELDS.handle }),
  output: answerSchema(
    {
      hold: text,
      ...SCHEMAS.restaurant,
      ...SCHEMAS.when,
      held_until: text,
      needs: { type: 'array', items: text },
      alternatives: SCHEMAS.times,
      waitlist: SCHEMAS.flag,
    },
    ['hold'],
  ),
  annotations: ADDS,
  async run(use, { offer: sealed }) {
    const { caller, seals, nowMs } = use;
    const offer = openOffer({ seals, caller: caller.name, nowMs }, sealed);
    const location = await caller.located(offer.locationId);
    if (!location) throw new Rejection('offer_unknown');
    const held = await caller.hold(location, offer);
    if (isRefused(held)) {
      const { date, time } = localTimeOf(location, offer.startMs);
      const found = await timesAround(caller, location, { ...offer, date, time });
      throw rejectionOf(use, held, location, offer, found);
    }
    const when = localTimeOf(location, held.startMs);
    const { partySize } = held;
    const needs = caller.fields(location);
    const until = localTimeOf(location, held.expiresMs).time;
    return {
      facts: {
        hold: held.handle,
        ...restaurantFacts(location),
        ...when,
        party_size: partySize,
        held_until: until,
        needs,
      },
      lines: [
        `Held until ${until}: ${whenText(when)}, ${partySize} guests. Not booked yet.`,
        nameLine(location),
        `hold=${held.handle}`,
        `book_table needs: ${needs.join(', ')}`,
      ],
    };
  },
});

const GUEST = {
  name: FIELDS.text,
  email: FIELDS.text,
  phone: FIELDS.text,
};

export const bookTable = tool({
  name: 'book_table',
  description:
    'Book a held table. `expect`: the date, weekday, local time and party size that the guest has agreed to. Repeating the call returns the same booking.',
  input: z.strictObject({ hold: FIELDS.handle, ...GUEST, notes: FIELDS.text, expect: FIELDS.expect }),
  output: bookingSchema,
  annotations: ADDS,
  async run(use, { hold, expect, ...given }) {
    const { caller } = use;
    const held = await caller.held(hold);
    const { location } = held;
    assertExpected(location, held, expect);
    const guest = guestOf(use, given, location, caller.fields(location));
    const known = await caller.book(held, guest);
    if (isRefused(known)) throw rejectionOf(use, known, location, held, await timesNear(use, held));
    if (!isSameGuest(known.booking.guest, guest)) throw new Rejection('hold_used');
    return bookingAnswer(known);
  },
});

function timesNear({ caller }: ToolUse, held: HeldTable): ReturnType<typeof timesAround> {
  const { location, startMs, partySize, area } = held;
  return timesAround(caller, location, { ...localTimeOf(location, startMs), partySize, area });
}

/** The same name and contact. */
function isSameGuest(guest: Guest, given: GivenGuest): boolean {
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
): GivenGuest {
  if (filledIn && filledIn.action !== 'accept') throw new Rejection('declined');
  const all: GivenFields = { ...filledIn?.fields, ...given };
  const missing = required.filter((field) => (all[field] ?? '').trim() === '');
  if (missing.length > 0) throw new MissingDetails(missing, location);
  const { name = '', email = null, phone = null, notes = null } = all;
  return { name, email, phone, notes, language };
}

export const joinWaitlist = tool({
  name: 'join_waitlist',
  description:
    'Put the guest on the waitlist of a day. When a table becomes free between `from` and `to`, the guest gets an e-mail with an offer.',
  input: z.strictObject({
    restaurant: FIELDS.restaurant,
    date: FIELDS.date,
    weekday: FIELDS.weekday,
    from: FIELDS.time,
    to: FIELDS.time,
    party_size: FIELDS.partySize,
    area: FIELDS.restaurant,
    ...GUEST,
  }),
  output: answerSchema({ joined: SCHEMAS.flag, name: text, date: text, weekday: text }, ['joined']),
  annotations: ADDS,
  async run(use, input) {
    const { restaurant, date, weekday, from, to, party_size: partySize, area = null, ...given } = input;
    assertCalendarDate(date);
    const location = await restaurantOf(use, restaurant);
    const actual = weekdayName(date);
    if (weekday !== actual)
      throw new Rejection('expect_differs', {
        differences: [{ field: 'weekday', expected: weekday, actual }],
      });
    const guest = guestOf(use, given, location, [
      ...new Set([...use.caller.fields(location), 'email' as const]),
    ]);
    const fromMs = instantAt(location, date, from);
    const toMs = instantAt(location, date, to);
    const [serviceDate = localDateAt(location.timeZone, fromMs)] = serviceDatesAt(date, from);
    await use.caller.wait(location, { date: serviceDate, fromMs, toMs, partySize, area, guest });
    return {
      facts: {
        joined: true,
        ...restaurantFacts(location),
        date,
        weekday,
        from,
        to,
        party_size: partySize,
      },
      lines: [
        `On the waitlist: ${weekday} ${date}, ${from} to ${to}, ${partySize} guests. No table is booked.`,
        nameLine(location),
      ],
    };
  },
});
