/** The tests of the examples, on copies that are started by another runtime (`run.ts`). */
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vitest/config';

interface Surroundings {
  /** The folder of the copies. */
  readonly recipes: string;
  /** The folder of the programs: the copies, or their bundles. */
  readonly programs: string;
  readonly program: string;
  readonly options: readonly string[];
}

const root = join(import.meta.dirname, '../../..');
const { recipes, programs, program, options } = JSON.parse(process.env['BORD_PACKED']!) as Surroundings;

/** Where a test begins the path of a program. */
const AT = /import\.meta\.dirname(?=, '(?:\.\.\/)+examples\b)/g;

/** Points imports and programs of tests to the copies. Everything uses the installed packages, so that there is one class of each error. */
const onCopies: Plugin = {
  name: 'on-copies',
  enforce: 'pre',
  resolveId(source) {
    if (source.startsWith('@bord/')) return this.resolve(source, join(recipes, 'package.json'));
    return /^(?:\.\.\/)+examples\//.test(source) ? source.replace(/^(?:\.\.\/)+/, `${recipes}/`) : null;
  },
  transform(code, id) {
    if (!/(?:\.test|\/run-example)\.ts$/.test(id) || code.search(AT) === -1) return null;
    return code
      .replaceAll(AT, JSON.stringify(join(programs, 'test/examples')))
      .replaceAll('process.execPath', JSON.stringify(program))
      .replaceAll(`'--conditions=@bord/source'`, options.map((one) => JSON.stringify(one)).join(', '));
  },
};

export default defineConfig({
  root,
  plugins: [onCopies],
  test: {
    globalSetup: ['run-folder', 'postgres'].map((name) => join(root, `test/support/${name}.ts`)),
    pool: 'forks',
    fsModuleCache: false, // its keys do not contain the folders
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
