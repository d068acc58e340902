/** The day as a drawing, on a terminal and on a page. */
import type { Faults } from './run/fault.ts';

const TIMELINE = 'packages/engine/src/core/timeline';
const DRAWINGS = [`${TIMELINE}/any-timeline.test.ts`, `${TIMELINE}/timeline-of.test.ts`];
const TERMINAL = 'packages/cli/src/output/evening';

export const faults: Faults = {
  'evening-buffer-is-free': {
    file: `${TIMELINE}/rows.ts`,
    find: 'function heldInterval({ startMs, heldUntilMs }',
    replace: 'function heldInterval({ startMs, endMs: heldUntilMs }',
    breaks: 'A table is shown as free during its turnover time.',
    tests: DRAWINGS,
  },
  'evening-closed-hours-are-free': {
    file: `${TIMELINE}/timeline-of.ts`,
    find: 'without(hours, day.closed)',
    replace: 'without(hours, [])',
    breaks: 'Tables are shown as free outside the opening hours.',
    tests: DRAWINGS,
  },
  'evening-view-beyond-the-end': {
    file: `${TIMELINE}/axis.ts`,
    find: 'Math.min(wanted, instantBeforeEnd(stretches, lengthMs))',
    replace: 'wanted',
    breaks: '`--now` shows only minutes at the end of the day.',
    tests: DRAWINGS,
  },
  'evening-edges-without-direction': {
    file: `${TERMINAL}/glyphs.ts`,
    find: "left: '⡇', right: '⢸'",
    replace: "left: '│', right: '│'",
    breaks: 'Two Hebrew names are shown at each other’s tables.',
    tests: [`${TERMINAL}/evening-text.test.ts`],
  },
};
