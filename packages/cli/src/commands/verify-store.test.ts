/** `bord verify-store` on storages that are right, and on such that are wrong in one way each. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { assertSafe } from '../../test/steering.ts';
import { makeBord, type Run } from '../../test/run-bord.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const STORES = join(import.meta.dirname, '../../test/stores');

interface Verdict {
  readonly id: string;
  readonly outcome: string;
  readonly failed: {
    readonly because: string | null;
    readonly differences: readonly { readonly at: string; readonly expected: string; readonly got: string }[];
    readonly where: string | null;
  } | null;
}

interface Report {
  readonly openings: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cases: readonly Verdict[];
}

/** As `--json` tells it. */
async function reportOf(file: string, fault = '', ...args: readonly string[]): Promise<Report & Run> {
  const ran = await bord.run(['verify-store', file, '--json', ...args], { env: { BORD_TEST_FAULT: fault } });
  return { ...ran, ...(JSON.parse(ran.out) as Report) };
}

const brokenIn = ({ cases }: Report): readonly string[] =>
  cases.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));

test.each([
  ['the storage in memory', join(STORES, 'memory.ts'), 1, []],
  [
    'a SQLite file that three processes share',
    join(STORES, 'sqlite.ts'),
    3,
    ['--only', 'staff/1', '--only', 'staff/4', '--only', 'rates/1', '--only', 'service', '--only', 'now'],
  ],
])('%s holds', async (_, file, openings, args) => {
  const report = await reportOf(file, '', ...args);
  expect([report.code, brokenIn(report), report.skipped, report.openings]).toEqual([0, [], 0, openings]);
  expect(report.passed).toBe(report.cases.length);
  expect(report.passed).toBeGreaterThan(args.length === 0 ? 100 : 3);
});

describe('a storage that is wrong is found out, and the rest is tried all the same', () => {
  test('a storage without a lock: the failed case is named with the expected and the actual value', async () => {
    const report = await reportOf(
      join(STORES, 'wrong.ts'),
      'no lock',
      '--only',
      'bookings',
      '--only',
      'rates',
    );
    expect(report.code).toBe(1);
    const broken = report.cases.find(({ failed }) => failed);
    expect(broken?.id).toMatch(/^bookings\/\d+$/);
    expect(brokenIn(report).every((id) => id.startsWith('bookings/'))).toBe(true);
    expect(report.passed).toBeGreaterThan(20);
    expect(broken!.failed!.where).toMatch(/engine\/src\/contract\/[\w-]+\.ts:\d+$/);
  });

  test('one wrong field: the answer has its path and no other part of the record', async () => {
    const { cases } = await reportOf(join(STORES, 'wrong.ts'), 'a name is cut off', '--only', 'bookings/1');
    expect(cases[0]!.failed!.differences).toEqual([
      {
        at: 'guest.name',
        expected: "'Alva Lind'",
        got: "'Alva '",
      },
    ]);
  });

  test.each([
    ['a method is missing', ['storage', 'outbox'], 'storage/1', /'outbox\.purge'/],
    ['throws', ['endpoints'], 'endpoints/1', /unavailable|the database is away/],
    ['holds the process', ['service', 'now'], 'now/1', /^no end within 4 s$/],
    [
      'ends the process',
      ['service', 'now'],
      'now/1',
      /^it ended the process with exit code 7: out of memory/,
    ],
    ['cannot be closed', ['now'], 'now/1', /still busy/],
  ])('%s', async (fault, groups, id, words) => {
    const only = groups.flatMap((name) => ['--only', name]);
    const limit = fault === 'holds the process' ? ['--timeout', '4'] : [];
    const report = await reportOf(join(STORES, 'wrong.ts'), fault, ...limit, ...only);
    expect(report.code).toBe(1);
    expect(report.skipped).toBe(0);
    const broken = report.cases.find((one) => one.id === id)!;
    expect(broken.failed?.differences[0]?.got).toMatch(words);
    if (groups.includes('now')) expect(brokenIn(report)).toEqual([id]);
  });

  test.each([
    ['cannot be opened', /no such host/],
    ['is none', /the module has opened no storage, but null/],
  ])('%s: the other cases do not run', async (fault, words) => {
    const report = await reportOf(join(STORES, 'wrong.ts'), fault);
    expect([report.code, report.failed, report.passed, report.openings]).toEqual([1, 1, 0, 0]);
    expect(report.cases[0]!.failed!.differences[0]!.got).toMatch(words);
    expect(report.skipped).toBe(report.cases.length - 1);
  });
});

