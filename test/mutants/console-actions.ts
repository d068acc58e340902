/** The console's forms: what is done twice, what is done to a booking that nobody has looked at, and who is told what. */
import type { Fault } from './run/fault.ts';

const PAGES = 'packages/adapter-http/src/pages/console/bookings';
const ENGINE = 'packages/engine/src';
const REFUSED = ['test/console/refused-forms.test.ts'];
const VISIT = ['test/console/visit-forms.test.ts'];
const REVERT = [`${ENGINE}/app/operator/revert-booking.test.ts`];
const OFFERS = [`${ENGINE}/app/operator/read-table-offers.test.ts`];
const SEARCH = [`${ENGINE}/app/operator/search-bookings.test.ts`];

export const faults: readonly Fault[] = [
  {
    name: 'console-version-not-compared',
    file: `${PAGES}/change-answer.ts`,
    find: "at(location.id, { seen: form['seen'] ?? '' })",
    replace: 'at(location.id)',
    breaks: 'Two hosts with one card: the second undoes what the first has just done, and nobody is told.',
    tests: REFUSED,
  },
  {
    name: 'console-second-tap-refused',
    file: `${PAGES}/change-answer.ts`,
    find: 'if (wanted.isDone(now)) return',
    replace: 'if (wanted.isDone(now) && false) return',
    breaks: 'A button that was tapped twice says that somebody else was faster.',
    tests: REFUSED,
  },
  {
    name: 'console-walk-in-twice',
    file: `${PAGES}/walk-in-page.ts`,
    find: "idempotencyKey: form['key'] || null,",
    replace: 'idempotencyKey: null,',
    breaks: 'Two taps seat two parties.',
    tests: VISIT,
  },
  {
    name: 'console-booking-twice',
    file: `${PAGES}/new-page.ts`,
    find: "idempotencyKey: form['key'] || null,",
    replace: 'idempotencyKey: null,',
    breaks: 'A booking on the phone is made twice when the button is.',
    tests: VISIT,
  },
  {
    name: 'console-undo-of-others',
    file: `${PAGES}/done-notice.ts`,
    find: 'latest.by === authorOf(caller) &&',
    replace: 'latest.by !== "" && caller.staffId !== "" &&',
    breaks: 'A host is offered to undo what a colleague has done.',
    tests: VISIT,
  },
  {
    name: 'console-undo-removes-a-party',
    file: `${PAGES}/simple-steps.ts`,
    find: "form['as'] === 'made' && isUntouchedWalkIn(booking, caller)",
    replace: "form['as'] === 'made'",
    breaks: 'The undo of a walk-in cancels a party with which much has happened since.',
    tests: VISIT,
  },
  {
    name: 'console-block-without-asking',
    file: `${PAGES}/block-page.ts`,
    find: "if (form['sure'] !== '1') {",
    replace: "if (form['sure'] === 'no') {",
    breaks: 'A table is blocked, and parties are moved, before anybody was shown who.',
    tests: REFUSED,
  },
  {
    name: 'console-extend-always-forced',
    file: `${PAGES}/extend-page.ts`,
    find: "force: form['force'] === '1'",
    replace: 'force: true',
    breaks: 'A quarter of an hour more leaves the next party without a table, unasked.',
    tests: REFUSED,
  },
  {
    name: 'console-alternative-books',
    file: `${PAGES}/new-page.ts`,
    find: "if (form['pick'] !== undefined)",
    replace: "if (form['pick'] === '')",
    breaks: 'An alternative that was only looked at is booked.',
    tests: REFUSED,
  },
  {
    name: 'reversal-of-another-change',
    file: `${ENGINE}/core/booking/decide-reversal.ts`,
    find: "  'undone',\n]);",
    replace: "  'undone',\n  'cancelled',\n]);",
    breaks: 'A cancellation that the guest has in writing is undone.',
    tests: REVERT,
  },
  {
    name: 'reversal-into-others',
    file: `${ENGINE}/core/booking/decide-reversal.ts`,
    find: 'if (!isLive(before) || tables.length === 0) return save(before);',
    replace: 'if (tables.length >= 0) return save(before);',
    breaks:
      'What is undone takes a table that somebody has since: the storage refuses it as a fault of ours.',
    tests: REVERT,
  },
  {
    name: 'reversal-untold',
    file: `${ENGINE}/core/booking/decide-reversal.ts`,
    find: 'return changed(back, MOVE, at);',
    replace: 'return changed(back, UPDATE, at);',
    breaks: 'The guest has a mail with a time that is no longer hers.',
    tests: REVERT,
  },
  {
    name: 'offers-out-of-order',
    file: `${ENGINE}/core/booking/table-offers.ts`,
    find: 'a.reseated.length - b.reseated.length ||',
    replace: '',
    breaks: 'The first table that is offered sends another party elsewhere, while one is free.',
    tests: OFFERS,
  },
  {
    name: 'offers-free-too-long',
    file: `${ENGINE}/core/booking/table-offers.ts`,
    find: 'return Math.max(startMs, Math.min(...here.map((other) => other.startMs)));',
    replace: 'return Math.max(startMs, Math.max(...here.map((other) => other.startMs)));',
    breaks: 'A party is told that it can stay longer than the table is free.',
    tests: OFFERS,
  },
  {
    name: 'named-end-without-buffer',
    file: `${ENGINE}/core/booking/booking-end.ts`,
    find: 'blockedUntilMs: untilMs + slot.blockedUntilMs - slot.endMs',
    replace: 'blockedUntilMs: untilMs',
    breaks: 'The next party is led to a table that is still being laid.',
    tests: OFFERS,
  },
  {
    name: 'search-page-skips',
    file: `${ENGINE}/app/operator/search-bookings.ts`,
    find: 'if (lastDate !== undefined) end = lastDate;',
    replace: '',
    breaks: 'Who was there between one answer and the next is found by neither.',
    tests: SEARCH,
  },
  {
    name: 'search-without-end',
    file: `${ENGINE}/app/operator/search-bookings.ts`,
    find: 'end > oldest && past.length < limit && reading.rowsLeft > 0;',
    replace: 'end > oldest && past.length < limit;',
    breaks: 'A name that nobody has reads all bookings of ten years.',
    tests: SEARCH,
  },
  {
    name: 'block-preview-blocks',
    file: `${ENGINE}/app/operator/tables.ts`,
    find: 'blockTables(rehearsalOf(app), caller, locationId, request)',
    replace: 'blockTables(app, caller, locationId, request)',
    breaks: 'To be asked whether a table shall be blocked blocks it.',
    tests: [`${ENGINE}/app/operator/tables.test.ts`],
  },
  {
    name: 'console-move-in-its-own-way',
    file: 'packages/engine/src/app/operator/operator-times.ts',
    find: "tableAccess: 'all', choice: choice ?? null, moved }",
    replace: "tableAccess: 'all', choice: choice ?? null, moved: moved && null }",
    breaks: 'A booking cannot come half an hour later, since it sits there itself.',
    tests: ['packages/engine/src/app/operator/operator-times.test.ts'],
  },
  {
    name: 'console-move-to-an-unseen-day',
    file: `${PAGES}/move-page.ts`,
    find: "form['show'] !== undefined || isOtherDay)",
    replace: "form['show'] !== undefined)",
    breaks: 'Who chooses another day has moved the guest before she has seen what that day has.',
    tests: VISIT,
  },
];
