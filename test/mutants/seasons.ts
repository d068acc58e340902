/** Tables and combinations with seasons (D40): what is in season when, and for whom. */
import type { Fault } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const brute = ['test/properties/seasons.test.ts'];
const search = ['test/seating/brute-force.test.ts'];
const engine = ['packages/engine/src/app/operator/seasons.test.ts'];
const words = [`${CORE}/location/season.test.ts`];

export const faults: readonly Fault[] = [
  {
    name: 'season-ignored-when-re-seating',
    file: `${CORE}/seating/solver/instance.ts`,
    find: 'tableOption[i], outOfSeasonAt(movable.startMs))',
    replace: 'tableOption[i], null)',
    breaks: 'Guests of lunch make room by moving to a terrace that opens for dinner.',
    tests: search,
  },
  {
    name: 'season-of-the-newcomer-for-all-in-the-capacity-bound',
    file: `${CORE}/seating/solver/capacity-bound.ts`,
    find: 'optionsOf(kinds[i]!).every(',
    replace:
      'optionsOf(kinds[i]!).filter((option) => optionsOf(kinds[movables.length]!).includes(option)).every(',
    breaks: 'The house is full although somebody could move to a table that the newcomer may not have.',
    tests: search,
  },
  {
    name: 'season-tables-alike-whatever-their-season',
    file: `${CORE}/seating/solver/floor.ts`,
    find: '${tableOptions[optionOfTable[i]!]!.seasonKey}`',
    replace: '`',
    breaks: 'Whoever may have one table for four is given any, also the one that is closed.',
    tests: search,
  },
  {
    name: 'season-of-the-calendar-date',
    file: `${CORE}/location/out-of-season.ts`,
    find: 'if (open) return outOn(floorPlan, seasons, day.date, open.period.name);',
    replace:
      'if (open) return outOn(floorPlan, seasons, new Date(startMs).toISOString().slice(0, 10), open.period.name);',
    breaks: 'The terrace that is open on Fridays closes at midnight on Friday.',
    tests: brute,
  },
  {
    name: 'season-of-a-closed-date',
    file: `${CORE}/location/out-of-season.ts`,
    find: 'if (!open && location.closures.length > 0) return periodOf(withoutClosures(location), startMs);',
    replace: '',
    breaks: 'Bookings that stand on a closed date may be moved to tables that their period has not.',
    tests: words,
  },
  {
    name: 'season-answers-of-another-date',
    file: `${CORE}/seating/offer.ts`,
    find: 'let known = seasons.get(out);\n  if (!known) seasons.set(out, (known = new Map()));',
    replace: 'let known = seasons.get(null);\n  if (!known) seasons.set(null, (known = new Map()));',
    breaks: 'Six are offered times in winter, since the terrace was asked about in summer first.',
    tests: [...engine, ...brute],
  },
  {
    name: 'season-shown-as-free',
    file: `${CORE}/seating/offer.ts`,
    find: 'out ? joinedWith(row, out) : row',
    replace: 'row',
    breaks: 'A slot is shown as available because a table out of season is free.',
    tests: brute,
  },
  {
    name: 'season-ignored-by-best-fit',
    file: `${CORE}/seating/day-state.ts`,
    find: 'return out ? {',
    replace: 'return false && out ? {',
    breaks: 'A party is given a table on the closed terrace.',
    tests: engine,
  },
  {
    name: 'season-ignored-where-the-plan-admits',
    file: `${CORE}/location/floor-plan.ts`,
    find: '(word & ~(out?.[i] ?? 0)) !== 0',
    replace: '(word & ~(out?.length === 0 ? i : 0)) !== 0',
    breaks: 'In winter guests read that all is taken where no table takes them.',
    tests: engine,
  },
  {
    name: 'season-ignored-by-choice',
    file: `${CORE}/booking/decide-tables.ts`,
    find: 'const outOfSeason = force ? [] :',
    replace: 'const outOfSeason = tables.length > 0 ? [] :',
    breaks: 'A table on the closed terrace is given over the phone, and nobody notices.',
    tests: engine,
  },
  {
    name: 'season-strands-bookings',
    file: `${CORE}/booking/affected-bookings.ts`,
    find: '(isOutOfSeason(after, booking) && !isOutOfSeason(before, booking))',
    replace: '(isOutOfSeason(after, booking) && isOutOfSeason(before, booking))',
    breaks: 'A terrace is closed by the plan, with guests who have booked it.',
    tests: engine,
  },
  {
    name: 'season-of-joining-forgotten',
    file: `${CORE}/location/floor-plan.ts`,
    find: 'tables.length > 1 ? [when] : []',
    replace: 'tables.length > 99 ? [when] : []',
    breaks: 'Tables are joined when the plan keeps them apart.',
    tests: [...engine, ...brute],
  },
  {
    name: 'season-without-the-turn-of-the-year',
    file: `${CORE}/location/season.ts`,
    find: 'from <= day || day <= to',
    replace: 'from <= day && day <= to',
    breaks: 'What is open from October to March never is.',
    tests: words,
  },
  {
    name: 'season-with-all-its-exceptions-at-once',
    file: `${CORE}/location/season.ts`,
    find: 'season.except?.some(',
    replace: 'season.except?.every(',
    breaks: 'A table that is closed on Mondays, and at lunch, is open on Mondays for dinner.',
    tests: words,
  },
  {
    name: 'season-last-day-left-out',
    file: `${CORE}/location/season.ts`,
    find: 'date <= to);',
    replace: 'date < to);',
    breaks: 'The terrace closes a day early.',
    tests: words,
  },
  {
    name: 'season-row-of-a-table-with-a-party-left-out',
    file: `${CORE}/timeline/rows.ts`,
    find: 'rows.length > 0 || isOut ? rows',
    replace: 'isOut ? [] : rows.length > 0 ? rows',
    breaks: 'Who was seated on the terrace on the first warm day of April is not in the picture.',
    tests: [`${CORE}/timeline/timeline-of.test.ts`],
  },
  {
    name: 'season-row-shown-as-free',
    file: `${CORE}/timeline/rows.ts`,
    find: '...reserved, ...closed]',
    replace: '...reserved]',
    breaks: 'A table is drawn as free for a period that has it not, and the next call gets it.',
    tests: [`${CORE}/timeline/timeline-of.test.ts`],
  },
];
