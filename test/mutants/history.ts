/** What was changed of a booking, by whom, and what of it goes with the guest (D43). */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const APP = 'packages/engine/src/app';

export const faults: readonly Fault[] = [
  {
    name: 'reseating-without-entry',
    file: `${APP}/shared/amend-diary.ts`,
    find: 'recorded(rule(snapshot), snapshot, occasion)',
    replace: 'rule(snapshot)',
    breaks: 'A party sits elsewhere, and nobody can tell since when and for whom.',
    tests: [`${APP}/shared/change-authors.test.ts`],
  },
  {
    name: 'reseating-by-who-was-moved',
    file: `${APP}/shared/change-booking.ts`,
    find: '    by: recordedBy,\n',
    replace: '',
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
    find: 'withHistory(before, after, { atMs: window.nowMs, by: recordedBy })',
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
];
