/** Changes of a plan, their effects on bookings, and removing a location. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';

export const faults: Faults = {
  'abandoned-engine-held': {
    file: 'packages/engine/src/app/location-cache.ts',
    find: 'const cache = self.deref();',
    replace: 'const cache = self.deref() ?? this;',
    breaks: 'Engines that nobody uses any more fill the memory of a process whose clock stands still.',
    tests: ['packages/engine/src/app/location-cache-bounds.test.ts'],
  },
  'remove-without-closing': {
    file: `${APP}/operator/remove-location.ts`,
    find: '{ ...plan, servicePeriods: [] },',
    replace: 'plan,',
    breaks: 'Guests book on while their house is being removed, and it is left half gone.',
    tests: [`${APP}/operator/remove-location.test.ts`],
  },
};
