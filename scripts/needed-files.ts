/** Which files a language, a reason of a rule, an endpoint, an event type and a console action take, by the compiler. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './packages.ts';

const LANGUAGES_FILE = 'packages/adapter-http/src/i18n/languages.ts';
const REASONS_FILE = 'packages/engine/src/core/location/reason.ts';
const EVENT_TYPES_FILE = 'packages/engine/src/core/outbox/event-type.ts';
const ACTIONS_FILE = 'packages/engine/src/core/booking/possible-actions.ts';

/** A change of the copy. */
interface Edit {
  readonly file: string;
  readonly find: RegExp;
  readonly replace: string;
}

const LANGUAGE: Edit = { file: LANGUAGES_FILE, find: /WORDS = \{/, replace: '$& xx,' };
const REASON: Edit = { file: REASONS_FILE, find: /REASONS = \[/, replace: "$&'no_parking', " };
const EVENT: Edit = {
  file: EVENT_TYPES_FILE,
  find: /(?<=EVENT_TYPES = \[\.\.\.SPECIFIED_EVENT_TYPES,)/,
  replace: " 'added.event',",
};
const ACTION: Edit = { file: ACTIONS_FILE, find: /ACTIONS = \[/, replace: "$&'added_action', " };
/** Takes the endpoint of the search away: its use case, its description, its rules in the conformance kit. */
const NO_SEARCH: readonly Edit[] = [
  {
    file: 'packages/engine/src/app/partner/partner-actions.ts',
    find: /searchAvailability(?=\()/,
    replace: 'gone',
  },
  {
    file: 'packages/adapter-http/src/api/endpoints/search-availability.ts',
    find: /(?<=export const )searchAvailability/,
    replace: 'gone',
  },
  { file: 'packages/cli/src/conformance/rules/search.ts', find: /(?<=export const )SEARCH/, replace: 'GONE' },
];

/** Paths from the root of the project. */
export interface LanguageFiles {
  /** They need a change. */
  readonly changed: readonly string[];
  /** Those of a language that exists already (`da.ts`): the new language needs one of each. */
  readonly added: readonly string[];
}

/** The files of a language that is added. */
export function languageFiles(): LanguageFiles {
  return {
    changed: [...new Set([LANGUAGES_FILE, ...pathsOf(errorsOf(({ text }) => text.includes("'xx'")))])],
    added: listed(['packages/*/src/*/da.ts']),
  };
}

/** The files in which the compiler misses an added reason. Errors at its uses follow from that. Each language has the shape of English. */
export function reasonFiles(): readonly string[] {
  const missing = errorsOf(({ text }) => text.includes("'no_parking' is missing in type"));
  return [REASONS_FILE, ...inEachLanguage(pathsOf(missing))];
}

/** The files in which the compiler misses an added event type. */
export function eventFiles(): readonly string[] {
  return [EVENT_TYPES_FILE, ...pathsOf(errorsOf(({ text }) => text.includes('added.event')))];
}

/** The files in which the compiler misses an added action of the console. */
export function actionFiles(): readonly string[] {
  return [ACTIONS_FILE, ...inEachLanguage(pathsOf(errorsOf(({ text }) => text.includes('added_action'))))];
}

function inEachLanguage(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) =>
    path.endsWith('/i18n/en.ts') ? listed([path.replace('/en.ts', '/??.ts')]) : [path],
  );
}

/** The files that one endpoint takes: those that declare it, and those that the compiler rejects without it. */
export function endpointFiles(): readonly string[] {
  const rejected = errorsOf(
    ({ path, text }) => path.startsWith('packages/') && !/'xx'|no_parking|added[._]/.test(text),
  );
  return [...new Set([...NO_SEARCH.map(({ file }) => file), ...pathsOf(rejected)])];
}

interface CompilerError {
  readonly path: string;
  readonly text: string;
}

let errors: readonly CompilerError[] | undefined;

/** Those that the compiler reports of one copy with all changes: an error without one of the added names is about the endpoint. */
function errorsOf(isAbout: (error: CompilerError) => boolean): readonly CompilerError[] {
  errors ??= compileWith([LANGUAGE, REASON, EVENT, ACTION, ...NO_SEARCH]);
  return errors.filter(isAbout);
}

function pathsOf(found: readonly CompilerError[]): readonly string[] {
  return [...new Set(found.map(({ path }) => path))];
}

function listed(patterns: readonly string[]): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return paths.filter((path) => path !== '' && existsSync(join(root, path)));
}

/** The compiler's report on a copy of the sources without tests: of the packages, which import each other, and of the page of events. */
function compileWith(edits: readonly Edit[]): readonly CompilerError[] {
  const folder = mkdtempSync(join(tmpdir(), 'bord-needed-'));
  try {
    copyPackages(folder);
    for (const { file, find, replace } of edits) {
      const source = readFileSync(join(folder, file), 'utf8');
      if (!find.test(source)) throw new Error(`${file} has no ${String(find)}`);
      writeFileSync(join(folder, file), source.replace(find, replace));
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: './tsconfig.base.json',
        compilerOptions: { noEmit: true, customConditions: ['@bord/source'] },
        include: ['packages/*/src', 'scripts/reference/events.ts'],
        exclude: ['packages/adapter-http/src/console/script/browser'],
      }),
    );
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = spawnSync(tsc, ['-p', folder], { cwd: folder, encoding: 'utf8' });
    return [...stdout.matchAll(/^(\S+\.ts)\(.*(?:\n .*)*/gm)].map(([text, path]) => ({ text, path: path! }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function copyPackages(folder: string): void {
  for (const path of listed([
    'packages/*/src/*.ts',
    'packages/*/package.json',
    'scripts/*.ts',
    'tsconfig.base.json',
  ])) {
    if (path.endsWith('.test.ts')) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  mkdirSync(join(folder, 'node_modules/@bord'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((it) => it !== '@bord'))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(`../../packages/${name}`, join(folder, 'node_modules/@bord', name));
    const own = `packages/${name}/node_modules`;
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(folder, own));
  }
}
