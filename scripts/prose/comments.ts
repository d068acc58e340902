/** Comments and test titles of a source file. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { plainText, type Text } from './text.ts';

const TITLED = /^(?:test|it|describe|bench)\b/;
const LITERALS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
]);

export function commentTexts(file: string, source: SourceFile): readonly Text[] {
  const literals: (readonly [start: number, end: number])[] = [];
  const titles: Text[] = [];
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: Node): void => {
    if (LITERALS.has(node.kind)) literals.push([node.getStart(source), node.end]);
    if (node.kind === SyntaxKind.CallExpression && TITLED.test(node.getText(source))) {
      const [title] = (node as Node & { readonly arguments: readonly (Node & { readonly text?: string })[] })
        .arguments;
      const text = title && titleText(title, source);
      if (title && text !== undefined) {
        const line = lineOf(title.getStart(source));
        titles.push(plainText(file, 'title', text, () => line));
      }
    }
    if (node.kind !== SyntaxKind.JSDoc) node.forEachChild(visit);
  };
  visit(source);
  const comments = commentsOf(
    source.text,
    literals.toSorted(([a], [b]) => a - b),
  ).flatMap((comment) =>
    paragraphsOf(comment.text).map(({ text, line }) => {
      const first = lineOf(comment.start) + line;
      return plainText(
        file,
        'comment',
        text,
        (offset) => first + text.slice(0, offset).split('\n').length - 1,
      );
    }),
  );
  return [...comments, ...titles];
}

/** The text of a title, with each `${…}` as a name; undefined for other expressions. */
function titleText(title: Node & { readonly text?: string }, source: SourceFile): string | undefined {
  if (title.kind !== SyntaxKind.TemplateExpression) return title.text;
  return title
    .getText(source)
    .slice(1, -1)
    .replaceAll(/\$\{[^}]*\}/g, '`x`');
}

/** The comments outside of literals; consecutive line comments are one. */
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