test('text output has expected and actual values, and ends with a table', async () => {
  const args = ['verify-store', join(STORES, 'wrong.ts'), '--only', 'endpoints', '--only', 'rates'];
  const { code, out, err } = await bord.run(args, { env: { BORD_TEST_FAULT: 'throws' } });
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(
    /^ {2}✗ are read back, every field.* {2}endpoints\/1\n {6}expected {2}no error\n {6}got {7}BookingError: .*the database is away/m,
  );
  expect(out).toMatch(/^ {2}✓ of many concurrent requests/m);
  expect(out).toMatch(/^rates +2$/m);
  expect(out).toMatch(/^\d+ passed, \d+ failed, 0 skipped in [\d.]+ s\nEach case opened the storage once/m);
  assertSafe({ out, err }, 'verify-store');
});

test.each([
  [() => 'none.js', 1, /^bord: there is no file none\.js: check the path$/],
  [() => bord.write('empty.mjs', ''), 1, /must export a function .* it exports nothing$/],
  [() => bord.write('value.mjs', 'export const openEmpty = 5, more = 6;'), 1, /it exports more, openEmpty$/],
  [() => bord.write('broken.mjs', 'export const = 5;'), 1, /broken\.mjs cannot be loaded: SyntaxError/],
  [() => bord.write('gone.mjs', "import 'no-such-package';"), 1, /cannot be loaded: .*no-such-package/],
  [
    () => bord.write('stuck.mjs', 'await new Promise((done) => setTimeout(done, 1e6));'),
    1,
    /^bord: no end within 1 s$/,
  ],
  [
    () => bord.write('exit.mjs', "console.log('no licence'); process.exit(3);"),
    1,
    /it ended the process with exit code 3: no licence$/,
  ],
])('a module that opens no storage is one line: case %#', async (file, code, words) => {
  const path = file();
  const limit = path.startsWith('stuck') ? ['--timeout', '1'] : [];
  const ran = await bord.run(['verify-store', path, ...limit]);
  expect([ran.code, ran.out]).toEqual([code, '']);
  expect(ran.err.trimEnd().split('\n').at(-1)).toMatch(words);
});

test('an unknown case name is wrong usage', async () => {
  const { code, err } = await bord.run(['verify-store', join(STORES, 'memory.ts'), '--only', 'bookigns']);
  expect([code, err]).toEqual([2, expect.stringContaining('no case and no group is called bookigns')]);
});

test('Ctrl-C ends a module that is still being loaded', async () => {
  const file = bord.write('busy.mjs', "console.log('loading'); for (;;);");
  const child = bord.start(['verify-store', file]);
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
});

test('Ctrl-C ends a storage that hangs, says what was tried, and leaves no folder behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bord-interrupted-'));
  const child = bord.start(
    ['verify-store', join(STORES, 'wrong.ts'), '--only', 'maintenance', '--only', 'now'],
    { env: { BORD_TEST_FAULT: 'holds the process', TMPDIR: folder } },
  );
  let out = '';
  let during: readonly string[] = [];
  child.stdout.on('data', (data) => {
    if (!out.includes('✓') && String(data).includes('✓')) {
      during = readdirSync(folder);
      child.kill('SIGINT');
    }
    out += String(data);
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(130);
  expect(out).toMatch(/Stopped: 1 passed, 0 failed, 1 skipped/);
  expect([during, readdirSync(folder)]).toEqual([[expect.stringMatching(/^bord-contract-/)], []]);
  rmSync(folder, { recursive: true });
});
