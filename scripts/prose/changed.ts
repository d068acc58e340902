/** Comments and test titles of lines that have changed since the commit in `prose-baseline`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { plainText, type Text } from './text.ts';

/** The lines that have changed in each file, also in new files of the working tree. */
export type ChangedLines = ReadonlyMap<string, (line: number) => boolean>;

/** The commit in `prose-baseline`; null when this clone does not have it. */
export function baseline(root: string): string | null {
  try {
    const commit = readFileSync(join(root, 'prose-baseline'), 'utf8').trim();
    git(root, 'cat-file', '-e', `${commit}^{commit}`);
    return commit;
  } catch {
    return null;
  }
}

export function git(root: string, ...args: readonly string[]): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio });
}

export function changedLines(root: string, commit: string): ChangedLines {
  const diff = git(root, 'diff', '--unified=0', '--no-color', '--no-ext-diff', commit, '--', '*.ts').split(
    '\n',
  );
  const removed = new Set(diff.filter((line) => /^-(?!-- )/.test(line)).map(contentOf));
  const lines = new Map<string, Set<number>>();
  let file = '';
  let next = 0;
  for (const line of diff) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    else if (line.startsWith('@@ ')) next = Number(/ \+(\d+)/.exec(line)![1]);
    else if (line.startsWith('+')) {
      if (!removed.has(contentOf(line))) lines.set(file, (lines.get(file) ?? new Set()).add(next));
      next += 1;
    }
  }
  const changed = new Map<string, (line: number) => boolean>();
  for (const [name, all] of lines) changed.set(name, (line) => all.has(line));
  for (const untracked of git(root, 'ls-files', '--others', '--exclude-standard', '--', '*.ts').split('\n'))
    if (untracked !== '') changed.set(untracked, () => true);
  return changed;
}

/** A line of a diff without its sign and the signs of a comment: a moved line is not a changed one. */
const contentOf = (line: string): string =>
  line
    .slice(1)
    .replace(/^\s*(?:\/\*\*?|\*(?!\/)|\/\/)?\s*/, '')
    .replace(/\s*\*\/\s*$/, '');

const TITLED = /^(?:test|it|describe|bench)\b/;
const LITERALS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
]);

/** The comments and test titles of a file that have a changed line. */
export function changedTexts(
  file: string,
  source: SourceFile,
  isChanged: (line: number) => boolean,
): readonly Text[] {
  const literals: (readonly [start: number, end: number])[] = [];
  const titles: Text[] = [];
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: Node): void => {
    if (LITERALS.has(node.kind)) literals.push([node.getStart(source), node.end]);
    if (node.kind === SyntaxKind.CallExpression && TITLED.test(node.getText(source))) {
      const [title] = (node as Node & { readonly arguments: readonly (Node & { readonly text?: string })[] })
        .arguments;
      const line = title && lineOf(title.getStart(source));
      if (title?.text !== undefined && isChanged(line!))
        titles.push(plainText(file, 'title', title.text, () => line!));
    }
    if (node.kind !== SyntaxKind.JSDoc) node.forEachChild(visit);
  };
  visit(source);
  const comments = commentsOf(
    source.text,
    literals.toSorted(([a], [b]) => a - b),
  ).flatMap((comment) =>
    paragraphsOf(comment.text).flatMap(({ text, line }) => {
      const first = lineOf(comment.start) + line;
      const lines = Array.from({ length: text.split('\n').length }, (_, index) => first + index);
      const lineAt = (offset: number): number => first + text.slice(0, offset).split('\n').length - 1;
      return lines.some(isChanged) ? [plainText(file, 'comment', text, lineAt)] : [];
    }),
  );
  return [...comments, ...titles];
}

/** The comments outside of literals; line comments one below the other are one. */
function commentsOf(
  text: string,
  literals: readonly (readonly [start: number, end: number])[],
): readonly { readonly start: number; readonly text: string }[] {
  let code = '';
  let at = 0;
  for (const [start, end] of literals) {
    code += text.slice(at, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ');
    at = end;
  }
  code += text.slice(at);
  const pattern = /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;
  return Array.from(code.matchAll(pattern), ({ 0: comment, index }) => ({
    start: index,
    text: text.slice(index, index + comment.length),
  }));
}

/** The paragraphs, list items and tags of a comment, without its signs. Directives of tools are left out. */
function paragraphsOf(comment: string): readonly { readonly text: string; readonly line: number }[] {
  const lines = comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\*\*?|\*\/|\*(?!\*)|\/\/)?\s?|\s*\*\/\s*$/g, ''));
  const paragraphs: { text: string; line: number }[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const isCode = /^ {4}/.test(line);
    const begins = /^\s*(?:[-*] |@\w+|\d+\. )/.test(line);
    if (line.trim() === '' || isCode || /^\s*(?:eslint|oxlint|@ts-|v8 ignore)/.test(line)) {
      isOpen = false;
      continue;
    }
    const cleaned = line.replace(/\{@link ([^}]*)\}/g, '`$1`').replace(/^\s*@\w+\s*/, '');
    const last = paragraphs.at(-1);
    if (isOpen && !begins && last) last.text += `\n${cleaned}`;
    else paragraphs.push({ text: cleaned, line: index });
    isOpen = true;
  }
  return paragraphs;
}
