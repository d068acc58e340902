/** Reads all texts in scope and measures each file, and each group of files as a whole. */
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { apiTexts } from './api-texts.ts';
import type { Measured } from './measured.ts';
import { commentTexts } from './comments.ts';
import { type CommitReport, checkCommits } from './commits.ts';
import { parseAll } from './compiler.ts';
import { findConstructions } from './constructions.ts';
import type { Finding, Size } from './checks.ts';
import { failuresIn } from './failures.ts';
import { type Page, readPage } from './markdown.ts';
import { findMissingSteps } from './next-steps.ts';
import { findDeadLinks, findRuleNumbers, findUnknownPackages, isPublicPage } from './references.ts';
import { sourceTexts } from './source-texts.ts';
import { sentencesOf, type Text } from './text.ts';

const PAGES = [
  '*.md',
  ...['docs', 'deploy', 'test'].map((folder) => `${folder}/**/*.md`),
  ...['packages', 'examples'].map((folder) => `${folder}/*/README.md`),
  'bench/*.md',
];
const SOURCES = ['packages/*/src/**/*.ts'];
const COMMENTED = [
  '*.ts',
  ...['bench', 'examples', 'packages', 'scripts', 'test'].map((folder) => `${folder}/**/*.ts`),
];
const OPENAPI = 'docs/openapi.json';
/** Sources that are written by a command. */
const GENERATED = /\.d\.ts$|\/console-script\.ts$|\/handbook-\w+\.ts$/;
/** Not of users: the cases of the storage contract, and the test data of the conformance check. */
const isOfUsers = (file: string): boolean => !/\/(?:contract|fixtures)\//.test(file);
/** Public texts without links: they must have no rule numbers. */
const UNLINKED: ReadonlySet<string> = new Set(['help', 'api']);

/** The measured files, and the same in three groups. */
export interface Measurement {
  readonly files: readonly Measured[];
  readonly groups: readonly Measured[];
  readonly commits: CommitReport;
}

/** Measures the project in this folder; `known` are the packages that its texts may name. */
export function measure(root: string, known: ReadonlySet<string>): Measurement {
  const documentation = measurePages(root, known);
  const texts = measureTexts(root);
  const comments = measureComments(root);
  const group = (name: string, members: readonly Measured[]): Measured => ({
    name,
    size: sum(members.map(({ size }) => size)),
    findings: members.flatMap(({ findings }) => findings),
    isOneFile: false,
  });
  return {
    files: [...documentation, ...texts, ...comments],
    groups: [
      group('all documentation', documentation),
      group('all texts of the sources', texts),
      group('all comments and titles', comments),
    ],
    commits: checkCommits(root),
  };
}

const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');

function list(
  root: string,
  patterns: readonly string[],
  isWanted: (file: string) => boolean,
): readonly string[] {
  const exclude = (path: string): boolean => /(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(path);
  return globSync([...patterns], { cwd: root, exclude })
    .filter((file) => isWanted(file))
    .toSorted();
}

function measurePages(root: string, known: ReadonlySet<string>): readonly Measured[] {
  const files = list(root, PAGES, () => true);
  const pages = new Map<string, Page>(files.map((file) => [file, readPage(file, read(root, file))]));
  return [...pages.values()].map((page) =>
    measured(page.file, page.texts, [
      ...findDeadLinks(root, page, pages),
      ...(isPublicPage(page.file) ? page.unlinked.flatMap(findRuleNumbers) : []),
      ...(isPublicPage(page.file) ? findUnknownPackages(page, known) : []),
    ]),
  );
}

function measureTexts(root: string): readonly Measured[] {
  const files = list(root, SOURCES, (file) => !/\.test\.ts$|\.d\.ts$|\/i18n\/(?!en\.ts)/.test(file));
  const sources = parseAll(root, files, (file, source) => [
    { texts: sourceTexts(file, source), failures: isOfUsers(file) ? failuresIn(file, source) : [] },
  ]);
  const texts = [...sources.flatMap((one) => one.texts), ...apiTexts(OPENAPI, read(root, OPENAPI))];
  const steps = Map.groupBy(
    findMissingSteps(sources.flatMap(({ failures }) => failures)),
    ({ file }) => file,
  );
  const byFile = Map.groupBy(texts, ({ file }) => file);
  return [...new Set([...byFile.keys(), ...steps.keys()])].map((file) => {
    const all = byFile.get(file) ?? [];
    const numbers = all.filter(({ kind }) => UNLINKED.has(kind)).flatMap(findRuleNumbers);
    return measured(file, all, [...numbers, ...(steps.get(file) ?? [])]);
  });
}

function measureComments(root: string): readonly Measured[] {
  const files = list(root, COMMENTED, (file) => !GENERATED.test(file));
  const texts = parseAll(root, files, commentTexts);
  return [...Map.groupBy(texts, ({ file }) => file)].map(([file, all]) =>
    measured(`${file} (comments and titles)`, all, []),
  );
}

function measured(name: string, texts: readonly Text[], others: readonly Finding[]): Measured {
  const findings = [...texts.flatMap(findConstructions), ...others].toSorted((a, b) => a.line - b.line);
  return { name, size: sum(texts.map(sizeOf)), findings, isOneFile: true };
}

function sizeOf(text: Text): Size {
  const sentences = sentencesOf(text);
  const isRunning = text.kind !== 'heading' && text.kind !== 'cell';
  return {
    words: sentences.reduce((all, { words }) => all + words, 0),
    sentences: sentences.length,
    running: isRunning ? sentences.length : 0,
  };
}

function sum(sizes: readonly Size[]): Size {
  return sizes.reduce(
    (all, one) => ({
      words: all.words + one.words,
      sentences: all.sentences + one.sentences,
      running: all.running + one.running,
    }),
    { words: 0, sentences: 0, running: 0 },
  );
}

/** The packages that a text may name: those of the project, their commands, their dependencies, and Node's modules. */
export function knownPackages(root: string): ReadonlySet<string> {
  const manifests = globSync(['package.json', 'packages/*/package.json', 'examples/*/package.json'], {
    cwd: root,
  });
  const names = manifests.flatMap((file) => {
    const { name, bin, dependencies, devDependencies, peerDependencies } = JSON.parse(read(root, file));
    return [
      name,
      ...[bin, dependencies, devDependencies, peerDependencies].flatMap((all) => Object.keys(all ?? {})),
    ];
  });
  // The export condition of the sources looks like a package.
  return new Set([
    ...names,
    '@bord/source',
    ...builtinModules,
    ...builtinModules.map((name) => `node:${name}`),
  ]);
}
