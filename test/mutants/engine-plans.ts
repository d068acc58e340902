/** Changes of a plan, their effects on bookings, and removing a location. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';

export const faults: Faults = {
  'abandoned-engine-held': {
    file: 'packages/engine/src/app/location-cache.ts',
    find: 'const cache = self.deref();',
    replace: 'const cache = self.deref() ?? this;',
    breaks: 'Unused engines stay in memory if the clock of the process does not advance.',
    tests: ['packages/engine/src/app/location-cache-bounds.test.ts'],
  },
  'remove-without-closing': {
    file: `${APP}/operator/remove-location.ts`,
    find: '{ ...plan, servicePeriods: [] },',
    replace: 'plan,',
    breaks: 'Guests can book while a location is removed, and it is removed only in part.',
    tests: [`${APP}/operator/remove-location.test.ts`],
  },
};
