import { afterAll, expect, test } from 'vitest';
import { Workplace } from '../run/workplace.ts';
import { equivalentOf, readEquivalents, staleEquivalents } from './equivalents.ts';
import { type Mutant, mutantOf } from './mutation.ts';
import { NearestTests } from './nearest.ts';
import { hashOf } from './record.ts';
import { reportOf, type Tried } from './report.ts';
import { draw, mutantsOf } from './sample.ts';
import { sqlFileMutations, sqlMutations } from './sql-mutations.ts';
import { Compiler, functionBodies } from './syntax.ts';
import { tryMutant } from './trial.ts';
import { typescriptMutations } from './typescript-mutations.ts';

const compiler = new Compiler();
afterAll(() => compiler.close());

const HOST = 'test/mutants/generated/control/invented.ts';
const mutants = mutantsOf([HOST], compiler);

/** All that a body of a function may become, as long as it compiles. */
function becomes(body: string): readonly string[] {
  const text = `export async function invented(a: number, b: number, list: number[], of: { x?: number }): Promise<unknown> { ${body} }\n`;
  const mutations = compiler.withText(HOST, text, ({ source }) => typescriptMutations(source));
  return mutations
    .map((mutation) => mutantOf(HOST, text, mutation)!)
    .map(({ after }) => after.slice(after.indexOf('{ x?: number }): Promise<unknown> { ') + 36, -2));
}

test.each([
  ['return a < b;', ['return a <= b;', 'return a > b;', 'return !(a < b);', 'return null;']],
  [
    'if (a === 1 && b) list.push(a);',
    ['if (a === 1) list.push(a);', 'if (b) list.push(a);', 'if (a === 1 || b) list.push(a);'],
  ],
  [
    'if (a) list.push(b);',
    ['if (!(a)) list.push(b);', 'if (true) list.push(b);', 'if (false) list.push(b);', 'if (a) ;'],
  ],
  ['return a + 1;', ['return a - 1;', 'return a + 2;', 'return a + (0);']],
  ['await invented(a, b, list, of);', ['invented(a, b, list, of);', ';']],
  ['return { ...of, a };', ['return {  a };', 'return { ...of,  };']],
  [
    'return list.toSorted().every(Boolean);',
    ['return list.every(Boolean);', 'return list.toSorted().some(Boolean);'],
  ],
  [
    'return `SELECT 1 WHERE a < $1 FOR UPDATE`;',
    ['return `SELECT 1 WHERE a <= $1 FOR UPDATE`;', 'return `SELECT 1 WHERE a < $1 `;'],
  ],
])('a mutation of %s is generated for each part that decides', (body, expected) => {
  expect(becomes(body)).toEqual(expect.arrayContaining(expected));
});

test.each([
  [
    'SELECT 1 FROM t WHERE a = 1 AND b = 2 ORDER BY c LIMIT 5',
    'WHERE a = 1 ORDER BY|WHERE true AND b|ORDER BY c DESC|LIMIT 6',
  ],
  ['INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING', 'VALUES \\(1\\)$'],
  [
    'INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 2 RETURNING 1',
    'ON CONFLICT \\(a\\) DO NOTHING RETURNING',
  ],
  ["PERFORM pg_advisory_xact_lock(hashtext('a)b'), 1);", '^PERFORM true;$|^NULL;$'],
  ['SELECT FROM t FOR NO KEY UPDATE SKIP LOCKED', '^SELECT FROM t$|FOR NO KEY UPDATE$'],
  ['WHERE a BETWEEN 1 AND 2', 'WHERE true'],
  ['UPDATE t SET a = 1 WHERE id = of_id; RETURN b;', '^UPDATE t SET a = 1 WHERE true ; RETURN b;$'],
  ['AS $$ SELECT 1 WHERE a AND b $$;', 'WHERE a \\$\\$;$'],
])('a mutation of %s removes a clause or a lock', (sql, patterns) => {
  const after = sqlMutations(sql).map((each) => mutantOf('x.sql', sql, each)!.after.replaceAll(/\s+/g, ' '));
  for (const pattern of patterns.split('|'))
    expect(after).toContainEqual(expect.stringMatching(new RegExp(pattern)));
  expect(after.join()).not.toContain('BETWEEN 1 2');
});

