/** The guest's view and changes, their deadline, and their link. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

export const faults: Faults = {
  'guest-offered-too-few-sizes': {
    file: `${CORE}/booking/choices.ts`,
    find: 'Math.max(most, seatsMax),\n    0,\n  )',
    replace: 'Math.max(most, seatsMax), 0) - 1',
    breaks: 'The largest allowed party size cannot be chosen.',
    tests: [`${APP}/guest/guest-choices.test.ts`],
  },
  'guest-moves-like-the-operator': {
    file: 'packages/engine/src/core/booking/decide-guest.ts',
    find: "const rule = move(at, request, 'online');",
    replace: "const rule = move(at, request, 'all');",
    breaks: 'A guest can move to a time between slots, over the pacing limit, or to an internal table.',
    tests: [`${APP}/booking-changes.test.ts`],
  },
  'edit-heard-by-who-sees-nothing-new': {
    file: `${CORE}/booking/decide-edit.ts`,
    find: 'const endpoints = at.endpoints.filter((endpoint) => seesChange(endpoint, booking, edited));',
    replace: 'const { endpoints } = at;',
    breaks: 'Partners receive booking.updated although no field that they can see has changed.',
    tests: [`${APP}/operator/edit-booking.test.ts`],
  },
  'edited-name-told-to-nobody': {
    file: `${CORE}/booking/decide-edit.ts`,
    find: "const EVENT_FIELDS = ['name', 'email', 'phone']",
    replace: "const EVENT_FIELDS = ['email', 'phone']",
    breaks: 'A partner keeps an outdated name of the guest.',
    tests: [`${APP}/operator/edit-booking.test.ts`],
  },
  'link-of-the-address-is-the-old-one': {
    file: `${APP}/operator/edit-booking.ts`,
    find: "tokenOf(key, 'manage', bookingId, email)",
    replace: "tokenOf(key, 'manage', bookingId)",
    breaks: 'After a corrected e-mail address, the link at the wrong address stays valid.',
    tests: [`${APP}/operator/edit-booking.test.ts`],
  },
};
