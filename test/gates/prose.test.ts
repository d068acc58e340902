/** The controls of `npm run check -- prose`: each check reports a planted sentence, and only that check. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/packages.ts';
import { checkCommits } from '../../scripts/prose/commits.ts';
import { parseAll } from '../../scripts/prose/compiler.ts';
import { failuresIn } from '../../scripts/prose/failures.ts';
import { type Check, CHECK_NAMES, type Finding } from '../../scripts/prose/checks.ts';
import { knownPackages, type Measurement, measure } from '../../scripts/prose/measure.ts';
import { overLimit } from '../../scripts/prose/measured.ts';
import { isAllowed, namesNextStep, STEP_ELSEWHERE } from '../../scripts/prose/next-steps.ts';
import { findingText } from '../../scripts/prose/report.ts';
import { ALLOWED, WORDS } from '../../scripts/prose/words.ts';

const KNOWN = new Set(['@bord/engine', 'bord']);
const CODE = 'packages/engine/src/planted.ts';
const LONG = Array.from({ length: 41 }, (_, index) => `word${index}`).join(' ');
const LONG_ENOUGH = Array.from({ length: 26 }, (_, index) => `word${index}`).join(' ');

/** A project of a few files in a folder that goes away with the test. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bord-prose-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries({ 'docs/openapi.json': '{}', ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

function git(folder: string, ...args: readonly string[]): string {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

/** Each finding as `check words`. */
const found = ({ files }: Measurement): readonly string[] =>
  files.flatMap(({ findings }) => findings).map(({ check, words }) => `${check} ${words}`);

const measured = (files: Readonly<Record<string, string>>): readonly string[] =>
  found(measure(project(files), KNOWN));

const PLANTED = [
  ['headless', 'The table is kept for who books it.', ['headless for who']],
  ['headless', 'The table is kept, whoever books it.', ['headless , whoever']],
  ['opening', 'What is free can be booked.', ['opening What']],
  ['opening, also in a list after a hard break', '- `free`  \n  What is free here.', ['opening What']],
  ['words', 'A hold that lapsed is removed.', ['words lapsed']],
  ['she', 'The guest loses her table.', ['she her']],
  ['negation', 'There is no such booking here.', ['negation is no']],
  ['long', `The ${LONG_ENOUGH}.`, ['long 27 words']],
  ['longest', `The ${LONG}.`, ['long 42 words', 'longest 42 words']],
  ['cell', `| a | b |\n|---|---|\n| x | ${LONG_ENOUGH} |`, ['cell 26 words']],
  ['links, of a file', 'See [the page](missing.md).', ['links the file does not exist']],
  ['links, of an anchor', 'See [the part](#missing).\n\n# Title', ['links the page has no such heading']],
  ['packages, in a command', 'Run `npx @bord/unknown serve`.', ['packages @bord/unknown']],
  ['packages, in a program', "```js\nimport { a } from 'unknown/b';\n```", ['packages unknown']],
  ['rules', 'A hold expires after ten minutes (§4.3.5, D46).', ['rules §4.3.5', 'rules D46']],
  ['counts', 'The six endpoints are listed here.', ['counts The six endpoints']],
] as const;

test.each(PLANTED)('the prose check reports a planted fault of %s', (_, text, faults) => {
  expect(measured({ 'docs/page.md': `${text}\n` })).toEqual(faults);
});

test('the prose check reports no fault in plain sentences, code spans, code blocks and questions', () => {
  const page = [
    '# Title `of it`',
    'What happens next? See [the title](#title-of-it) and [§4.3.5](page.md).',
    'The option `who told nobody` is set. Run `npx bord serve`.',
    '```sh\n# she stands meanwhile\nnpx bord serve\n```',
    '<a id="here"></a>',
    '[Here](#here), [there](../README.md).',
  ].join('\n\n');
  expect(measured({ 'docs/page.md': page, 'README.md': '# Read me' })).toEqual([]);
});

