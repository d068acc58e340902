/** Keys, the switch, closures and menus. */
import type { Fault } from './run/fault.ts';

const APP = 'packages/engine/src/app';

const access: readonly Fault[] = [
  {
    name: 'recalled-while-switched-off',
    file: `${APP}/partner/recall.ts`,
    find: 'if (!service.enabled || nowMs >= service.knownUntilMs) return null;',
    replace: '',
    breaks: 'A service that is switched off goes on answering from memory.',
    tests: ['packages/adapter-http/src/api/fast-path.test.ts'],
  },
];

const operations: readonly Fault[] = [
  {
    name: 'closure-undoes-another-change',
    file: `${APP}/operator/apply-location.ts`,
    find: 'if ((before?.revision ?? null) !== revision) throw new StaleStepError();',
    replace: '',
    breaks: 'A closure takes back the new opening hours that somebody applied in the same minute.',
    tests: [`${APP}/location/closures.test.ts`],
  },
];

export const faults: readonly Fault[] = [...access, ...operations];
