/** Caches of a process: plans, days, answers. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

const caching: Faults = {
  'readings-shared-across-a-change': {
    file: `${APP}/location-cache.ts`,
    find: '`${location.id} ${entry?.epoch} ${missing',
    replace: '`${location.id} ${missing',
    breaks: 'Who has booked and asks for the day gets it as it was before.',
    tests: [`${APP}/location-cache-readings.test.ts`],
  },
  'undecided-in-a-hard-house-not-told': {
    file: `${APP}/decide-ahead.ts`,
    find: 'const questions = search.takeUndecided();',
    replace: 'const questions = 0 * search.takeUndecided();',
    breaks: 'The metric of undecided questions stays at nought in just the houses where there are any.',
    tests: ['test/proof/seating/undecided.test.ts'],
  },
  'found-ahead-believed-on-another-day': {
    file: `${CORE}/seating/solver/same-search.ts`,
    find: 'searches.find((state) => isSameDay(state.options, options))',
    replace: 'searches[0]',
    breaks: 'A plan that was found before another guest booked is saved over that guest.',
    tests: ['test/proof/seating/long-search.test.ts'],
  },
};

const availability: Faults = {
  'batch-joins-an-older-answer': {
    file: `${APP}/partner/read-availability.ts`,
    find: '`${epoch} ${key}`',
    replace: 'key',
    breaks: 'Who asks after a booking is told how it was before, because somebody else asked earlier.',
    tests: [`${APP}/partner/read-availability.test.ts`],
  },
  'batch-joins-other-sizes': {
    file: `${APP}/partner/read-availability.ts`,
    find: '${range.endDate} ${questions.partySizes.join()}${audience.name}`',
    replace: '${range.endDate}`',
    breaks: 'A batch for two is answered with one for three that was asked for at the same time.',
    tests: [`${APP}/partner/read-availability.test.ts`],
  },
  'answers-outlive-their-evening': {
    file: `${APP}/answer-cache.ts`,
    find: 'const known = this.#entries.get(day);',
    replace:
      'const known = this.#entries.get(day) ?? [...this.#entries].find(([it]) => typeof it === "object" && it.state.day === day.state.day)?.[1];',
    breaks: 'Who has asked again before a notice comes is answered from the day as it was before the change.',
    tests: [`${APP}/answer-cache.test.ts`],
  },
  'answers-of-one-form-only': {
    file: `${APP}/forms.ts`,
    find: 'const known = forms.get(form);',
    replace: 'const [known] = forms.values();',
    breaks: 'Whoever asks for reasons is given the answer without, because somebody else asked earlier.',
    tests: [`${APP}/answer-cache.test.ts`],
  },
  'answers-shared-by-all-engines': {
    file: `${APP}/answer-cache.ts`,
    find: '  readonly #answered = new Map<string, AnsweredDay>();\n',
    replace:
      '  get #answered(): Map<string, AnsweredDay> {\n    return ((globalThis as any).shared ??= new Map());\n  }\n',
    breaks: 'Two engines of one process answer each other’s questions.',
    tests: [`${APP}/answer-cache.test.ts`],
  },
  'flight-kept-after-its-end': {
    file: `${APP}/single-flight.ts`,
    find: '.finally(() => underWay.delete(key))',
    replace: '',
    breaks: 'The first batch of a kind is the answer for ever, and a failed one is failed for ever.',
    tests: [`${APP}/single-flight.test.ts`],
  },
};

export const faults: Faults = { ...caching, ...availability };
