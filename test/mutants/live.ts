/** Live updates of changes, and the answer of a dry run. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const WATCHERS = [`${APP}/watchers.test.ts`];
const PREVIEW = ['test/proof/properties/preview.test.ts'];
const LIVE = 'packages/adapter-http/src/console/live';
const SCRIPT = 'packages/adapter-http/src/console/script/browser';
const PARTS = ['packages/adapter-http/src/console/evening/day-parts.test.ts'];
const FOLLOWED = ['test/browser/console-parts.test.ts'];

export const faults: Faults = {
  'live-told-each-time': {
    file: `${APP}/signals.ts`,
    find: 'Math.max(0, watched.flushedMs + GATHER_MS - nowMs())',
    replace: '0',
    breaks: 'In a rush every screen reads the evening anew with every booking.',
    tests: WATCHERS,
  },
  'live-preview-saves': {
    file: `${APP}/operator/preview-move.ts`,
    find: 'const rehearsed = rehearsalOf(app);',
    replace: 'const rehearsed = { ...app };',
    breaks: 'A party is moved while it is still held over the table.',
    tests: PREVIEW,
  },
  'live-preview-hides-who-is-in-the-way': {
    file: `${APP}/operator/preview-move.ts`,
    find: 'inTheWay.map((id) => findBooking',
    replace: 'inTheWay.slice(1).map((id) => findBooking',
    breaks: 'The table is refused, and nobody is named who sits there.',
    tests: PREVIEW,
  },
  'live-changes-of-another-version': {
    file: 'packages/adapter-http/src/console/evening/day-renderings.ts',
    find: 'const key = `${version} ${now.version}`;',
    replace: 'const key = now.version;',
    breaks: 'A console that has missed a change is sent what another has missed.',
    tests: PARTS,
  },
  'live-stays-what-is-not-there': {
    file: `${SCRIPT}/morph.ts`,
    find: "      if (node instanceof Element && node.querySelector('unchanged')) isWhole = false;\n",
    replace: '',
    breaks:
      'When the first party of the evening comes, the tables lose their names until the page is opened anew.',
    tests: FOLLOWED,
  },
  'live-some-are-lost': {
    file: `${SCRIPT}/morph.ts`,
    find: 'return found === Number(count) ? nodes : null;',
    replace: 'return nodes;',
    breaks: 'A party that something has taken out of the page stays away from the screen all evening.',
    tests: FOLLOWED,
  },
  'live-token-compressed-with-names': {
    file: 'packages/adapter-http/src/console/packed-answer.ts',
    find: '    member.asItIs(before!),\n    member.piece(shared.deflated()),\n    member.asItIs(after!),\n',
    replace: '    member.text(Buffer.from(body)),\n',
    breaks:
      'Who books under one name after the other and watches how long the pages are finds out the token of the forms.',
    tests: ['packages/adapter-http/src/console/packed-answer.test.ts'],
  },
  'live-shares-what-was-read-before': {
    file: `${LIVE}/shared-reads.ts`,
    find: '    waiting.delete(key);\n    const result = read();\n',
    replace:
      '    const result = read();\n    void result.finally(() => waiting.delete(key)).catch(() => undefined);\n',
    breaks: 'Who hears of a change while the day is read is shown the day without it.',
    tests: [`${LIVE}/shared-reads.test.ts`],
  },
  'live-gone-stay-between': {
    file: `${SCRIPT}/morph.ts`,
    find: 'for (const each of between) if (!staying.has(each)) each.remove();',
    replace: '',
    breaks: 'Who has cancelled stays on the screen.',
    tests: FOLLOWED,
  },
};