test('the prose check reads errors, log messages, help, English pages and API descriptions, with their lines', () => {
  const folder = project({
    [CODE]: [
      '/** Comments are read, too. */',
      "throw new BookingError('conflict', 'the time has ' +",
      "  'lapsed here', []);",
      'log.warn({ id }, `a hold of ${id} stands here`);',
      "command.description('mend the plan (D46)');",
      'const sql = `SELECT nobody FROM told WHERE it stands`;',
    ].join('\n'),
    'packages/adapter-http/src/i18n/en.ts': "export const en = { gone: 'Nobody is here.' };",
    'packages/adapter-http/src/i18n/sv.ts': "export const sv = { gone: 'Nobody is here.' };",
    'docs/openapi.json': '{\n  "description": "It was told **to them**."\n}',
  });
  const texts = measure(folder, KNOWN).files.flatMap(({ findings }) => findings.map(findingText));
  expect(texts.map((text) => text.split('\n')[0]!.replace(/ → .*/, '')).toSorted()).toEqual([
    'docs/openapi.json:2 words: told',
    'packages/adapter-http/src/i18n/en.ts:1 negation: Nobody',
    'packages/adapter-http/src/i18n/en.ts:1 step: .gone',
    'packages/adapter-http/src/i18n/en.ts:1 words: Nobody',
    `${CODE}:2 step: conflict`,
    `${CODE}:3 words: lapsed`,
    `${CODE}:4 words: stands`,
    `${CODE}:5 words: mend`,
    `${CODE}:5 §/D: D46`,
  ]);
});

test('the prose check reads comments and test titles, and omits literals and code', () => {
  const text =
    "// She waits here.\n/**\n * It is told\n * to a guest.\n */\ntest('a hold lapses there', () => '// she');\n";
  expect(measured({ 'test/a.test.ts': text }).toSorted()).toEqual(['she She', 'words lapses', 'words told']);
});

test('the prose check fails on commit subjects that origin/main does not have, and reports them without a remote', () => {
  const folder = project({ 'README.md': '# Title' });
  git(folder, 'init', '--quiet');
  const commit = (subject: string): string => {
    git(folder, 'commit', '--quiet', '--allow-empty', '--message', subject);
    return git(folder, 'rev-parse', 'HEAD');
  };
  commit('docs: add a page');
  commit('docs: list the settings');
  const pushed = commit('List the settings');
  commit(`docs: list ${'x'.repeat(70)}`);
  commit('docs: mend the list');
  const words = (): readonly string[] => checkCommits(folder).findings.map((finding) => finding.words);
  expect(checkCommits(folder).canFail).toBe(false);
  expect(words()).toEqual(['mend → fix', '81 characters', 'not "area: verb object"']);
  git(folder, 'update-ref', 'refs/remotes/origin/main', pushed);
  expect(checkCommits(folder).canFail).toBe(true);
  expect(words()).toEqual(['mend → fix', '81 characters']);
});

test('the prose check allows a share of a size: in one file rounded up, in a group rounded down', () => {
  const size = { words: 3000, sentences: 150, running: 150 };
  const over = (check: Check, count: number, isOneFile: boolean): readonly Check[] => {
    const finding = { check, file: 'a.md', line: 1, words: 'x', context: 'x' };
    return overLimit({
      name: 'a.md',
      size,
      isOneFile,
      findings: Array.from({ length: count }, () => finding),
    });
  };
  expect([over('headless', 2, true), over('headless', 3, true)]).toEqual([[], ['headless']]);
  expect([over('headless', 1, false), over('headless', 2, false)]).toEqual([[], ['headless']]);
  expect([over('words', 2, true), over('words', 3, true)]).toEqual([[], ['words']]);
  expect([over('she', 0, true), over('she', 1, true), over('she', 1, false)]).toEqual([[], ['she'], []]);
});

