/** The guest's view and changes, their deadline, and their link. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

export const faults: Faults = {
  'guest-offered-too-few-sizes': {
    file: `${CORE}/booking/choices.ts`,
    find: 'Math.max(most, seatsMax),\n    0,\n  )',
    replace: 'Math.max(most, seatsMax), 0) - 1',
    breaks: 'The largest party that the house takes cannot be chosen.',
    tests: [`${APP}/guest/guest-choices.test.ts`],
  },
  'guest-moves-like-the-operator': {
    file: 'packages/engine/src/core/booking/decide-guest.ts',
    find: "const rule = move(at, request, 'online');",
    replace: "const rule = move(at, request, 'all');",
    breaks: 'A guest moves off the grid, past pacing, to a table kept by the house.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  'edit-heard-by-who-sees-nothing-new': {
    file: `${CORE}/booking/decide-edit.ts`,
    find: 'const endpoints = at.endpoints.filter((endpoint) => seesChange(endpoint, booking, edited));',
    replace: 'const { endpoints } = at;',
    breaks: 'Partners are sent booking.updated although nothing is new that they are sent.',
    tests: [`${APP}/operator/edit-booking.test.ts`],
  },
  'edited-name-told-to-nobody': {
    file: `${CORE}/booking/decide-edit.ts`,
    find: "const EVENT_FIELDS = ['name', 'email', 'phone']",
    replace: "const EVENT_FIELDS = ['email', 'phone']",
    breaks: 'A partner goes on with a name that is wrong.',
    tests: [`${APP}/operator/edit-booking.test.ts`],
  },
  'link-of-the-address-is-the-old-one': {
    file: `${APP}/operator/edit-booking.ts`,
    find: "tokenOf(key, 'manage', bookingId, email)",
    replace: "tokenOf(key, 'manage', bookingId)",
    breaks: 'The link for the corrected address is the one that a stranger has.',
    tests: [`${APP}/operator/edit-booking.test.ts`],
  },
};
