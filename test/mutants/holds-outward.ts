/** Holds as partners and staff see them: on the wire, on the day, and in the way. */
import type { Faults } from './run/fault.ts';

const ENGINE = 'packages/engine/src';
const wire = ['test/spec/d35-holds-wire.test.ts'];

export const faults: Faults = {
  'too-many-holds-until-the-last-lapses': {
    file: `${ENGINE}/core/booking/decide-hold.ts`,
    find: 'expiries[0]! - nowMs',
    replace: 'expiries.at(-1)! - nowMs',
    breaks: 'Retry-After is the end of the last hold, not of the first.',
    tests: wire,
  },
  'move-hold-by-looking': {
    file: 'packages/adapter-http/src/guest/manage-routes.ts',
    find: 'if (isHeld || found',
    replace: 'await engine.guest(visit.token).holdMove({ startMs });\n    if (isHeld || found',
    breaks: 'A program that follows links creates holds.',
    tests: ['test/browser/manage-guarded.test.ts', 'test/browser/manage-holds.test.ts'],
  },
};
