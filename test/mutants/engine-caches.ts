/** Caches of a process: plans, days, answers. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';
const CORE = 'packages/engine/src/core';

const caching: Faults = {
  'readings-shared-across-a-change': {
    file: `${APP}/location-cache.ts`,
    find: '`${location.id} ${entry?.epoch} ${missing',
    replace: '`${location.id} ${missing',
    breaks: 'A partner that just booked reads the day without the booking.',
    tests: [`${APP}/location-cache-readings.test.ts`],
  },
  'undecided-in-a-hard-house-not-told': {
    file: `${APP}/decide-ahead.ts`,
    find: 'const questions = search.takeUndecided();',
    replace: 'const questions = 0 * search.takeUndecided();',
    breaks: 'The metric of undecided questions stays 0 for restaurants that have some.',
    tests: ['test/proof/seating/undecided.test.ts'],
  },
  'found-ahead-believed-on-another-day': {
    file: `${CORE}/seating/solver/same-search.ts`,
    find: 'searches.find((state) => isSameDay(state.options, options))',
    replace: 'searches[0]',
    breaks: 'A re-seating that was found before another booking overwrites that booking.',
    tests: ['test/proof/seating/long-search.test.ts'],
  },
};

const availability: Faults = {
  'batch-joins-an-older-answer': {
    file: `${APP}/partner/read-availability.ts`,
    find: '`${epoch} ${key}`',
    replace: 'key',
    breaks: 'A question after a booking gets the answer of an earlier question in progress.',
    tests: [`${APP}/partner/read-availability.test.ts`],
  },
  'batch-joins-other-sizes': {
    file: `${APP}/partner/read-availability.ts`,
    find: '${range.endDate} ${questions.partySizes.join()}${audience.name}`',
    replace: '${range.endDate}`',
    breaks: 'A batch for two guests gets the answer of a simultaneous batch for three.',
    tests: [`${APP}/partner/read-availability.test.ts`],
  },
  'answers-outlive-their-evening': {
    file: `${APP}/answer-cache.ts`,
    find: 'const known = this.#entries.get(day);',
    replace:
      'const known = this.#entries.get(day) ?? [...this.#entries].find(([it]) => typeof it === "object" && it.state.day === day.state.day)?.[1];',
    breaks: 'A question before the invalidation arrives is answered from the outdated day.',
    tests: [`${APP}/answer-cache.test.ts`],
  },
  'answers-of-one-form-only': {
    file: `${APP}/forms.ts`,
    find: 'const known = forms.get(form);',
    replace: 'const [known] = forms.values();',
    breaks: 'A question with reasons gets the answer without reasons of an earlier question.',
    tests: [`${APP}/answer-cache.test.ts`],
  },
  'answers-shared-by-all-engines': {
    file: `${APP}/answer-cache.ts`,
    find: '  readonly #answered = new Map<string, AnsweredDay>();\n',
    replace:
      '  get #answered(): Map<string, AnsweredDay> {\n    return ((globalThis as any).shared ??= new Map());\n  }\n',
    breaks: 'Two engines in one process share cached answers.',
    tests: [`${APP}/answer-cache.test.ts`],
  },
  'flight-kept-after-its-end': {
    file: `${APP}/single-flight.ts`,
    find: '.finally(() => underWay.delete(key))',
    replace: '',
    breaks: 'The first batch is cached forever, also if it failed.',
    tests: [`${APP}/single-flight.test.ts`],
  },
};

export const faults: Faults = { ...caching, ...availability };
