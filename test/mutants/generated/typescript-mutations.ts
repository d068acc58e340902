import {
  type BinaryExpression,
  type Block,
  type CallExpression,
  type Expression,
  type IfStatement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Mutation } from './mutation.ts';
import { isSql, sqlMutations } from './sql-mutations.ts';

/** Operators of which one is easily written for the other. */
const OPERATORS: Readonly<Record<string, readonly [kind: string, others: readonly string[]]>> = {
  '===': ['comparison', ['!==']],
  '!==': ['comparison', ['===']],
  '<': ['boundary', ['<=', '>']],
  '<=': ['boundary', ['<', '>']],
  '>': ['boundary', ['>=', '<']],
  '>=': ['boundary', ['>', '<']],
  '+': ['arithmetic', ['-']],
  '-': ['arithmetic', ['+']],
  '*': ['arithmetic', ['/']],
  '/': ['arithmetic', ['*']],
  '%': ['arithmetic', ['*']],
};

const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** Calls whose result has the type of their object. */
const DROPPED = new Set(['toSorted', 'toReversed', 'filter', 'slice', 'trim', 'toLowerCase']);

const RETURNED = ['null', 'undefined', '[]', "''", '0'];

const REMOVED: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ExpressionStatement,
  SyntaxKind.ThrowStatement,
  SyntaxKind.ContinueStatement,
  SyntaxKind.BreakStatement,
]);

/** All mutations of a TypeScript source, also those that do not compile. Types, imports and thrown errors stay. */
export function typescriptMutations(source: SourceFile): readonly Mutation[] {
  const mutations: Mutation[] = [];
  const textOf = (node: Node): string => source.text.slice(node.getStart(source), node.end);
  const change = (kind: string, node: Node, ...replacements: readonly string[]): void => {
    for (const replacement of replacements)
      mutations.push({ kind, start: node.getStart(source), end: node.end, replacement });
  };

  const visit = (node: Node): void => {
    if (isLeftAlone(node)) return;
    mutate(node);
    if (node.kind === SyntaxKind.ThrowStatement) return;
    node.forEachChild((child) => {
      visit(child);
      return undefined;
    });
  };

  const mutate = (node: Node): void => {
    const { expression } = node as Node & { expression?: Expression };
    if (REMOVED.has(node.kind)) change('statement removed', node, ';');
    if (node.kind === SyntaxKind.IfStatement || node.kind === SyntaxKind.WhileStatement)
      condition((node as IfStatement).expression);
    if (node.kind === SyntaxKind.ConditionalExpression)
      condition((node as Node & { condition: Expression }).condition);
    if (node.kind === SyntaxKind.BinaryExpression) binary(node as BinaryExpression);
    if (node.kind === SyntaxKind.PrefixUnaryExpression && textOf(node).startsWith('!'))
      change('condition negated', node, textOf(node).slice(1));
    if (node.kind === SyntaxKind.ReturnStatement) {
      if (!expression) change('statement removed', node, ';');
      else returned(expression, RETURNED);
    }
    if (node.kind === SyntaxKind.ArrowFunction) {
      const { body } = node as Node & { body: Expression | Block };
      if (body.kind !== SyntaxKind.Block) returned(body, ['null', '[]']);
    }
    if (node.kind === SyntaxKind.AwaitExpression) change('await removed', node, textOf(expression!));
    if (node.kind === SyntaxKind.NumericLiteral) {
      const number = Number(textOf(node).replaceAll('_', ''));
      change('number', node, String(number + 1), `(${number - 1})`);
    }
    if (node.kind === SyntaxKind.TrueKeyword) change('opposite', node, 'false');
    if (node.kind === SyntaxKind.FalseKeyword) change('opposite', node, 'true');
    if (isElement(node)) dropElement(node);
    if (node.kind === SyntaxKind.CallExpression) call(node as CallExpression);
    const isText =
      node.kind === SyntaxKind.TemplateExpression ||
      node.kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
      node.kind === SyntaxKind.StringLiteral;
    if (isText && isSql(textOf(node))) mutations.push(...sqlMutations(textOf(node), node.getStart(source)));
  };

  const condition = (node: Expression): void => {
    change('condition negated', node, `!(${textOf(node)})`);
    change('condition fixed', node, 'true', 'false');
  };

  const binary = ({ left, operatorToken, right }: BinaryExpression): void => {
    const operator = textOf(operatorToken);
    if (['&&', '||', '??'].includes(operator)) {
      const [start, end] = [left.getStart(source), right.end];
      mutations.push({ kind: 'operand dropped', start, end: right.getStart(source), replacement: '' });
      mutations.push({ kind: 'operand dropped', start: left.end, end, replacement: '' });
      if (operator !== '??') change('condition', operatorToken, operator === '&&' ? '||' : '&&');
    }
    const [kind, others = []] = OPERATORS[operator] ?? [''];
    change(kind, operatorToken, ...others);
    const compound = /^([-+*/])=$/.exec(operator)?.[1];
    if (compound) change('arithmetic', operatorToken, `${OPERATORS[compound]![1][0]}=`);
  };

  const returned = (node: Expression, values: readonly string[]): void => {
    const text = textOf(node);
    change('returned value', node, ...values.filter((value) => value !== text));
    if (!/^(true|false|!|\(?\{)/.test(text)) change('returned value', node, `!(${text})`);
  };

  const dropElement = (node: Node): void => {
    const comma = /^\s*,/.exec(source.text.slice(node.end))?.[0].length ?? 0;
    const kind =
      node.kind === SyntaxKind.SpreadAssignment || node.kind === SyntaxKind.SpreadElement
        ? 'spread dropped'
        : 'field dropped';
    mutations.push({ kind, start: node.getStart(source), end: node.end + comma, replacement: '' });
  };

  const call = ({ expression, end }: CallExpression): void => {
    if (expression.kind !== SyntaxKind.PropertyAccessExpression) return;
    const { expression: object, name } = expression as Expression & { expression: Expression; name: Node };
    const method = textOf(name);
    const other = METHODS.get(method);
    if (other !== undefined) change('method', name, other);
    if (DROPPED.has(method))
      mutations.push({ kind: 'call dropped', start: object.end, end, replacement: '' });
  };

  visit(source);
  return mutations;
}

function isElement({ kind, parent }: Node): boolean {
  if (kind === SyntaxKind.SpreadAssignment || kind === SyntaxKind.SpreadElement) return true;
  const isField = kind === SyntaxKind.PropertyAssignment || kind === SyntaxKind.ShorthandPropertyAssignment;
  return isField && parent.kind === SyntaxKind.ObjectLiteralExpression;
}

/** Types and imports have no effect at run time. */
function isLeftAlone({ kind }: Node): boolean {
  return (
    kind === SyntaxKind.ImportDeclaration ||
    kind === SyntaxKind.ExportDeclaration ||
    kind === SyntaxKind.InterfaceDeclaration ||
    kind === SyntaxKind.TypeAliasDeclaration ||
    (kind >= SyntaxKind.FirstTypeNode && kind <= SyntaxKind.LastTypeNode)
  );
}
