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
    breaks: 'In a rush, each booking makes every screen read the day again.',
    tests: WATCHERS,
  },
  'live-preview-saves': {
    file: `${APP}/operator/preview-move.ts`,
    find: 'const rehearsed = rehearsalOf(app);',
    replace: 'const rehearsed = { ...app };',
    breaks: 'A party is moved during the drag.',
    tests: PREVIEW,
  },
  'live-preview-hides-who-is-in-the-way': {
    file: `${APP}/operator/preview-move.ts`,
    find: 'inTheWay.map((id) => findBooking',
    replace: 'inTheWay.slice(1).map((id) => findBooking',
    breaks: 'A rejected table does not name the party that is seated there.',
    tests: PREVIEW,
  },
  'live-changes-of-another-version': {
    file: 'packages/adapter-http/src/console/evening/day-renderings.ts',
    find: 'const key = `${version} ${now.version}`;',
    replace: 'const key = now.version;',
    breaks: 'A console that missed a change gets the changes that another one missed.',
    tests: PARTS,
  },
  'live-stays-what-is-not-there': {
    file: `${SCRIPT}/morph.ts`,
    find: "      if (node instanceof Element && node.querySelector('unchanged')) isWhole = false;\n",
    replace: '',
    breaks: 'With the first party of the day, the names of the tables disappear until the page is reloaded.',
    tests: FOLLOWED,
  },
  'live-some-are-lost': {
    file: `${SCRIPT}/morph.ts`,
    find: 'return found === Number(count) ? nodes : null;',
    replace: 'return nodes;',
    breaks: 'A party that was removed from the page by other code does not return.',
    tests: FOLLOWED,
  },
  'live-token-compressed-with-names': {
    file: 'packages/adapter-http/src/console/packed-answer.ts',
    find: '    member.asItIs(before!),\n    member.piece(shared.deflated()),\n    member.asItIs(after!),\n',
    replace: '    member.text(Buffer.from(body)),\n',
    breaks: 'The length of compressed pages reveals the form token.',
    tests: ['packages/adapter-http/src/console/packed-answer.test.ts'],
  },
  'live-shares-what-was-read-before': {
    file: `${LIVE}/shared-reads.ts`,
    find: '    waiting.delete(key);\n    const result = read();\n',
    replace:
      '    const result = read();\n    void result.finally(() => waiting.delete(key)).catch(() => undefined);\n',
    breaks: 'A change during the reading of a day is not shown.',
    tests: [`${LIVE}/shared-reads.test.ts`],
  },
  'live-gone-stay-between': {
    file: `${SCRIPT}/morph.ts`,
    find: 'for (const each of between) if (!staying.has(each)) each.remove();',
    replace: '',
    breaks: 'A cancelled booking stays on the screen.',
    tests: FOLLOWED,
  },
};