const WITHOUT_STEP = [
  ['of a command', 'throw new Failure(`the file ${path} is empty`);', 'Failure'],
  ['of rejected input', "invalid(isLate ? 'it is far too late' : 'startsAt must be ahead');", 'invalid'],
  ['by its code', "throw new BookingError('conflict', 'it has been changed');", 'conflict'],
  ['of a field of a file', "field('is not a good date', read);", 'field'],
  ['of a named constant', "const WHY = 'it is already gone'; new Failure(WHY);", 'Failure'],
  [
    'of an error body',
    "const all = { a: { message: 'It is gone.', remedy: 'The booking is gone.' } };",
    'remedy',
    'packages/adapter-http/src/http/failure-table.ts',
  ],
  [
    'of a page',
    "export const en = { page: { faults: { busy: { title: 'One moment', text: 'There is much to do.' } } } };",
    '.page.faults.busy',
    'packages/adapter-http/src/i18n/en.ts',
  ],
] as const;

const WITH_STEP = [
  'Table T7 is blocked. Unblock it: bord tables unblock ID',
  'startsAt must be a whole minute',
  'the range has 40 days; at most 31',
  'that time is taken: choose another',
  'email is missing',
];

const fileOf = (title: string): string => `packages/engine/src/${title.replaceAll(/\W/g, '-')}.ts`;

/** The findings in a file of one project, because each project starts the compiler twice. */
const stepsIn = (file: string): readonly string[] => {
  stepFindings ??= measure(
    project({
      ...Object.fromEntries(WITHOUT_STEP.map(([title, source, , at]) => [at ?? fileOf(title), source])),
      ...Object.fromEntries(WITH_STEP.map((text) => [fileOf(text), `throw new Failure('${text}');`])),
    }),
    KNOWN,
  ).files.flatMap(({ findings }) => findings);
  return stepFindings.filter((one) => one.file === file).map(({ check, words }) => `${check} ${words}`);
};
let stepFindings: readonly Finding[] | undefined;

test.each(WITHOUT_STEP)('the prose check reports a failure %s without a next step', (title, _, name, at?) => {
  expect(stepsIn(at ?? fileOf(title))).toEqual([`step ${name}`]);
});

test.each(WITH_STEP)('the prose check accepts the next step in: %s', (text) => {
  expect(stepsIn(fileOf(text))).toEqual([]);
});

test('at most 5 % of the failures of the project have their next step elsewhere, each for a reason', () => {
  const files = globSync('packages/*/src/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const failures = parseAll(root, files, failuresIn);
  expect(failures.length).toBeGreaterThan(400);
  const excused = failures.filter((one) => !namesNextStep(one.text) && isAllowed(one));
  expect(excused.length / failures.length).toBeLessThanOrEqual(0.05);
  expect(STEP_ELSEWHERE.length).toBeLessThanOrEqual(8);
  for (const [pattern, reason] of STEP_ELSEWHERE) {
    expect(reason).not.toBe('');
    expect(
      excused.some(({ name, text }) => pattern.test(`${name} ${text}`)),
      reason,
    ).toBe(true);
  }
});

test('each check of the prose gate has a planted fault, and the allow-list has at most 20 entries', () => {
  const planted = new Set(PLANTED.map(([name]) => name.split(',')[0]));
  expect(CHECK_NAMES.filter((check) => !planted.has(check))).toEqual(['step', 'commits']);
  expect(ALLOWED.length).toBeLessThanOrEqual(20);
  for (const { reason } of ALLOWED) expect(reason).not.toBe('');
  expect(new Set(WORDS.map(({ pattern }) => pattern.source)).size).toBe(WORDS.length);
});

test('the texts of the project may name its packages, their commands and dependencies', () => {
  expect([...knownPackages(root)]).toEqual(
    expect.arrayContaining(['@bord/engine', 'bord', 'pg', 'node:fs', 'vitest']),
  );
});
