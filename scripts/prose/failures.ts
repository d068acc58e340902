/** The failures that users can see, from the sources: usage errors, failed commands, rejected input, error bodies, texts of pages. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  type Calling,
  declarations,
  type Declared,
  functionTexts,
  type Named,
  propertiesOf,
  propertyOf,
  textsOf,
  unwrapped,
  type Valued,
} from './expressions.ts';
import { countWords } from './text.ts';

/** A message about a failure, and where it is. */
export interface Failure {
  readonly file: string;
  readonly line: number;
  /** As a reader sees it; `${…}` for a part that is computed. */
  readonly text: string;
  /** The callee, the code, or the path of a page's text. */
  readonly name: string;
}

/** The argument that has the message, of constructors and functions. */
const MESSAGE_OF: Readonly<Record<string, number>> = {
  BookingError: 1,
  Failure: 0,
  InvalidArgumentError: 0,
  RangeError: 0,
  TypeError: 0,
  cannotRemove: 0,
  WebhookError: 1,
  field: 0,
  invalid: 0,
  textLike: 0,
};

/** Shorter texts are labels, or their message is computed elsewhere. */
const WORDS_MIN = 3;

/** Objects with a message in each property. */
const TABLES = /^(?:CODES|KEY_FAULTS|REFUSALS)$/;

/** Functions that return a message. */
const FUNCTIONS = /^(?:checkHost|checkWebhookUrl|numberFault|textFault|wordsFor)$/;

/** Names of texts that a page shows after a failure. */
const PAGE_FAILURE =
  /\.(?:again|away|bad[A-Z]\w*|conflict|failed|faults|gone|insecure|lastManager|lost|nameless|noMail|noName|noScript|noTables|noTime|notText|otherHouse|readOnly|reasons|stale|taken|tooLarge|tooLate|tooLong|tooOften|unavailable)(?:\.|$)/;
/** The same names where they are a label, a button or a state. */
const PAGE_LABEL =
  /^\.(?:page\.again|console\.shell\.again|console\.evening|console\.actions\.(?:stages|offers|card)|console\.house\.plan)/;

/** The failures of a source file. */
export function failuresIn(file: string, source: SourceFile): readonly Failure[] {
  const declared = declarations(source);
  const failures = new Map<string, Failure>();
  const add = (node: Node, name: string, texts: readonly string[]): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    for (const one of texts) {
      const text = one.replaceAll(/\s+/g, ' ').trim();
      if (countWords(text.replaceAll('${…}', '')) >= WORDS_MIN)
        failures.set(`${line} ${text}`, { file, line, text, name });
    }
  };
  if (file.endsWith('/i18n/en.ts')) visitPages(declared, add);
  else visitSource(source, declared, add);
  return [...failures.values()];
}

type Add = (node: Node, name: string, texts: readonly string[]) => void;

function visitSource(source: SourceFile, declared: Declared, add: Add): void {
  const addAll = (name: string, node: Node | undefined): void => {
    if (node) add(node, name, textsOf(node, declared));
  };
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.CallExpression || node.kind === SyntaxKind.NewExpression) {
      const { expression, arguments: given = [] } = node as Calling;
      const name = expression.name?.text ?? expression.text ?? '';
      const first: Named | undefined = given[0];
      const code = name === 'BookingError' ? first?.text : undefined;
      if (Object.hasOwn(MESSAGE_OF, name)) addAll(code ?? name, given[MESSAGE_OF[name]!]);
      if (name === 'addIssue') addAll(name, propertyOf(given[0], 'message'));
    } else if (node.kind === SyntaxKind.ObjectLiteralExpression) {
      const [found, advice, status] = ['found', 'advice', 'status'].map((name) => propertyOf(node, name));
      const isFault = advice?.kind === SyntaxKind.NullKeyword && (status as Named)?.text !== 'good';
      if (isFault) addAll('found', found);
      addAll('fault', propertyOf(node, 'fault'));
      addApiFailure(node, declared, add);
    } else if (node.kind === SyntaxKind.FunctionDeclaration) {
      const { name } = node as Valued;
      if (FUNCTIONS.test(name?.text ?? '')) add(node, name.text!, functionTexts(node, declared));
    } else if (node.kind === SyntaxKind.VariableDeclaration) {
      const { name, initializer } = node as Valued;
      if (TABLES.test(name.text ?? ''))
        for (const one of propertiesOf(initializer)) addAll(name.text!, one.initializer);
    }
    node.forEachChild(visit);
  };
  visit(source);
}

/** An entry of the table of error codes. The body has `docs`, a link to the remedy. */
function addApiFailure(node: Node, declared: Declared, add: Add): void {
  const [message, remedy] = ['message', 'remedy'].map((name) => propertyOf(node, name));
  if (message && remedy)
    add(message, 'remedy', [`${textsOf(message, declared)[0]} ${textsOf(remedy, declared)[0]}`]);
}

/** The texts of pages. Title and text of a state are one message. */
function visitPages(declared: Declared, add: Add): void {
  const visit = (node: Node, path: string): void => {
    const [title, text] = [propertyOf(node, 'title'), propertyOf(node, 'text')];
    const isFailure = PAGE_FAILURE.test(path) && !PAGE_LABEL.test(path);
    if (isFailure && title && text)
      add(node, path, [`${textsOf(title, declared)[0]}. ${textsOf(text, declared)[0]}`]);
    else if (unwrapped(node).kind === SyntaxKind.ObjectLiteralExpression)
      for (const { name, initializer } of propertiesOf(node)) {
        if (initializer) visit(initializer, `${path}.${name.text}`);
      }
    else if (isFailure) add(node, path, textsOf(node, declared));
  };
  const pages = declared.get('en');
  if (pages) visit(pages, '');
}
