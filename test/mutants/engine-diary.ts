/** What an amendment makes of a page, and what is left of an erased guest: the same for every storage. */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';

export const faults: readonly Fault[] = [
  {
    name: 'evolved-page-keeps-who-has-left',
    file: `${CORE}/booking/evolve.ts`,
    find: 'else shown.delete(row.id);',
    replace: '',
    breaks: 'A booking that is moved still holds its old tables for whoever asks in the same group.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
  {
    name: 'evolved-page-keeps-the-cancelled',
    file: `${CORE}/booking/evolve.ts`,
    find: 'if (isLive(row) && overlaps(heldBy(entry)',
    replace: 'if (overlaps(heldBy(entry)',
    breaks: 'A table that was just given back is refused to whoever asks in the same group.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
  {
    name: 'evolved-page-forgets-who-made-room',
    file: `${CORE}/booking/evolve.ts`,
    find: 'if (before) shown.set(bookingId, { ...before, tables });',
    replace: '',
    breaks: 'Who made room is moved again from a table where it no longer sits: a 500.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
  {
    name: 'evolved-page-shows-every-evening',
    file: `${CORE}/booking/evolve.ts`,
    find: 'isLive(row) && overlaps(heldBy(entry), interval)',
    replace: 'isLive(row)',
    breaks: 'A booking of another evening takes its table on this one, for whoever asks in the same group.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
  {
    name: 'evolved-page-by-the-end-without-the-buffer',
    file: `${CORE}/booking/evolve.ts`,
    find: 'overlaps(heldBy(entry), interval)',
    replace: 'overlaps({ startMs: booking.startMs, endMs: booking.endMs }, interval)',
    breaks: 'The buffer after a visit is booked by the next in the same group.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
  {
    name: 'evolved-key-unknown',
    file: `${CORE}/booking/evolve.ts`,
    find: 'return saved ?? (before && reseated(before, amendment));',
    replace: 'void saved;\n  return before && reseated(before, amendment);',
    breaks: 'A retry in the same group as its first attempt is not found, and answered with a fault.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
  {
    name: 'evolved-booking-at-its-old-tables',
    file: `${CORE}/booking/evolve.ts`,
    find: 'return saved ?? (before && reseated(before, amendment));',
    replace: 'return saved ?? before;',
    breaks: 'A booking that made room is cancelled by the next step at a table which it no longer has.',
    tests: [`${CORE}/booking/evolve.test.ts`],
  },
  {
    name: 'erased-guest-in-her-webhooks',
    file: `${CORE}/booking/erasure.ts`,
    find: 'data: { ...event.data, guest: null }',
    replace: 'data: { ...event.data }',
    breaks: 'Who has been erased is posted to a partner once more.',
    tests: [`${CORE}/booking/erasure.test.ts`],
  },
  {
    name: 'link-of-an-erased-guest',
    file: `${CORE}/booking/erasure.ts`,
    find: '  manageTokenHash: null,\n',
    replace: "  manageTokenHash: '',\n",
    breaks: 'The link of an erased guest is kept with her booking.',
    tests: [`${CORE}/booking/erasure.test.ts`, 'packages/engine/src/memory/memory-storage.test.ts'],
  },
];
