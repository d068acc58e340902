/** What is seen while it happens: who is told of a change, and what a dry run says. */
import type { Fault } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const WATCHED = ['test/properties/watched.test.ts'];
const WATCHERS = [`${APP}/shared/watchers.test.ts`];
const PREVIEW = ['test/properties/preview.test.ts'];

export const faults: readonly Fault[] = [
  {
    name: 'live-own-changes-untold',
    file: 'packages/engine/src/engine.ts',
    find: '      if (isChange) watchers.tell(locationId, dates);\n',
    replace: '',
    breaks: 'What one host does, the other on the same server sees when the minute is over.',
    tests: WATCHED,
  },
  {
    name: 'live-others-changes-untold',
    file: 'packages/engine/src/engine.ts',
    find: 'if (dates.length > 0) app.watchers.tell(locationId, dates);',
    replace: 'if (dates.length > 366) app.watchers.tell(locationId, dates);',
    breaks: 'What is booked over the other server is not seen at the door.',
    tests: WATCHED,
  },
  {
    name: 'live-every-step-told',
    file: `${APP}/shared/amend-diary.ts`,
    find: 'let isChange = false;',
    replace: 'let isChange = true;',
    breaks: 'A partner who is refused all evening makes every screen read the evening anew.',
    tests: WATCHED,
  },
  {
    name: 'live-reseatings-untold',
    file: `${APP}/shared/amend-diary.ts`,
    find: 'isChange = amendment.booking !== undefined || (amendment.reseatings ?? []).length > 0;',
    replace: 'isChange = (amendment.reseatings ?? []).length > 0;',
    breaks: 'Only bookings for which somebody moved are seen.',
    tests: WATCHED,
  },
  {
    name: 'live-closures-untold',
    file: `${APP}/operator/apply-location.ts`,
    find: '  app.watchers.tell(id, []);\n',
    replace: '',
    breaks: 'The kitchen is closed and the screen offers its tables.',
    tests: WATCHED,
  },
  {
    name: 'live-told-each-time',
    file: `${APP}/shared/watchers.ts`,
    find: 'Math.max(0, watched.flushedMs + GATHER_MS - nowMs())',
    replace: '0',
    breaks: 'In a rush every screen reads the evening anew with every booking.',
    tests: WATCHERS,
  },
  {
    name: 'live-anything-forgotten',
    file: `${APP}/shared/watchers.ts`,
    find: 'dates.length === 0 || watched.waiting?.size === 0',
    replace: 'dates.length === 0',
    breaks: 'A change of the plan that comes with a booking is told as a booking.',
    tests: WATCHERS,
  },
  {
    name: 'live-preview-forgets-the-day',
    file: `${APP}/operator/rehearsal.ts`,
    find: 'afterStep: () => undefined',
    replace: 'afterStep: app.afterStep',
    breaks: 'Dragging a party over the evening makes partners wait for days that are read anew.',
    tests: PREVIEW,
  },
  {
    name: 'live-preview-saves',
    file: `${APP}/operator/preview-move.ts`,
    find: 'const rehearsed = rehearsalOf(app);',
    replace: 'const rehearsed = { ...app };',
    breaks: 'A party is moved while it is still held over the table.',
    tests: PREVIEW,
  },
  {
    name: 'live-preview-of-an-assignment',
    file: `${APP}/operator/preview-move.ts`,
    find: 'request.startMs === undefined && request.partySize === undefined',
    replace: 'request.startMs === undefined',
    breaks: 'Who would have to go for a larger party is not said before it is done.',
    tests: PREVIEW,
  },
  {
    name: 'live-preview-hides-who-is-in-the-way',
    file: `${APP}/operator/preview-move.ts`,
    find: 'inTheWay.map((id) => findBooking',
    replace: 'inTheWay.slice(1).map((id) => findBooking',
    breaks: 'The table is refused, and nobody is named who sits there.',
    tests: PREVIEW,
  },
];
