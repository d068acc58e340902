import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../packages.ts';
import { subpaths } from './imports.ts';
import { writeReadmeProgram } from './readme.ts';

/** As strict as a consumer may be, and without `skipLibCheck`: our declarations are checked with hers. */
const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2024'],
  types: ['node'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  noEmit: true,
};

/** Compiles programs that use the installed packages: one with a pool and a database of its own, the README's, and one of every subpath. */
export function compileConsumers(folder: string): void {
  copyFileSync(resolve(root, 'test/packages/consumer.ts'), join(folder, 'consumer.ts'));
  const names = subpaths(folder);
  const imports = names.map((name, i) => `import * as entry${i} from '${name}';`);
  const all = `export const entries: readonly object[] = [${names.map((_, i) => `entry${i}`).join(', ')}];`;
  writeFileSync(join(folder, 'subpaths.ts'), [...imports, all, ''].join('\n'));
  const files = ['consumer.ts', 'subpaths.ts', writeReadmeProgram(folder)];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  const tsc = resolve(root, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, '--pretty', 'false'], {
      cwd: folder,
      stdio: 'pipe',
      encoding: 'utf8',
    });
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout ?? String(error), { cause: error });
  }
}
