/** The texts that users read in a source file: help, errors, log messages, other output, and the English texts of the pages. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isTypeNode } from 'typescript/unstable/ast/is';
import { countWords, type Kind, plainText, type Text } from './text.ts';

const HELP =
  /^(?:description|summary|option|requiredOption|argument|addHelpText|usage|addOption|Option|Argument|subcommand|examples)$/;
const EXAMPLES = /^(?:subcommand|examples)$/;
const ERROR = /(?:Error|Failure|Refused|fail)$/;
const LOG = /^(?:debug|info|warn|error|fatal|log)$/;
const CODE_TAG = /^(?:sql|css|svg)$/i;
/** Statements of a database, markup, styles and programs, which are not prose. */
const CODE =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|BEGIN|PRAGMA|FROM|WHERE|AND|OR|ORDER BY|ON CONFLICT|RETURNING|VALUES|JOIN|LEFT JOIN|SET|NOT|EXISTS|COALESCE|LIMIT|FOR UPDATE|GRANT|UNION)\b|=>|===|\);|[\w-]+:[^;:]+;\s*[\w-]+:|!important|[\w-]+:\s?[\w#.-]+;|^\s*(?:const|await|import|return) |^[.#\w-]+(?:\s[.#\w-]+)* \{|^<\w+ \w+=|^[.#][\w-]+ [\w-]+,/;
const TAGS = /<\/?[a-z][^<>]*>/gi;
const SKIPPED: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.ElementAccessExpression,
  SyntaxKind.JSDoc,
]);

type Named = Node & { readonly name?: Node; readonly text?: string };
type Calling = Node & { readonly expression: Named; readonly tag: Named };
type Template = Node & {
  readonly head: Named;
  readonly templateSpans: readonly { readonly literal: Named }[];
};
type Binary = Node & { readonly left: Node; readonly right: Node; readonly operatorToken: Node };

/** A part of a text, and where it is in its file. */
interface Part {
  readonly value: string;
  readonly start: number;
}

/** All texts of a file; of the English texts of the pages also the short ones. */
export function sourceTexts(file: string, source: SourceFile): readonly Text[] {
  const isUi = file.endsWith('/i18n/en.ts');
  const isStorage = /^packages\/adapter-(?:pg|sqlite)\//.test(file);
  const texts: Text[] = [];
  const visit = (node: Node, kind: Kind): void => {
    if (SKIPPED.has(node.kind) || isTypeNode(node) || isExamples(node)) return;
    const parts = partsOf(node, source);
    // The storages speak SQL: their texts are those of errors and logs.
    if (parts && !(isStorage && kind === 'message')) texts.push(...textsOf(file, kind, parts, source));
    const within = kindOf(node) ?? kind;
    if (node.kind === SyntaxKind.TaggedTemplateExpression && CODE_TAG.test(nameOf((node as Calling).tag)))
      return;
    if (parts && node.kind === SyntaxKind.BinaryExpression) return;
    node.forEachChild((child) => visit(child, within));
  };
  visit(source, isUi ? 'ui' : 'message');
  return texts;
}

const nameOf = (node: Named | undefined): string => node?.name?.getText() ?? node?.text ?? '';

/** The commands that a help shows as examples. */
function isExamples({ kind, parent }: Node): boolean {
  const isArgument = kind === SyntaxKind.ArrayLiteralExpression && parent?.kind === SyntaxKind.CallExpression;
  return isArgument && EXAMPLES.test(nameOf((parent as Calling).expression));
}

/** The kind of text in the arguments of a call. */
function kindOf(node: Node): Kind | null {
  if (node.kind !== SyntaxKind.CallExpression && node.kind !== SyntaxKind.NewExpression) return null;
  const callee = (node as Calling).expression;
  const name = nameOf(callee);
  if (HELP.test(name)) return 'help';
  if (ERROR.test(name)) return 'error';
  return LOG.test(name) && /log/i.test(callee.getText()) ? 'log' : null;
}

/** The parts of a literal, of a template, or of literals that are joined; null for any other node. */
function partsOf(node: Node, source: SourceFile): readonly Part[] | null {
  const literal = (one: Named): Part => ({ value: one.text ?? '', start: one.getStart(source) + 1 });
  if (node.kind === SyntaxKind.StringLiteral || node.kind === SyntaxKind.NoSubstitutionTemplateLiteral)
    return [literal(node)];
  if (node.kind === SyntaxKind.TemplateExpression) {
    const { head, templateSpans } = node as Template;
    const spans = templateSpans.map(({ literal: one }) => literal(one));
    return [literal(head), ...spans.flatMap((one) => [{ value: '${…}', start: one.start }, one])];
  }
  if (node.kind !== SyntaxKind.BinaryExpression) return null;
  const { left, right, operatorToken } = node as Binary;
  if (operatorToken.kind !== SyntaxKind.PlusToken) return null;
  const [before, after] = [partsOf(left, source), partsOf(right, source)];
  return before && after ? [...before, ...after] : null;
}

/** The prose in a literal: without markup, a text for each paragraph. */
function textsOf(file: string, kind: Kind, parts: readonly Part[], source: SourceFile): readonly Text[] {
  const value = parts.map((part) => part.value).join('');
  const least = kind === 'ui' ? 2 : 3;
  if (!/[a-z]{2,} [a-z]{2,}/i.test(value) || CODE.test(value)) return [];
  const separated = value.replace(TAGS, (tag) => '\n'.repeat(tag.length));
  const texts: Text[] = [];
  for (const { 0: paragraph, index } of separated.matchAll(/[^\n]+(?:\n(?![\n\s-])[^\n]+)*/g)) {
    if (countWords(paragraph) < least) continue;
    const lineAt = (offset: number): number => lineIn(parts, index + offset, source);
    texts.push(plainText(file, kind, paragraph, lineAt));
  }
  return texts;
}

/** The line of the file at an offset of the joined parts. */
function lineIn(parts: readonly Part[], offset: number, source: SourceFile): number {
  let before = 0;
  let at = parts[0]!;
  for (const part of parts) {
    if (before + part.value.length > offset) {
      at = part;
      break;
    }
    before += part.value.length;
    at = part;
  }
  const start = source.getLineAndCharacterOfPosition(at.start).line + 1;
  const isTemplate = source.text[at.start - 1] === '`' || source.text[at.start - 1] === '}';
  return isTemplate ? start + at.value.slice(0, Math.max(0, offset - before)).split('\n').length - 1 : start;
}
