/** The quick way to an answer: whatever it gets wrong, the plain way beside it shows. */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const API = 'packages/adapter-http/src/api';
const tests = ['test/seating/availability-bytes.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'quick-turns-of-the-size-before',
    file: `${CORE}/seating/availability.ts`,
    find: 'turnMinutesOf(location, open.period, one) !== turnMinutesOf(location, open.period, other)',
    replace: 'false',
    breaks: 'Four are shown the starts of two, and the last of them is refused.',
    tests,
  },
  {
    name: 'quick-period-limits-of-the-size-before',
    file: `${CORE}/seating/availability.ts`,
    find: 'if (takesSize(open, one) !== takesSize(open, other)) return false;',
    replace: '',
    breaks: 'A large party is shown a lunch that takes none.',
    tests,
  },
  {
    name: 'quick-covers-of-the-size-before',
    file: `${CORE}/seating/availability.ts`,
    find: 'if (isAsLast && last![covers.length] !== here) isAsLast = false;',
    replace: '',
    breaks: 'Eight are shown the times at which two can come.',
    tests,
  },
  {
    name: 'quick-fewer-covers-than-guests',
    file: `${CORE}/seating/availability.ts`,
    find: 'here = Math.max(Math.min(seats[slot]!, starting), partySize);',
    replace: 'here = Math.max(Math.min(seats[slot]!, starting), 1);',
    breaks: 'Six can have two joined tables, and read that one seat is left.',
    tests,
  },
  {
    name: 'quick-nobody-makes-room',
    file: `${CORE}/seating/availability.ts`,
    find: ' || hasRoom(state, period, slot, partySize)',
    replace: '',
    breaks: 'A house is shown as full that could seat the party by moving another.',
    tests,
  },
  {
    name: 'quick-joined-from-a-longer-row',
    file: `${CORE}/seating/occupancy.ts`,
    find: 'if (known < length && known > have) have = known;',
    replace: 'if (known > have) have = known;',
    breaks: 'Once four have been asked for, two are shown less than there is.',
    tests,
  },
  {
    name: 'quick-seats-kept-for-the-operator',
    file: `${CORE}/seating/free-seats.ts`,
    find: '    if (!online) continue;\n',
    replace: '',
    breaks: 'Partners count seats that only the operator gives away.',
    tests,
  },
  {
    name: 'quick-seats-of-a-word-too-many',
    file: `${CORE}/seating/free-seats.ts`,
    find: 'free >>>= FOUR)',
    replace: 'free <<= FOUR)',
    breaks: 'The seats left are those of other tables.',
    tests,
  },
  {
    name: 'quick-pacing-of-the-next-slot',
    file: `${CORE}/seating/pacing.ts`,
    find: 'const slot = Math.floor((startMs - opensMs) / stepMs);',
    replace: 'const slot = Math.round((startMs - opensMs) / stepMs);',
    breaks: 'Who comes at ten past seven counts for half past seven, too.',
    tests,
  },
  {
    name: 'quick-texts-of-the-evening-after-midnight',
    file: `${API}/slots-json.ts`,
    find: 'if (!(startMs - dayMs < DAY_MS)) {',
    replace: 'if (i === 0) {',
    breaks: 'The slots after midnight are written with the date before, or not at all.',
    tests,
  },
  {
    name: 'quick-text-of-the-size-before',
    file: `${API}/availability-json.ts`,
    find: 'if (answer.startsMs !== last?.startsMs || answer.covers !== last.covers) slots',
    replace: 'if (answer.startsMs !== last?.startsMs) slots',
    breaks: 'A batch writes for four what it has found for two.',
    tests,
  },
  {
    name: 'range-kept-for-ever',
    file: 'packages/engine/src/app/shared/answer-cache.ts',
    find: ' && nowMs < known.freshUntilMs;',
    replace: ';',
    breaks: 'A batch that was answered once is answered so for ever where nobody tells of changes.',
    tests: ['packages/engine/src/app/shared/answer-cache.test.ts'],
  },
  {
    name: 'range-outlives-a-change',
    file: 'packages/engine/src/app/shared/answer-cache.ts',
    find: 'known instanceof KeptRange && known.epoch === epoch &&',
    replace: 'known instanceof KeptRange &&',
    breaks: 'A batch that was being answered during a change is found again after it.',
    tests: ['packages/engine/src/app/shared/answer-cache.test.ts'],
  },
];
