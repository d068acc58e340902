/** Decisions of the core on time and tables: slots, days, pacing, plans. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const APP = 'packages/engine/src/app';

export const faults: Faults = {
  'clock-shows-all-times-once': {
    file: `${CORE}/local-date.ts`,
    find: '[wallMs - before, wallMs - after]',
    replace: '[wallMs - before]',
    breaks: 'A guest comes at half past two, an hour after her table was given away.',
    tests: ['packages/adapter-http/src/i18n/when.test.ts', 'packages/cli/src/config/visit-time.test.ts'],
  },
  'offer-alike-in-spite-of-lead-times': {
    file: `${CORE}/seating/offer.ts`,
    find: ' + TURN_MINUTES * leadTimeMinutesOf(location, partySize)',
    replace: '',
    breaks: 'Twelve are shown the times that four may still have, and are refused when they book.',
    tests: [`${CORE}/seating/offer.test.ts`],
  },
  'cache-fresh-by-one-lead-time': {
    file: 'packages/engine/src/app/shown-days.ts',
    find: 'for (const leadTimeMinutes of allLeadTimes(location)) {',
    replace: 'for (const leadTimeMinutes of [location.leadTimeMinutes]) {',
    breaks: 'For seconds a time is shown that a small party can no longer have.',
    tests: ['packages/engine/src/app/location-cache.test.ts'],
  },
  'day-night-belongs-to-its-calendar-date': {
    file: `${CORE}/location/service-day.ts`,
    find: 'for (const days of [0, -1, -2, 1])',
    replace: 'for (const days of [0])',
    breaks: 'After midnight no booking can be made in a night that began before.',
    tests: [`${APP}/change-booking-cached.test.ts`],
  },
  'batch-one-day-more': {
    file: `${CORE}/seating/batch.ts`,
    find: 'daysBetween(startDate, endDate) + 1',
    replace: 'daysBetween(startDate, endDate)',
    breaks: 'A batch answers 93 days, and leaves the last one out.',
    tests: ['test/conformance/own-server.test.ts'],
  },
  'demand-by-the-wrong-clock': {
    file: `${CORE}/booking/demand.ts`,
    find: 'weekdayOf(localDateAt(timeZone, refusal.startMs))',
    replace: "weekdayOf(localDateAt('UTC', refusal.startMs))",
    breaks: 'Demand after midnight by the clock of the house is shown on the day before.',
    tests: [`${CORE}/booking/demand.test.ts`],
  },
};