test.each(['f', 'bord.f'])('an SQL function that a later file defines again is left alone: %s', (name) => {
  const text = `CREATE FUNCTION ${name}() AS $$ SELECT 1 WHERE a < 2 $$; SELECT 1 WHERE b < 2`;
  const all = sqlFileMutations(text, []).length;
  expect(sqlFileMutations(text, [`CREATE OR REPLACE FUNCTION ${name}() …`])).toHaveLength(all / 2);
  expect(sqlFileMutations(text, ['CREATE FUNCTION bord.g() …'])).toHaveLength(all);
});

test('a sample has no mutant that does not compile, and is the same for the same seed', () => {
  const { mutants: drawn, rejected } = draw(mutants, 1000, 7, compiler);
  expect(rejected).toBeGreaterThan(0);
  expect(drawn.length + rejected).toBe(mutants.length);
  expect(drawn.map(({ after }) => after)).not.toContain('if (age < 6) return null;');
  expect(draw(mutants, 5, 7, compiler).mutants).toEqual(drawn.slice(0, 5));
});

test('tests of the innermost recorded function are run, those next to the file first, then the fastest, within the budget', () => {
  const source = compiler.parse(HOST)!;
  const tests = [
    { file: 'slow.test.ts', ms: 50 },
    { file: 'fast.test.ts', ms: 5 },
    { file: HOST.replace('.ts', '.test.ts'), ms: 40 },
    { file: 'other.test.ts', ms: 1 },
  ];
  const sources = {
    [HOST]: { hash: hashOf(source.text), functions: functionBodies(source).map(() => [0, 1, 2]) },
  };
  const nearest = (budgetMs: number): unknown =>
    new NearestTests({ sources, tests }, compiler, budgetMs).of(mutants[0]!);
  expect(nearest(1000)).toEqual({
    tests: [tests[2]!.file, 'fast.test.ts', 'slow.test.ts'],
    known: 3,
    by: 'function',
  });
  expect(nearest(50)).toMatchObject({ tests: [tests[2]!.file, 'fast.test.ts'], known: 3 });
});

test('control: a dead condition survives and is listed with its tests, and one that a test needs is caught', async () => {
  const workplace = new Workplace(1, { BORD_TEST_PG: process.env['BORD_TEST_PG_URL']! });
  try {
    const nearest = new NearestTests({ sources: {}, tests: [] }, compiler, 1000);
    const soundness = { sound: new Set<string>(), unsound: new Set<string>() };
    const tried: Tried[] = [];
    for (const after of ['if (false) return 1;', 'if (age <= 6) return 0;']) {
      const mutant = mutants.find((each) => each.after === after)!;
      const verdict = await tryMutant(mutant, workplace, (not) => nearest.of(mutant, not), soundness, 60_000);
      tried.push({ mutant, verdict });
    }
    expect(tried.map(({ verdict }) => verdict.outcome)).toEqual(['survived', 'caught']);
    expect(reportOf(tried, 1)).toContain(`SURVIVED ${HOST}:3 condition fixed
  - if (age < 0 && !(age < 6)) return 1;
  + if (false) return 1;
  ran 1 of 0 test files that reach it: test/mutants/generated/control/invented.test.ts`);
  } finally {
    workplace.end();
  }
});

test('each mutant that is listed as equivalent fits its file and has a reason', () => {
  expect(staleEquivalents(readEquivalents())).toEqual([]);
  const listed = {
    file: HOST,
    before: 'if (age  < 6) return 0;',
    after: 'if (age <= 6) return 0;',
    reason: 'x',
  };
  const mutant = mutants.find(({ after }) => after === listed.after) as Mutant;
  expect(equivalentOf(mutant, [listed])).toBe(listed);
  expect(
    staleEquivalents([
      { ...listed, before: 'gone' },
      { ...listed, reason: ' ' },
    ]),
  ).toHaveLength(2);
});
