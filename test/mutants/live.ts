/** What is seen while it happens: who is told of a change, and what a dry run says. */
import type { Fault } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const WATCHED = ['test/properties/watched.test.ts'];
const WATCHERS = [`${APP}/shared/watchers.test.ts`];
const PREVIEW = ['test/properties/preview.test.ts'];
const LIVE = 'packages/adapter-http/src/pages/console/live';
const STREAM = [`${LIVE}/change-stream.test.ts`];
const SCRIPT = 'packages/adapter-http/src/pages/console/script/browser';
const PARTS = ['packages/adapter-http/src/pages/console/evening/day-parts.test.ts'];
const FOLLOWED = ['test/browser/console-parts.test.ts'];
const SENT = ['packages/adapter-http/src/node/endless.test.ts'];

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
    file: 'packages/engine/src/app/shared/forget-changed.ts',
    find: 'if (invalidation.dates.length > 0) watchers',
    replace: 'if (invalidation.dates.length > 366) watchers',
    breaks: 'What is booked over the other server is not seen at the door.',
    tests: WATCHED,
  },
  {
    name: 'live-every-step-told',
    file: 'packages/engine/src/engine.ts',
    find: 'if (isChange) watchers.tell(locationId, dates);',
    replace: 'watchers.tell(locationId, dates);',
    breaks: 'A partner who is refused all evening makes every screen read the evening anew.',
    tests: WATCHED,
  },
  {
    name: 'live-reseatings-untold',
    file: `${APP}/shared/amend-diary.ts`,
    find: 'isChange = isDiaryChange(amendment);',
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
  {
    name: 'live-session-ends-untold',
    file: `${LIVE}/change-stream.ts`,
    find: 'if (!mayStay) this.#end();',
    replace: 'if (!mayStay) this.#note([]);',
    breaks: 'Who was sent home goes on hearing of every change until the tablet is switched off.',
    tests: STREAM,
  },
  {
    name: 'live-stream-outlives-the-server',
    file: `${LIVE}/change-stream.ts`,
    find: "    options.leaving.addEventListener('abort', this.#finish);\n",
    replace: '',
    breaks: 'A server that is stopped waits ten seconds for every open console, and then cuts all off.',
    tests: STREAM,
  },
  {
    name: 'live-changes-pile-up',
    file: `${LIVE}/change-stream.ts`,
    find: '    this.#changed = null;\n    return text;',
    replace: '    return text;',
    breaks: 'Each event repeats all dates that have ever changed, and a console reads for each of them.',
    tests: STREAM,
  },
  {
    name: 'live-forgotten-reader',
    file: `${LIVE}/change-stream.ts`,
    find: 'if (performance.now() - this.#readMs > UNREAD_MS) return this.#finish();',
    replace: '',
    breaks:
      'A connection that died without a word is followed for ever, and takes the place of a living one.',
    tests: STREAM,
  },
  {
    name: 'live-streams-uncounted',
    file: `${LIVE}/stream-counter.ts`,
    find: 'if (count >= perSession || all >= total) return null;',
    replace: 'if (count > perSession || all >= total) return null;',
    breaks: 'Tabs that are open take all connections of a browser, and the next page does not come.',
    tests: STREAM,
  },
  {
    name: 'live-reads-for-each',
    file: `${LIVE}/shared-reads.ts`,
    find: '    waiting.set(key, shared);\n',
    replace: '',
    breaks:
      'Twenty consoles read the day twenty times for each booking, and who books waits for all of them.',
    tests: [`${LIVE}/shared-reads.test.ts`],
  },
  {
    name: 'live-stream-not-asked-to-leave',
    file: 'packages/adapter-http/src/api/assemble-api.ts',
    find: '    leaving: leaving.signal,\n',
    replace: '    leaving: new AbortController().signal,\n',
    breaks: 'A server that is stopped waits for its open consoles until they are cut off.',
    tests: SENT,
  },
  {
    name: 'live-stream-begun-for-a-head',
    file: 'packages/adapter-http/src/node/node-listener.ts',
    find: "  if (res.req.method === 'HEAD') return void res.end();\n",
    replace: '',
    breaks: 'Who only asks for the headers of a stream holds it open.',
    tests: SENT,
  },
  {
    name: 'stream-of-who-was-signed-out',
    file: 'packages/adapter-http/src/pages/console/live/live-routes.ts',
    find: 'watchAccess: (listener) => context.engine.signIn.watch(listener),',
    replace: 'watchAccess: () => () => undefined,',
    breaks: 'An open page goes on for seconds after its owner was removed.',
    tests: ['test/console/access-in-flight.test.ts'],
  },
  {
    name: 'nobody-told-of-who-was-signed-out',
    file: 'packages/engine/src/app/staff/signed-in.ts',
    find: '      for (const listener of listeners) listener();\n',
    replace: '',
    breaks: 'An open page goes on for seconds after its owner was removed.',
    tests: ['test/console/access-in-flight.test.ts'],
  },
  {
    name: 'live-part-of-another-text-stays',
    file: 'packages/adapter-http/src/pages/console/evening/day-parts.ts',
    find: 'return i !== undefined && before.parts[i]!.markup === part.markup ? i : null;',
    replace: 'return i ?? null;',
    breaks: 'A party that has sat down is shown as expected until the page is opened anew.',
    tests: PARTS,
  },
  {
    name: 'live-mark-over-another-order',
    file: 'packages/adapter-http/src/pages/console/evening/day-parts.ts',
    find: 'if (!next || now === null || now !== stays[i]! + 1) return false;',
    replace: 'if (!next || now === null) return false;',
    breaks: 'Who has cancelled stays on the screen between two who have not.',
    tests: PARTS,
  },
  {
    name: 'live-changes-of-another-version',
    file: 'packages/adapter-http/src/pages/console/evening/day-renderings.ts',
    find: 'const key = `${version} ${now.version}`;',
    replace: 'const key = now.version;',
    breaks: 'A console that has missed a change is sent what another has missed.',
    tests: PARTS,
  },
  {
    name: 'live-stays-what-is-not-there',
    file: `${SCRIPT}/morph.ts`,
    find: "      if (node instanceof Element && node.querySelector('unchanged')) isWhole = false;\n",
    replace: '',
    breaks:
      'When the first party of the evening comes, the tables lose their names until the page is opened anew.',
    tests: FOLLOWED,
  },
  {
    name: 'live-some-are-lost',
    file: `${SCRIPT}/morph.ts`,
    find: 'return found === Number(count) ? nodes : null;',
    replace: 'return nodes;',
    breaks: 'A party that something has taken out of the page stays away from the screen all evening.',
    tests: FOLLOWED,
  },
  {
    name: 'live-token-compressed-with-names',
    file: 'packages/adapter-http/src/pages/console/packed-answer.ts',
    find: '    member.asItIs(before!),\n    member.piece(shared.deflated()),\n    member.asItIs(after!),\n',
    replace: '    member.text(Buffer.from(body)),\n',
    breaks:
      'Who books under one name after the other and watches how long the pages are finds out the token of the forms.',
    tests: ['packages/adapter-http/src/pages/console/packed-answer.test.ts'],
  },
  {
    name: 'live-shares-what-was-read-before',
    file: `${LIVE}/shared-reads.ts`,
    find: '    waiting.delete(key);\n    const result = read();\n',
    replace:
      '    const result = read();\n    void result.finally(() => waiting.delete(key)).catch(() => undefined);\n',
    breaks: 'Who hears of a change while the day is read is shown the day without it.',
    tests: [`${LIVE}/shared-reads.test.ts`],
  },
  {
    name: 'live-gone-stay-between',
    file: `${SCRIPT}/morph.ts`,
    find: 'for (const each of between) if (!staying.has(each)) each.remove();',
    replace: '',
    breaks: 'Who has cancelled stays on the screen.',
    tests: FOLLOWED,
  },
];
