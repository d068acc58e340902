/** What was changed of a booking, by whom, and what of it goes with the guest (D43). */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const APP = 'packages/engine/src/app';

export const faults: readonly Fault[] = [
  {
    name: 'reseating-without-entry',
    file: `${APP}/shared/amend-diary.ts`,
    find: 'recorded(taken(snapshot), snapshot, occasion)',
    replace: 'taken(snapshot)',
    breaks: 'A party sits elsewhere, and nobody can tell since when and for whom.',
    tests: [`${APP}/shared/change-authors.test.ts`],
  },
  {
    name: 'reseating-by-who-was-moved',
    file: `${APP}/shared/change-booking.ts`,
    find: 'locationId, bookingId, by }, plan)',
    replace: 'locationId, bookingId }, plan)',
    breaks: 'Who made room for a guest made it for the operator, as the history has it.',
    tests: [`${APP}/shared/change-authors.test.ts`],
  },
  {
    name: 'night-taken-for-the-operator',
    file: `${APP}/shared/change-booking.ts`,
    find: "author ?? (by === 'partner' ? read.channel : by);",
    replace: "author ?? (by === 'partner' ? read.channel : by === 'maintenance' ? 'operator' : by);",
    breaks: 'What the night has cancelled somebody of the house is asked about.',
    tests: [`${APP}/shared/change-authors.test.ts`],
  },
  {
    name: 'change-without-entry',
    file: `${APP}/shared/change-booking.ts`,
    find: 'withHistory(before, after, { atMs: at.window.nowMs, by: recordedBy })',
    replace: 'after',
    breaks: 'No history at all.',
    tests: [`${APP}/shared/change-authors.test.ts`],
  },
  {
    name: 'former-guests-outlive-the-erasure',
    file: 'packages/engine/src/memory/memory-guests.ts',
    find: 'bookings.set({ ...booking, ...ERASED });',
    replace: 'bookings.set({ ...booking, ...ERASED, formerGuests: booking.formerGuests });',
    breaks: 'A guest is erased, and her old number stays.',
    tests: ['packages/engine/src/memory/memory-storage.test.ts'],
  },
  {
    name: 'corrected-address-kept',
    file: `${CORE}/booking/history.ts`,
    find: 'return { ...guest, email: null };',
    replace: 'return guest;',
    breaks: 'A stranger’s address stays in a history in which the stranger will never find it.',
    tests: [`${CORE}/booking/history.test.ts`],
  },
  {
    name: 'plain-insert-of-who-sits',
    file: 'packages/adapter-sqlite/src/booking-row.ts',
    find: '!isBegun(visit) && ',
    replace: '',
    breaks:
      'Who came in without a booking and was written in as seated does not sit, and may lose the table.',
    tests: ['packages/adapter-sqlite/src/contract.test.ts'],
  },
  {
    name: 'plain-insert-of-a-block',
    file: 'packages/adapter-sqlite/src/booking-row.ts',
    find: "kind === 'booking' && ",
    replace: '',
    breaks: 'A blocked table has a guest without a name.',
    tests: ['packages/adapter-sqlite/src/contract.test.ts'],
  },
  {
    name: 'block-left-to-its-default',
    file: 'packages/adapter-pg/src/booking-row.ts',
    find: "write: (kind) => (kind === 'booking' ? null : kind)",
    replace: 'write: () => null',
    breaks: 'A blocked table has a guest without a name.',
    tests: ['packages/adapter-pg/src/contract.test.ts'],
  },
  {
    name: 'no-history-of-what-is-new',
    file: 'packages/adapter-pg/src/booking-row.ts',
    find: 'booking.history.length === 0 && { history: undefined }',
    replace: '{ history: undefined }',
    breaks: 'What is changed of a booking in the same moment as it is made was never changed.',
    tests: ['test/properties/history.test.ts', 'packages/adapter-pg/src/contract.test.ts'],
  },
  {
    name: 'no-history-known-of-what-is-changed',
    file: 'packages/adapter-pg/src/working-snapshot.ts',
    find: 'json(changed.map(toRow))',
    replace: 'json(changed.map(toNewRow))',
    breaks:
      'A visit that is taken back stays, where the booking has no history: it is taken for the step of a server that knows neither.',
    tests: ['packages/adapter-pg/src/contract.test.ts', 'packages/adapter-pg/src/history-upgrade.test.ts'],
  },
  {
    name: 'made-by-nobody',
    file: `${APP}/partner/create-booking.ts`,
    find: 'by: authorOf(caller), atMs: window.nowMs',
    replace: 'by: channel, atMs: window.nowMs',
    breaks:
      'A booking on the phone was made by the restaurant, and nobody can tell who has talked to the guest.',
    tests: [`${APP}/staff/house-actions.test.ts`],
  },
  {
    name: 'making-taken-for-a-change',
    file: `${CORE}/booking/history.ts`,
    find: "if (!entry || entry.kind === 'created') return null;",
    replace: 'if (!entry) return null;',
    breaks: 'A booking was there before it was made, and the card says so.',
    tests: [`${CORE}/booking/history.test.ts`],
  },
];
