/** The texts that an expression of a source file can have. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';

export type Named = Node & { readonly name?: Named; readonly text?: string };
export type Calling = Node & { readonly expression: Named; readonly arguments?: readonly Node[] };
export type Valued = Node & { readonly name: Named; readonly initializer?: Node; readonly body?: Node };
type Properties = Node & { readonly properties: readonly Valued[] };
type Template = Node & {
  readonly head: Named;
  readonly templateSpans: readonly { readonly expression: Node; readonly literal: Named }[];
};
type Pair = Node & { readonly left: Node; readonly right: Node; readonly operatorToken: Node };
type Choice = Node & { readonly whenTrue: Node; readonly whenFalse: Node };
type Inner = Node & { readonly expression: Node };
type Elements = Node & { readonly elements: readonly Node[] };

/** The values of named constants, and the functions, of a file. */
export type Declared = ReadonlyMap<string, Node>;

const COMPUTED = '${…}';
const orComputed = (texts: readonly string[]): readonly string[] => (texts.length > 0 ? texts : [COMPUTED]);
const DEPTH_MAX = 5;
const WRAPPERS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.AsExpression,
  SyntaxKind.SatisfiesExpression,
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.SpreadElement,
  SyntaxKind.AwaitExpression,
]);

export function declarations(source: SourceFile): Declared {
  const found = new Map<string, Node>();
  const visit = (node: Node): void => {
    const { name, initializer, body } = node as Valued;
    if (node.kind === SyntaxKind.VariableDeclaration && name.text && initializer)
      found.set(name.text, initializer);
    if (node.kind === SyntaxKind.FunctionDeclaration && name?.text && body) found.set(name.text, node);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** The value of a property of an object literal. */
export function propertyOf(node: Node | undefined, name: string): Node | undefined {
  return propertiesOf(node).find((one) => one.name?.text === name)?.initializer;
}

export function propertiesOf(node: Node | undefined): readonly Valued[] {
  const object = node && unwrapped(node);
  return object?.kind === SyntaxKind.ObjectLiteralExpression ? (object as Properties).properties : [];
}

export const unwrapped = (node: Node): Node =>
  WRAPPERS.has(node.kind) ? unwrapped((node as Inner).expression) : node;

/** The possible texts of an expression, with `${…}` for each computed part; empty if all of it is computed. */
export function textsOf(given: Node, declared: Declared, depth = 0): readonly string[] {
  const node = unwrapped(given);
  const within = (one: Node): readonly string[] =>
    depth < DEPTH_MAX ? textsOf(one, declared, depth + 1) : [];
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other kinds have no text
  switch (node.kind) {
    case SyntaxKind.StringLiteral:
    case SyntaxKind.NoSubstitutionTemplateLiteral:
      return [(node as Named).text ?? ''];
    case SyntaxKind.TemplateExpression: {
      const { head, templateSpans } = node as Template;
      return templateSpans.reduce<readonly string[]>(
        (begun, { expression, literal }) =>
          orComputed(within(expression)).flatMap((part) => begun.map((text) => text + part + literal.text)),
        [head.text ?? ''],
      );
    }
    case SyntaxKind.ConditionalExpression:
      return [(node as Choice).whenTrue, (node as Choice).whenFalse].flatMap(within);
    case SyntaxKind.ArrayLiteralExpression:
      // The lines of one message.
      return [(node as Elements).elements.flatMap(within).join('\n')];
    case SyntaxKind.BinaryExpression: {
      const { left, right, operatorToken } = node as Pair;
      const [before, after] = [within(left), within(right)];
      if (operatorToken.kind !== SyntaxKind.PlusToken) return [...before, ...after];
      return orComputed(before).flatMap((first) => orComputed(after).map((second) => first + second));
    }
    case SyntaxKind.Identifier: {
      const value = declared.get((node as Named).text ?? '');
      return value && value.kind !== SyntaxKind.FunctionDeclaration ? within(value) : [];
    }
    case SyntaxKind.ElementAccessExpression: {
      const object = (node as Inner).expression as Named;
      return propertiesOf(declared.get(object.text ?? '')).flatMap(({ initializer }) =>
        initializer ? within(initializer) : [],
      );
    }
    case SyntaxKind.CallExpression:
      return calledTexts(node as Calling, declared, within);
    case SyntaxKind.ArrowFunction:
      return returned(node).flatMap(within);
    default:
      return [];
  }
}

/** The texts of a call: of `text.trimEnd()`, of a list's `map`, or of a function of the same file. */
function calledTexts(
  { expression, arguments: passed = [] }: Calling,
  declared: Declared,
  within: (one: Node) => readonly string[],
): readonly string[] {
  const method = expression.name?.text;
  if (method === 'map' || method === 'flatMap') return passed.flatMap(within);
  if (method !== undefined && /^(?:trim|trimEnd|replaceAll)$/.test(method))
    return within((expression as unknown as Inner).expression);
  const called = declared.get(expression.text ?? '');
  return called ? returned(called).flatMap(within) : [];
}

/** The texts that a function returns. */
export const functionTexts = (node: Node, declared: Declared): readonly string[] =>
  returned(node).flatMap((value) => textsOf(value, declared));

/** The values that a function returns. */
function returned(node: Node): readonly Node[] {
  const { body } = node as Valued;
  if (!body) return [];
  if (body.kind !== SyntaxKind.Block) return [body];
  const found: Node[] = [];
  const visit = (one: Node): void => {
    const { expression } = one as Inner;
    if (one.kind === SyntaxKind.ReturnStatement && expression) found.push(expression);
    else one.forEachChild(visit);
  };
  visit(body);
  return found;
}
