import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { IS_LONG } from './test/support/long.ts';
import { LongestFirst } from './test/support/longest-first.ts';

// The packages' sources, not their builds: see `exports` in their package.json.
const conditions = ['@bord/source', 'module', 'node', 'development'];

const EVERYTHING = ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'];

/**
 * Files with a separate process each, because they load it heavily, measure it, or change its global state. The others share processes: starting one
 * and loading the engine takes half a second, longer than most files. A file restores what it sets (a spy, a variable of the environment).
 */
const APART = [
  'packages/adapter-http/src/http/surroundings.test.ts',
  'test/webhooks/hostile-receivers-answers.test.ts',
  'test/mail/{mail-server,mail-times}.test.ts',
];

/** Tests with separate commands, so that `npm test` stays short: many concurrent clients, and a real browser. */
const LOAD = ['test/load/**/*.test.ts'];
const BROWSER = ['test/browser/**/*.test.ts', 'test/spec/openapi/docs-page.test.ts'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['@bord/source', 'node'] } },
  test: {
    globalSetup: ['run-folder', 'postgres', 'compile-cache', 'bord-program'].map(
      (name) => `test/support/${name}.ts`,
    ),
    pool: 'forks',
    // More than there are cores: half of the files wait for databases, browsers and clocks most of the time.
    maxWorkers: availableParallelism() + 2,
    fileParallelism: true,
    sequence: { sequencer: LongestFirst },
    // Only to tell a hang from an end: on a busy machine everything takes many times as long.
    testTimeout: IS_LONG ? 10_800_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: EVERYTHING,
          exclude: [...APART, ...LOAD, ...BROWSER],
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
      { extends: true, test: { name: 'load', include: LOAD } },
      { extends: true, test: { name: 'browser', isolate: false, include: BROWSER } },
    ],
  },
});
