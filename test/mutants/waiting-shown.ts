/** Who waits as the house sees it (D36): on the day, on the console, and what a visitor of the demo may know. */
import type { Fault } from './run/fault.ts';

const ENGINE = 'packages/engine/src';
const PAGES = 'packages/adapter-http/src/pages';
const day = ['test/spec/d36-waitlist-day.test.ts'];
const counted = ['test/spec/d36-counted.test.ts'];
const pages = ['test/console/waitlist.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'line-of-strangers-listed',
    file: `${ENGINE}/app/shared/waitlist.ts`,
    find: '    .filter((row) => mayKnow(caller, row))\n',
    replace: '',
    breaks: 'A visitor of the demo reads who else waits, with telephone numbers.',
    tests: day,
  },
  {
    name: 'line-of-strangers-on-the-day',
    file: `${ENGINE}/core/access/sight.ts`,
    find: '      .filter((entry) => entry.channel === channel)\n',
    replace: '',
    breaks: 'The day tells a visitor who else waits.',
    tests: day,
  },
  {
    name: 'line-says-who-has-booked',
    file: `${ENGINE}/core/access/sight.ts`,
    find: 'ownBookingOf(entry.guest, bookings)?.startMs ?? null',
    replace: 'entry.bookedMs',
    breaks: 'Whoever writes an address down learns when its owner has a table.',
    tests: day,
  },
  {
    name: 'line-without-why',
    file: `${ENGINE}/app/operator/read-waiting-parties.ts`,
    find: 'bookedMs: ownBookingOf(entry.guest, at.bookings)?.startMs ?? null,',
    replace: 'bookedMs: null,',
    breaks: 'The host looks for a fault where a guest has two names on the list.',
    tests: day,
  },
  {
    name: 'line-free-within-the-window',
    file: `${ENGINE}/app/operator/read-waiting-parties.ts`,
    find: '.find((startMs) => startMs > toMs)',
    replace: '.find((startMs) => startMs > 0)',
    breaks: 'A table is promised for a time that is over.',
    tests: day,
  },
  {
    name: 'line-with-who-has-lapsed',
    file: `${ENGINE}/app/operator/read-waiting-parties.ts`,
    find: "entries.filter(({ state }) => state === 'waiting' || state === 'offered');",
    replace: 'entries.filter(({ state }) => state.length > 0);',
    breaks: 'Who has let an offer lapse stands at the head of the line for an hour.',
    tests: day,
  },
  {
    name: 'line-read-one-by-one',
    file: `${ENGINE}/app/operator/read-day-sheet.ts`,
    find: 'waiting: diary.some(isPending)',
    replace: 'waiting: diary.length >= 0',
    breaks: 'Every look at a day asks who waits, also where nobody ever does.',
    tests: day,
  },
  {
    name: 'count-of-evictions',
    file: `${ENGINE}/core/booking/pending-changes.ts`,
    find: 'tables.length === 0 && isHold({ id }) && !(',
    replace: 'tables.length >= 0 && isHold({ id }) && !(',
    breaks: 'Every hold that makes room counts as lost.',
    tests: ['packages/engine/src/core/booking/pending-changes.test.ts'],
  },
  {
    name: 'count-of-who-had-left',
    file: `${ENGINE}/core/booking/pending-changes.ts`,
    find: "  return rows.some((row) => row.id === holdId && !isOpen(row)) ? 'declined' : null;",
    replace: "  return holdId === '' ? null : 'declined';",
    breaks: 'Who has a table counts as one who did not want it.',
    tests: counted,
  },
  {
    name: 'count-of-offers-as-holds',
    file: `${ENGINE}/app/background/waitlist-rounds.ts`,
    find: 'held: standing.length - offered,',
    replace: 'held: standing.length,',
    breaks: 'The dashboard shows tables as held twice.',
    tests: counted,
  },
  {
    name: 'count-of-confirmations-sent-again',
    file: `${ENGINE}/app/shared/holds.ts`,
    find: "  app.observer({ kind: 'confirmation', outcome: 'replayed' });\n",
    replace: '',
    breaks: 'Answers that get lost are seen by nobody.',
    tests: counted,
  },
  {
    name: 'line-served-as-demand',
    file: `${ENGINE}/core/booking/waitlist.ts`,
    find: 'if (!booking || !isInLine(booking)) return amendment;\n  const { locationId, channel',
    replace: "if (booking?.kind !== 'waiting') return amendment;\n  const { locationId, channel",
    breaks: 'Who is given a table at once counts as turned away.',
    tests: day,
  },
  {
    name: 'line-whole-below-the-day',
    file: `${PAGES}/console/evening/line-html.ts`,
    find: 'waiting.slice(0, SHOWN_MAX)',
    replace: 'waiting.slice(0)',
    breaks: 'Forty who wait push the rest of the day from the screen.',
    tests: pages,
  },
  {
    name: 'line-left-without-asking',
    file: `${PAGES}/console/waitlist/waitlist-page.ts`,
    find: "  const entry = await house.waitlist.read(input.ids['id'] ?? '');\n  const back",
    replace: "  const entry = await house.waitlist.leave(input.ids['id'] ?? '');\n  const back",
    breaks: 'A browser that fetches links ahead takes parties off the list.',
    tests: pages,
  },
  {
    name: 'line-joined-twice',
    file: `${PAGES}/console/waitlist/send-waiting.ts`,
    find: "const idempotencyKey = form['key'] || null;",
    replace: 'const idempotencyKey = null;',
    breaks: 'A button that is tapped twice puts a party on the list twice.',
    tests: pages,
  },
  {
    name: 'line-fault-in-english',
    file: `${PAGES}/console/waitlist/send-waiting.ts`,
    find: "return first === 'from' && second === 'to' ? texts.window : null;",
    replace: "return first === 'from' && second !== 'to' ? texts.window : null;",
    breaks: 'The host is told to check the form, and not what is wrong with it.',
    tests: pages,
  },
];
