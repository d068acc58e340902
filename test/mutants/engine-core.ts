/** Decisions of the core on time and tables: slots, days, pacing, plans. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const APP = 'packages/engine/src/app';

export const faults: Faults = {
  'clock-shows-all-times-once': {
    file: `${CORE}/local-date.ts`,
    find: '[wallMs - before, wallMs - after]',
    replace: '[wallMs - before]',
    breaks: 'A local time that does not exist is booked an hour late.',
    tests: ['packages/adapter-http/src/i18n/when.test.ts', 'packages/cli/src/config/visit-time.test.ts'],
  },
  'offer-alike-in-spite-of-lead-times': {
    file: `${CORE}/seating/offer.ts`,
    find: ' + TURN_MINUTES * leadTimeMinutesOf(location, partySize)',
    replace: '',
    breaks: 'A party of twelve is shown times that pacing allows only for four.',
    tests: [`${CORE}/seating/offer.test.ts`],
  },
  'cache-fresh-by-one-lead-time': {
    file: 'packages/engine/src/app/shown-days.ts',
    find: 'for (const leadTimeMinutes of allLeadTimes(location)) {',
    replace: 'for (const leadTimeMinutes of [location.leadTimeMinutes]) {',
    breaks: 'A small party is shown a time that it cannot book any more.',
    tests: ['packages/engine/src/app/location-cache.test.ts'],
  },
  'day-night-belongs-to-its-calendar-date': {
    file: `${CORE}/location/service-day.ts`,
    find: 'for (const days of [0, -1, -2, 1])',
    replace: 'for (const days of [0])',
    breaks: 'After midnight, no booking is possible in the service period that began before.',
    tests: [`${APP}/change-booking-cached.test.ts`],
  },
  'batch-one-day-more': {
    file: `${CORE}/seating/batch.ts`,
    find: 'daysBetween(startDate, endDate) + 1',
    replace: 'daysBetween(startDate, endDate)',
    breaks: 'A batch accepts 93 days, and its answer lacks the last.',
    tests: ['test/conformance/own-server.test.ts'],
  },
  'demand-by-the-wrong-clock': {
    file: `${CORE}/booking/demand.ts`,
    find: 'weekdayOf(localDateAt(timeZone, refusal.startMs))',
    replace: "weekdayOf(localDateAt('UTC', refusal.startMs))",
    breaks: 'Demand after midnight is shown on the day before.',
    tests: [`${CORE}/booking/demand.test.ts`],
  },
};
