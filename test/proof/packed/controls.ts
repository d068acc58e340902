/** Planted faults, each with the message of the step that must find it. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertFilesOfExports, importSubpaths } from '../../../scripts/tarballs/imports.ts';
import { BUNDLERS, compileAll, RECIPES } from './recipes.ts';
import { assertTested, installed, runExamples } from './run-examples.ts';

interface Control {
  readonly fault: string;
  readonly step: () => unknown;
  /** A part of the failure's message. */
  readonly says: string;
}

const FILE = '@bord/adapter-sqlite/dist/index.js';

/** The controls in their order: from the third one on, a file of a package is missing. */
export function controlsIn(folder: string): readonly Control[] {
  const program = join(folder, 'examples/plain-script/src/main.ts');
  return [
    {
      fault: 'an example without a test',
      step: () => assertTested([...RECIPES, 'untested']),
      says: 'No test imports or starts untested.',
    },
    {
      fault: 'a call with a wrong type',
      step() {
        const text = `import { createEngine } from '@bord/engine';\ncreateEngine({ storage: 1 });\n`;
        writeFileSync(join(folder, 'wrong.ts'), text);
        compileAll(folder, ['wrong.ts']);
      },
      says: `wrong.ts(2,16): error TS2322: Type 'number' is not assignable to type 'Storage'.`,
    },
    {
      fault: 'a missing file of a package',
      step() {
        rmSync(join(folder, 'node_modules', FILE));
        assertFilesOfExports(folder);
      },
      says: '@bord/adapter-sqlite lacks ./dist/index.js',
    },
    { fault: 'the same, imported', step: () => importSubpaths(folder), says: `node_modules/${FILE}'` },
    ...Object.entries(BUNDLERS).map(([name, bundle]) => ({
      fault: `the same, bundled by ${name}`,
      step: () => bundle(program, join(folder, 'control/main.bundle.mjs')),
      says:
        name === 'vite'
          ? 'failed to resolve import "@bord/adapter-sqlite"'
          : 'Could not resolve "@bord/adapter-sqlite"',
    })),
    {
      fault: 'the same, when the examples run',
      step: () => runExamples(installed('node24'), { recipes: folder, programs: folder }),
      says: `Cannot find module '${join(folder, 'node_modules', FILE)}'`,
    },
  ];
}

/** Throws unless the step fails with the message of the control. */
export async function assertFails({ step, says }: Control): Promise<void> {
  let message = 'it has passed';
  try {
    await step();
  } catch (error) {
    message = (error as Error).message;
  }
  if (!message.includes(says)) throw new Error(`The step must fail with "${says}":\n${message}`);
}
