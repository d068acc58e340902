import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { IS_LONG } from '../../support/long.ts';
import { type Model, MODELS } from './models.ts';
import { check, missing, propertiesOf, readOutput, readReplay, sourceOf } from './spin.ts';

const FILES = ['amend', 'deliver'] as const;
const textOf = (file: Model['file']): string => readFileSync(sourceOf({ file }), 'utf8');

/** Whole words of the code that the models speak of: sources and the schema, without tests. */
function wordsOfCode(): ReadonlySet<string> {
  const folders = ['engine/src', 'adapter-pg'].map(
    (name) => new URL(`../../../packages/${name}/`, import.meta.url),
  );
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /^(?!dist\/).*\.(?:ts|sql)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => new URL(name, folder)),
  );
  return new Set(files.flatMap((file) => readFileSync(fileURLToPath(file), 'utf8').match(/\w+/g) ?? []));
}

/** The names in brackets in the comments of a model. */
function namesIn(text: string): string[] {
  const comments = text.match(/\/\*[^]*?\*\//g) ?? [];
  return comments.flatMap((comment) =>
    [...comment.matchAll(/\[([a-z_][\w.]*)\]/gi)]
      .map(([, name]) => name!)
      .filter((name) => name !== 'brackets'),
  );
}

test('the functions that the models name are in the code', () => {
  const known = wordsOfCode();
  const named = FILES.flatMap((file) => namesIn(textOf(file)));
  expect(named.length).toBeGreaterThan(30);
  const gone = named.filter((name) => name.split('.').some((word) => !known.has(word)));
  expect(gone).toEqual([]);
});

test('the search for such names sees them in comments alone', () => {
  expect(namesIn('/* [lock_dates], then [Outbox.lease] */ row[i] = link[x].seen[i];')).toEqual([
    'lock_dates',
    'Outbox.lease',
  ]);
});

test('each twin of a model is tried, and breaks a property that the model states', () => {
  for (const file of FILES) {
    const text = textOf(file);
    const twins = new Set(text.match(/\bTWIN_\w+/g)?.filter((name) => name !== 'TWIN_'));
    const models = MODELS.filter((model) => model.file === file);
    const wrong = models.filter(({ breaks }) => breaks !== undefined);
    const tried = new Set(wrong.flatMap(({ defines }) => Object.keys(defines)));
    expect([...twins].filter((name) => !tried.has(name))).toEqual([]);
    const switches = new Set(text.match(/\b[A-Z][A-Z_]+\b/g));
    for (const { name, defines } of models)
      expect([name, Object.keys(defines).filter((define) => !switches.has(define))]).toEqual([name, []]);
    const properties = new Set(propertiesOf(text).values());
    for (const { name, breaks } of models)
      if (breaks !== undefined) expect([name, properties.has(breaks)]).toEqual([name, true]);
  }
});

test('a search that did not look at everything is not taken for one that did', () => {
  const all = 'State-vector 200 byte, depth reached 187, errors: 0\n  1075035 states, stored\n';
  expect(readOutput(all)).toEqual({ states: 1_075_035, depth: 187, errors: 0, isComplete: true });
  expect(readOutput(`error: max search depth too small\n${all}`).isComplete).toBe(false);
  expect(readOutput(`pan: reached -DMEMLIM bound\n${all}`).isComplete).toBe(false);
  expect(() => readOutput('Segmentation fault')).toThrow('did not come to an end');
});

test('a counterexample is printed with its steps and its property', () => {
  const source = 'a\n  assert(x == 1);   /* = what must hold */\n';
  expect(readReplay('  > one\n x = 2\n > two\nspin: m.pml:2, Error: assertion violated', source)).toEqual({
    broken: 'what must hold',
    story: ['one', 'two'],
  });
  expect(readReplay('  > one\n<valid end state>', source).broken).toBe('all come to an end');
});

// With BORD_TEST_LONG alone, and skipped where SPIN or a C compiler is not installed: `npm run model` says how to come by them.
test.skipIf(!IS_LONG || missing() !== null)(
  'small forms of the models hold, and a twin of each is caught',
  async () => {
    const small: Model[] = [
      { name: 'amend', file: 'amend', what: '', defines: { REQUESTS: 0b0011 } },
      { name: 'deliver', file: 'deliver', what: '', defines: { EVENTS: 1, LAPSES: 0 } },
    ];
    const twins = MODELS.filter(({ name }) => name === 'same-snapshot' || name === 'settle-again');
    const outcomes = await Promise.all([...small, ...twins].map(check));
    expect(outcomes.map(({ broken, isComplete }) => broken ?? isComplete)).toEqual([
      true,
      true,
      ...twins.map(({ breaks }) => breaks),
    ]);
  },
);
