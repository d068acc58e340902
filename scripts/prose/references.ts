/** Finds references without a target: dead links and anchors, unknown packages, rule numbers without a link. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Finding } from './checks.ts';
import type { Page } from './markdown.ts';
import type { Text } from './text.ts';

/** Texts that people outside of the project read: there a rule number needs a link. */
export const isPublicPage = (file: string): boolean =>
  /(?:^|\/)README\.md$|^docs\//.test(file) && !/^docs\/(?:contract|decisions)\//.test(file);

/** The links of a page within the repository whose file or heading does not exist. */
export function findDeadLinks(
  root: string,
  page: Page,
  pages: ReadonlyMap<string, Page>,
): readonly Finding[] {
  return page.links.flatMap(({ url, line }) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return [];
    const [path = '', anchor = ''] = decodeURIComponent(url).split('#', 2);
    const target = path === '' ? page.file : normalize(join(dirname(page.file), path));
    const finding = (words: string): readonly Finding[] => [
      { check: 'links', file: page.file, line, words, context: url },
    ];
    if (target.startsWith('..') || path.startsWith('/') || !existsSync(join(root, target)))
      return finding('the file does not exist');
    const read = statSync(join(root, target)).isDirectory() ? join(target, 'README.md') : target;
    const anchors = pages.get(read)?.anchors;
    return anchor === '' || !anchors || anchors.has(anchor) ? [] : finding('the page has no such heading');
  });
}

const COMMANDS =
  /\b(?:npx|bunx|npm exec|pnpm dlx|npm (?:install|i)|pnpm add|yarn add)((?: +(?:--?[\w=-]+|@?[\w./-]+(?:@[\w.^~-]+)?))+)/g;
const IMPORTS =
  /(?:\bfrom|^\s*import|\brequire\(|\bimport\()\s*['"]((?:@[a-z][\w.-]*\/)?[a-z][\w.:-]*)(?=['"/])/g;
const SCOPED = /(?<![\w/])@bord\/[\w-]+/g;

/** The packages in the code of a page that are not the project's and not a dependency. */
export function findUnknownPackages(page: Page, known: ReadonlySet<string>): readonly Finding[] {
  const code = page.code.flatMap(({ value, line }) =>
    value.split('\n').map((text, index) => ({ text, line: line + index })),
  );
  const prose = page.texts.map((text) => ({ text: text.plain, line: text.lineAt(0) }));
  return [
    ...code.flatMap(({ text, line }) => packagesIn(text).map((name) => ({ name, text, line }))),
    ...prose.flatMap(({ text, line }) =>
      Array.from(text.matchAll(SCOPED), ([name]) => ({ name, text, line })),
    ),
  ]
    .filter(({ name }) => !known.has(name))
    .map(({ name, text, line }) => ({
      check: 'packages',
      file: page.file,
      line,
      words: name,
      context: text.trim(),
    }));
}

function packagesIn(line: string): readonly string[] {
  const commands = Array.from(line.matchAll(COMMANDS), ([command, given]) => {
    const names = given!
      .trim()
      .split(/ +/)
      .filter((one) => !one.startsWith('-') && !/^[./]/.test(one));
    // The words after the package are its arguments.
    return /^(?:npx|bunx|npm exec|pnpm dlx)/.test(command) ? names.slice(0, 1) : names;
  }).flat();
  const imports = Array.from(line.matchAll(IMPORTS), ([, name]) => name!);
  const scoped = Array.from(line.matchAll(SCOPED), ([name]) => name);
  const names = [...commands.map((name) => name.replace(/(?<=.)@[^/]*$/, '')), ...imports, ...scoped];
  return [...new Set(names)];
}

const RULE = /§\s?\d+(?:\.\d+)*|(?<![\w-])D\d{1,3}(?![\w-])/gu;

/** The rule numbers in a public text. */
export function findRuleNumbers(text: Text): readonly Finding[] {
  return Array.from(text.plain.matchAll(RULE), ({ 0: found, index }) => ({
    check: 'rules',
    file: text.file,
    line: text.lineAt(index),
    words: found,
    context: text.value,
  }));
}
