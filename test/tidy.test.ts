/** Project rules that the linter cannot check. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RULES } from './support/rules.ts';

const root = new URL('..', import.meta.url).pathname;
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(root + file));
const read = (file: string): string => readFileSync(root + file, 'utf8');
const sources = files.filter(
  (file) => /^packages\/[^/]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
);
const tests = files.filter((file) => file.endsWith('.test.ts'));

/** The rules that the titles of a test file begin with. */
function rulesNamedIn(text: string): string[] {
  const titles = [
    ...text.matchAll(/\b(?:test|inEveryWorld|inEveryStorage)(?:\.\w+)*\(\s*['"`]([^'"`\n]*)/g),
  ].map(([, title]) => title!);
  return titles.flatMap((title) =>
    [...(/^(?:(?:§[\d.]*\d|D\d+) )+/.exec(title)?.[0] ?? '').matchAll(/§[\d.]*\d|D\d+/g)].map(
      ([rule]) => rule,
    ),
  );
}

test('every rule has a test whose title begins with its number', () => {
  const named = new Set(tests.flatMap((file) => rulesNamedIn(read(file))));
  expect(Object.keys(RULES).filter((rule) => !named.has(rule))).toEqual([]);
  expect([...named].filter((rule) => !(rule in RULES))).toEqual([]);
});

test('the search for rules sees titles in every form, and only at their beginning', () => {
  expect(rulesNamedIn("test('§4.3.5 D10 a key', …); inEveryWorld(`D2 …`, x); test('see §7', y)")).toEqual([
    '§4.3.5',
    'D10',
    'D2',
  ]);
});

test('rules cited in the sources exist', () => {
  const unknown = sources.flatMap((file) =>
    [...read(file).matchAll(/§\d+(?:\.\d+)*|\bD\d{1,2}\b/g)]
      .filter(([rule]) => !(rule in RULES) && !/^§[2-9]$/.test(rule))
      .map(([rule]) => `${file}: ${rule}`),
  );
  expect(unknown).toEqual([]);
});

/** Files, and folders such as `web/`, that a comment or a page names in code and that do not exist. */
function missingFilesIn(text: string): string[] {
  return [...text.matchAll(/`((?:[\w-]+\/)*[a-z][\w.-]*\.(?:ts|sql)|(?:[\w-]+\/)+)`/g)]
    .map(([, name]) => name!)
    .filter((name) => !knownPaths.has(name) && !(name in NOT_YET));
}

/** Names that the project does not contain, each with the reason. */
const NOT_YET: Readonly<Record<string, string>> = {
  'migrations/': 'both storages have it from their first migration on',
};

/** Every ending of the path of a file or folder: `core/`, `src/core/`, `limits.ts`, `core/limits.ts`. */
const knownPaths = new Set(
  files.flatMap((file) => {
    const parts = file.split('/');
    return parts.flatMap((_, from) =>
      parts
        .slice(from)
        .map(
          (_part, i) => parts.slice(from, from + i + 1).join('/') + (from + i + 1 < parts.length ? '/' : ''),
        ),
    );
  }),
);

test('a file or folder that a comment or a page names exists', () => {
  const comments = files
    .filter((file) => /^(?:packages|test|bench|scripts|examples)\/.*\.ts$/.test(file))
    .map((file) => [file, (read(file).match(/\/\*[^]*?\*\/|\/\/.*/g) ?? []).join('\n')] as const);
  const pages = files
    .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
    .map((file) => [file, read(file)] as const);
  const missing = [...comments, ...pages].flatMap(([file, text]) =>
    missingFilesIn(text).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the search for such files sees a name alone, one below a folder, and a folder', () => {
  const text =
    '`evolve.ts` `booking/evolve.ts` `gone.ts` `core/gone.sql` `a.b()` `core/booking/` `core/gone/`';
  expect(missingFilesIn(text)).toEqual(['gone.ts', 'core/gone.sql', 'core/gone/']);
});

test('time is reckoned in one place: zones, words for instants, and how long a day is', () => {
  const TIMEKEEPERS =
    /^packages\/(?:engine\/src\/(?:local-text|core\/(?:local-date|instant))|adapter-http\/src\/console\/script\/(?:browser\/settings|console-script))\.ts$/; // a browser asks its own Intl
  const elsewhere = sources
    .filter((file) => !TIMEKEEPERS.test(file))
    .flatMap((file) => ownTimeIn(read(file)).map((what) => `${file}: ${what}`));
  expect(elsewhere).toEqual([]);
});

/** Uses of the system clock in a source, and repeated constants of a second, a minute, an hour or a day. */
function ownTimeIn(text: string): string[] {
  const patterns = [
    /\bIntl\.DateTimeFormat\(/, // the types of its options do not count
    /\bfrom '(?:temporal-polyfill|date-fns[^']*|luxon|dayjs[^']*)'/,
    /\.(?:toLocale(?:Date|Time)String|to(?:Date|Time)String|getTimezoneOffset)\(/,
    /\.[gs]et(?:Hours|Minutes|Day|Date|Month|FullYear)\(/,
    /\b(?:SECOND|MINUTE|HOUR|DAY)_MS\s*=/,
    /(?<![\d_.])(?:86_?400_?000|3_?600_?000)\b/,
  ];
  return patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}

test('the search for such reckoning finds it, and not what uses the one place', () => {
  const wrong = [
    "new Intl.DateTimeFormat('sv', { timeZone })",
    "import { Temporal } from 'temporal-polyfill';",
    'new Date(ms).toLocaleTimeString()',
    'const minutes = date.getTimezoneOffset();',
    'if (date.getHours() > 17)',
    'const DAY_MS = 24 * 3600 * 1000;',
    'startMs + 86_400_000',
    'startMs - 3600000',
  ];
  for (const line of wrong) expect([line, ownTimeIn(line)]).toEqual([line, [expect.any(String)]]);
  const right =
    'localText(ms, { locale, timeZone }); startMs + DAY_MS; sha256(186_400_000); map.get(date); SLOT_MS = 9';
  expect(ownTimeIn(right)).toEqual([]);
});

test('no file speaks of the machine it was written on', () => {
  const mentions = files
    .filter((file) => !/\.(png|webp|ico|woff2?|db)$/.test(file))
    .flatMap((file) => pathsNamedIn(read(file)).map((path) => `${file}: ${path}`));
  expect(mentions).toEqual([]);
});

/** Folders of somebody's machine: this checkout, and homes. */
function pathsNamedIn(text: string): string[] {
  const here = root.replaceAll(/[^\w/]/g, String.raw`\$&`);
  const path = new RegExp(`(?<![\\w.-])(?:${here}|/(?:home|root|Users)/)[\\w.-]+`, 'g');
  return [...text.matchAll(path)].map(([found]) => found);
}

test('the search for such places finds them', () => {
  const home = ['', 'home', 'alva'].join('/');
  expect(pathsNamedIn(`see ${root}README.md and ${home}/notes`)).toEqual([`${root}README.md`, home]);
  expect(pathsNamedIn('see /var/lib/bord, https://example.com/home/alva and /usr/bin')).toEqual([]);
});

test('the packages’ sources are reached by a condition with a project name, which other tools do not set', () => {
  const found = files
    .filter((file) => /\.(?:ts|js|json|md|yaml)$|^\.ci\//.test(file) && file !== 'test/tidy.test.ts')
    .filter((file) => SHARED_CONDITION.test(read(file)));
  expect(found).toEqual([]);
});

test('the search for the condition finds it on a command line, in exports and in settings', () => {
  const meant = [
    'node --conditions=source a.ts',
    '"source": "./src/index.ts"',
    "conditions: ['source', 'node']",
  ];
  expect(meant.filter((text) => SHARED_CONDITION.test(text))).toEqual(meant);
  expect('--conditions=@bord/source "@bord/source": "./src/index.ts"').not.toMatch(SHARED_CONDITION);
});

/** `source`, which bundlers of others set as well: they would compile what they are to take as it is. */
const SHARED_CONDITION = /conditions=source|"source": "\.\/src|[cC]onditions"?: \[["']source/;

test('the lock file names the packages, and not the server they came from', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { resolved?: string }>;
  };
  const from = Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(from.filter((path) => !existsSync(join(root, path, 'package.json')))).toEqual([]);
});

test('package-lock.json has no entry that one version of npm writes and another removes', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>;
  };
  const changing = Object.entries(packages).filter(
    ([, entry]) => 'libc' in entry || String((entry as { resolved?: unknown }).resolved).startsWith('http'),
  );
  // To fix it: node scripts/clean-install.ts
  expect(changing.map(([name]) => name)).toEqual([]);
});

/** The files that only one of the storages has, each with the reason. All other files of both have the same names. */
const ONLY_ON: Readonly<Record<'pg' | 'sqlite', Readonly<Record<string, string>>>> = {
  pg: {
    advances: 'counts requests in advance, since the database can be on another machine',
    'build-index': 'builds an index without a lock on its table; SQLite has one writer in any case',
    'connect-to':
      'chooses between its own pool, the primary of several hosts, and the pool of the integrator',
    connection: 'a pool of connections; SQLite has one connection',
    'dedicated-connection': 'a connection outside the pool, which listens for notifications',
    'host-pool': 'uses the pool of the integrator',
    inspect: 'reads the settings and the standbys of the server',
    'locked-queues': 'locks endpoints row by row; SQLite locks the whole file',
    names: 'names with the schema, which SQLite does not have',
    notifications: 'listens to NOTIFY, which SQLite does not have',
    'open-snapshot': 'calls the function that locks and reads a snapshot',
    rows: 'rows as JSON, since functions of the schema read and write them',
    settlements: 'commits settlements separately from steps; SQLite has one queue for both',
    'step-groups': 'commits the steps of a location together; SQLite has one group',
    timeouts: 'time limits of statements on the server',
    transaction: 'two round trips, and a COMMIT whose answer can be lost',
    'type-parsers': 'a program can replace the parsers of the driver; rows are read with these',
    'url-parameters': '`sqlite:PATH` has no parameters',
  },
  sqlite: {
    'booking-row': 'statements that write a booking; on PostgreSQL functions of the schema do it',
    changes: 'counts the commits of other processes, since SQLite sends no notifications',
    columns: 'the types of columns; on PostgreSQL in `rows`',
    'dated-deliveries': 'compares waiting events about dates; on PostgreSQL the statements do it',
    'delivery-row': 'statements that write a delivery; on PostgreSQL functions of the schema do it',
    'group-commit': 'all writers share one transaction',
    'host-database': 'uses a database that the integrator has opened',
    open: 'opens the file; on PostgreSQL `transaction` opens the pool',
    queues: 'looks for due deliveries; on PostgreSQL a function of the schema does it',
    scrub: 'removes erased data from the file and its log',
    shared: 'the data that the steps of one transaction share',
    'taking-turns': 'one queue for all locations, in which they take turns',
    'write-lock': 'queues for the lock of the file, which has no queue itself',
  },
};

test('both storages do the same work in files of the same names', () => {
  const filesOf = (kind: 'pg' | 'sqlite'): string[] =>
    sources.flatMap(
      (file) => new RegExp(`^packages/adapter-${kind}/src/([\\w-]+)\\.ts$`).exec(file)?.[1] ?? [],
    );
  const [pg, sqlite] = [filesOf('pg'), filesOf('sqlite')];
  expect(pg.filter((name) => !sqlite.includes(name))).toEqual(Object.keys(ONLY_ON.pg));
  expect(sqlite.filter((name) => !pg.includes(name))).toEqual(Object.keys(ONLY_ON.sqlite));
});

test('lint refuses a file of more than 300 lines, whatever is in them, but for the one that is generated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bord-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of ['.oxlintrc.json', 'scripts/lint-rooms.ts'])
    cpSync(`${root}${path}`, join(folder, path));
  const write = (file: string, lines: number): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `export {};\n\n${'// a comment\n'.repeat(lines - 2)}`);
  };
  const paths = ['bench/a.ts', 'examples/b/src/a.d.ts', 'packages/engine/src/core/a.ts', 'test/a.test.ts'];
  for (const file of paths) {
    write(file, 301);
    write(file.replace('a.', 'fits.'), 300);
  }
  write('examples/partner-client/src/schema.d.ts', 1000);
  const args = ['--format=json', '.'];
  const { stdout } = spawnSync(`${root}node_modules/.bin/oxlint`, args, { cwd: folder, encoding: 'utf8' });
  const found = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  expect(found.diagnostics.map(({ code, filename }) => `${filename} ${code}`).toSorted()).toEqual(
    paths.map((file) => `${file} eslint(max-lines)`),
  );
});
