/** The console's forms: repeated actions, actions on changed bookings, and notifications. */
import type { Faults } from './run/fault.ts';

const ENGINE = 'packages/engine/src';

const REVERT = [`${ENGINE}/app/operator/revert-booking.test.ts`];

export const faults: Faults = {
  'reversal-of-another-change': {
    file: `${ENGINE}/core/booking/decide-reversal.ts`,
    find: "  'undone',\n]);",
    replace: "  'undone',\n  'cancelled',\n]);",
    breaks: 'A cancellation is undone after the guest got its e-mail.',
    tests: REVERT,
  },
};
