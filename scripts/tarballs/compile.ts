import { execFileSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../packages.ts';
import { subpaths } from './imports.ts';
import { writeReadmeProgram } from './readme.ts';

/** As strict as a consumer may be, and without `skipLibCheck`: the declarations of the packages are checked too. */
export const COMPILER_OPTIONS = {
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

/** Compiles programs that use the installed packages: one with a host's pool and database, the README's, and one of every subpath. */
export function compileConsumers(folder: string): void {
  copyFileSync(resolve(root, 'test/packages/consumer.ts'), join(folder, 'consumer.ts'));
  const names = subpaths(folder);
  const imports = names.map((name, i) => `import * as entry${i} from '${name}';`);
  const all = `export const entries: readonly object[] = [${names.map((_, i) => `entry${i}`).join(', ')}];`;
  writeFileSync(join(folder, 'subpaths.ts'), [...imports, all, ''].join('\n'));
  const files = ['consumer.ts', 'subpaths.ts', writeReadmeProgram(folder)];
  compile(folder, { compilerOptions: COMPILER_OPTIONS, files });
}

/** The compiler of this repository. */
const TSC = resolve(root, 'node_modules/typescript/bin/tsc');

/** Compiles a project with this compiler; an error has what it printed. */
export function compile(folder: string, project: object, tsc = TSC): void {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
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
