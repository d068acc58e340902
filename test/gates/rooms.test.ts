/** The rooms of the packages (`bord/rooms` in `.oxlintrc.json`): imports between them run one way, and lint rejects all others. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Rooms } from '../../scripts/lint-rooms.ts';

const root = new URL('../..', import.meta.url).pathname;
const CONFIGURATION = '.oxlintrc.json';

const { overrides } = JSON.parse(readFileSync(join(root, CONFIGURATION), 'utf8')) as {
  readonly overrides: readonly { readonly rules?: { readonly 'bord/rooms'?: readonly [string, Rooms] } }[];
};
const [, TABLE] = overrides
  .flatMap(({ rules }) => [rules?.['bord/rooms'] ?? []])
  .find((it) => it.length > 0)!;
const ROOMS = Object.entries(TABLE);

test('each folder of a package is a room, and each name in the table exists', () => {
  for (const [name, rooms] of ROOMS) {
    const src = join(root, 'packages', name, 'src');
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(Object.keys(rooms).toSorted()).toEqual(folders.map((entry) => entry.name).toSorted());
    expect(
      Object.values(rooms)
        .flat()
        .filter((path) => !existsSync(join(src, path))),
    ).toEqual([]);
  }
  const others = readdirSync(join(root, 'packages')).filter(
    (name) => !name.startsWith('.readme-') && !ROOMS.some(([it]) => it === name), // of readme.test.ts
  );
  expect(others).toEqual(['adapter-sqlite']); // one folder
});

test('the rooms of a package build on each other one way', () => {
  for (const [name, rooms] of ROOMS) {
    const under = (room: string): readonly string[] =>
      (rooms[room] ?? []).flatMap((it) => [it, ...under(it)]); // endless if there is a circle
    for (const room of Object.keys(rooms)) expect(under(room), `${name}/${room}`).not.toContain(room);
  }
});

/** A file with imports, and the first words of the report that lint makes of each; empty if it makes none. */
type Planted = readonly [file: string, imports: readonly string[], reports: readonly string[]];

test('lint rejects an import from a room that a room does not build on, whatever form it has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bord-rooms-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of [CONFIGURATION, 'scripts/lint-rooms.ts']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const planted: readonly Planted[] = [
    ...ROOMS.flatMap(([name, rooms]) =>
      Object.entries(rooms).map(([room, allowed]): Planted => {
        const wrong = [...Object.keys(rooms), 'index.ts'].filter(
          (it) => it !== room && !allowed.includes(it),
        );
        const pathOf = (it: string): string => (it.endsWith('.ts') ? `../${it}` : `../${it}/planted.ts`);
        const file = `packages/${name}/src/${room}/planted.ts`;
        const imports = [...allowed, ...wrong].map((it, i) => FORMS[i % FORMS.length]!(pathOf(it), i));
        return [file, imports, wrong.map(() => `${room}/ may import ${[room, ...allowed].join(', ')}, not`)];
      }),
    ),
    [
      `packages/adapter-sqlite/src/planted.ts`,
      [`import '../test-support/a.ts';`],
      ['src/ may import its own'],
    ],
    [`packages/adapter-sqlite/src/other.ts`, [`import '@bord/adapter-pg';`], ['Adapters know the engine']],
    [`packages/adapter-pg/src/other.ts`, [`import '@bord/engine';`], ['A storage imports @bord/engine']],
    [`packages/engine/src/core/booking/a.ts`, [`import '../../ports/b.ts';`], ['core/ may import core, not']],
    [`packages/engine/src/core/c.test.ts`, [`import '../memory/b.ts';`], []],
  ];
  for (const [file, imports] of planted) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${imports.join('\n')}\n`);
  }
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  const reported = diagnostics.filter(
    ({ code }) => code === 'bord(rooms)' || code.includes('restricted-imports'),
  );
  for (const [file, , reports] of planted) {
    const words = reported.filter(({ filename }) => filename === file);
    expect(
      words.map(({ message, help }) => `${message} ${help}`),
      file,
    ).toHaveLength(reports.length);
    for (const [i, { message, help }] of words.entries()) expect(`${message} ${help}`).toContain(reports[i]);
  }
});

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly message: string;
  readonly help: string;
}

/** Every form of an import. */
const FORMS: readonly ((path: string, i: number) => string)[] = [
  (path) => `import '${path}';`,
  (path, i) => `import { a as a${i} } from '${path}';`,
  (path, i) => `import type { B as B${i} } from '${path}';`,
  (path) => `export * from '${path}';`,
  (path, i) => `export { c as c${i} } from '${path}';`,
  (path, i) => `export const d${i} = () => import('${path}');`,
];
