/** What a guest is shown and may change herself, until when, and by which link. */
import type { Fault } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

export const faults: readonly Fault[] = [
  {
    name: 'guest-changes-too-late',
    file: `${CORE}/booking/decide-guest.ts`,
    find: 'if (isLive(booking) && !mayGuestChange(',
    replace: 'if (!isLive(booking) && !mayGuestChange(',
    breaks: 'Guests cancel when the food is being cooked.',
    tests: [`${APP}/shared/booking-changes.test.ts`],
  },
  {
    name: 'guest-cut-off-a-moment-late',
    file: `${CORE}/booking/guest-stage.ts`,
    find: 'return nowMs < changeableUntilMs(',
    replace: 'return nowMs <= changeableUntilMs(',
    breaks: 'The page offers what the server then refuses.',
    tests: [`${APP}/shared/booking-changes.test.ts`],
  },
  {
    name: 'guest-told-another-cut-off',
    file: `${CORE}/booking/guest-stage.ts`,
    find: 'return booking.startMs - location.guestCutoffMinutes * MINUTE_MS;',
    replace: 'return booking.startMs;',
    breaks: 'The page promises that she can cancel until she comes, and then refuses it.',
    tests: [`${CORE}/booking/guest-stage.test.ts`],
  },
  {
    name: 'guest-past-her-visit',
    file: `${CORE}/booking/guest-stage.ts`,
    find: 'if (!isLive(booking) || nowMs >= booking.endMs)',
    replace: 'if (!isLive(booking))',
    breaks: 'A link that is found years later still shows who dined with whom.',
    tests: [`${CORE}/booking/guest-stage.test.ts`],
  },
  {
    name: 'guest-offered-what-pacing-never-admits',
    file: `${CORE}/booking/choices.ts`,
    find: '.some((slot) => coversLeft([], location, slot) >= size)',
    replace: '.length > 0',
    breaks: 'The page offers a party of eight in a house that takes six at a time.',
    tests: [`${APP}/guest/guest-choices.test.ts`],
  },
  {
    name: 'guest-offered-dates-by-the-sizes-of-the-morning',
    file: `${CORE}/booking/choices.ts`,
    find: 'if (day.periods.some(({ opensMs }) => opensMs < earliestMs))',
    replace: 'if (day.periods.every(({ opensMs }) => opensMs < earliestMs))',
    breaks: 'A size that was offered at lunch only can be chosen all day.',
    tests: [`${APP}/guest/guest-choices.test.ts`],
  },
  {
    name: 'guest-offered-the-choices-of-the-morning',
    file: `${APP}/guest/guest-times.ts`,
    find: 'if (last?.key === key) return last;',
    replace: 'if (last) return last;',
    breaks: 'Who looks at night is offered the evening that has passed.',
    tests: [`${APP}/guest/guest-choices.test.ts`],
  },
  {
    name: 'guest-offered-too-few-sizes',
    file: `${CORE}/booking/choices.ts`,
    find: 'Math.max(most, seatsMax),\n    0,\n  )',
    replace: 'Math.max(most, seatsMax), 0) - 1',
    breaks: 'The largest party that the house takes cannot be chosen.',
    tests: [`${APP}/guest/guest-choices.test.ts`],
  },
  {
    name: 'guest-moves-like-the-operator',
    file: `${APP}/guest/guest-link.ts`,
    find: "'online'))",
    replace: "'all'))",
    breaks: 'A guest moves off the grid, past pacing, to a table kept by the house.',
    tests: [`${APP}/shared/booking-changes.test.ts`],
  },
  {
    name: 'guest-link-of-another-booking',
    file: `${APP}/guest/guest-link.ts`,
    find: 'if (!booking || !isTokenOf(token, booking.manageTokenHash))',
    replace: 'if (!booking)',
    breaks: 'Who knows the id of a booking cancels it.',
    tests: [`${APP}/shared/booking-changes.test.ts`],
  },
];
