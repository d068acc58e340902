/** A fault for each command of `npm run check`, which that command must report. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Gate {
  /** The argument of `npm run check -- NAME`. */
  readonly check: string;
  readonly command: string;
  readonly file: string;
  /** The text of the file, which need not exist, with the fault in it. */
  plant(text: string): string;
  /** A part of the report of the fault. */
  readonly reports: string;
}

const LIMITS = 'packages/engine/src/core/limits.ts';
const BROWSER = 'packages/adapter-http/src/console/script/browser';
const append =
  (line: string) =>
  (text: string): string =>
    `${text}${line}\n`;

export const GATES: readonly Gate[] = [
  {
    check: 'types',
    command: 'tsc',
    file: LIMITS,
    plant: append(`export const PLANTED: number = 'text';`),
    reports: `${LIMITS}(`,
  },
  {
    check: 'types',
    command: 'tsc of the console script',
    file: `${BROWSER}/morph.ts`,
    plant: append(`export const PLANTED: number = 'text';`),
    reports: 'morph.ts(',
  },
  {
    check: 'types',
    command: 'console-script --check',
    file: `${BROWSER}/main.ts`,
    plant: append(`console.log('planted');`),
    reports: 'console-script.ts',
  },
  {
    check: 'types',
    command: 'handbook --check',
    file: 'docs/restaurant/handbook/undo.md',
    plant: append('Planted.'),
    reports: 'handbook-en.ts',
  },
  {
    check: 'lint',
    command: 'oxlint',
    file: LIMITS,
    plant: append(`export const PLANTED = process.pid;`),
    reports: 'The core is pure',
  },
  {
    check: 'format',
    command: 'oxfmt',
    file: LIMITS,
    plant: append(`export const PLANTED  =  1;`),
    reports: LIMITS,
  },
  {
    check: 'prose',
    command: 'prose',
    file: 'docs/planted.md',
    plant: () => '# Planted\n\nShe books a table.\n',
    reports: 'docs/planted.md: 1 of she, at most 0',
  },
  {
    check: 'unused',
    command: 'knip',
    file: 'test/support/planted.ts',
    plant: () => 'export const PLANTED = 1;\n',
    reports: 'test/support/planted.ts',
  },
  {
    check: 'packages',
    command: 'build',
    file: LIMITS,
    plant: append(`export const PLANTED: number = 'text';`),
    reports: LIMITS,
  },
  {
    check: 'packages',
    command: 'public-types',
    file: 'packages/engine/src/index.ts',
    plant: append(`export type { Pool as Planted } from 'pg';`),
    reports: 'its public types hold those of pg',
  },
  {
    check: 'packages',
    command: 'docstrings',
    file: 'packages/engine/src/index.ts',
    plant: append(`export interface Planted {}`),
    reports: 'node scripts/docstrings.ts\nThere is no docstring for\n',
  },
  {
    check: 'packages',
    command: 'notices',
    file: 'packages/cli/dist/THIRD-PARTY-NOTICES.txt',
    plant: (text) => text.slice(0, text.length / 2),
    reports: 'node scripts/notices.ts\n',
  },
  {
    check: 'packages',
    command: 'publint',
    file: 'packages/engine/package.json',
    plant: (text) => text.replace('"default": "./dist/index.js"', '"default": "./dist/planted.js"'),
    reports: 'publint --strict packages/engine\n',
  },
  {
    check: 'packages',
    command: 'attw',
    file: 'packages/cli/package.json',
    plant: (text) =>
      text.replace(
        '"exports": {',
        '"exports": { "./planted": { "@bord/source": "./src/main.ts", "default": "./bin/bord.js" },',
      ),
    reports: 'attw --quiet --profile esm-only --pack packages/cli\n',
  },
  {
    check: 'licences',
    command: 'licences',
    file: 'package-lock.json',
    plant: (text) => text.replace(/("node_modules\/pg": \{[^}]*"license": )"MIT"/, '$1"GPL-3.0-only"'),
    reports: 'node_modules/pg: GPL-3.0-only is not permissive',
  },
];

/** Plants the fault in a copy of the project and runs the check: null if the check reports it, else what was printed. */
export function missedBy({ check, file, plant, reports }: Gate, folder: string): string | null {
  const path = join(folder, file);
  const before = readText(path);
  const text = plant(before ?? '');
  if (text === before) return `The fault cannot be planted in ${file}: adapt test/gates/gates.ts.`;
  writeFileSync(path, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check.ts', check], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (before !== null) writeFileSync(path, before);
  const output = stdout + stderr;
  return status === 1 && output.includes(reports) ? null : `exit code ${status}\n${output}`;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
