/** Finds every function of the sources by the pinned compiler's parser, and where calls of the recorder have to be inserted into it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { skipTrivia } from 'typescript/unstable/ast/scanner';
import { API } from 'typescript/unstable/sync';

/** A function of a file. */
export interface SourceFunction {
  /** Its place in the list of all functions. */
  readonly id: number;
  /** `packages/engine/src/engine.ts`, or the absolute path of a file that lies elsewhere. */
  readonly file: string;
  /** `Worker.run`; a function without a name is called by the function around it: `book > map(…)`. */
  readonly name: string;
  readonly line: number;
  /** It is async or a generator, so it can continue in a window after it was entered. */
  readonly isResumed: boolean;
}

/** A text that is inserted at an offset of a source. */
type Insertion = readonly [offset: number, text: string];

/** The functions for the traced process. */
export interface FunctionMap {
  readonly functions: readonly SourceFunction[];
  /** By absolute path, in ascending order of the offsets. */
  readonly insertions: Readonly<Record<string, readonly Insertion[]>>;
}

/** Reads the functions of these files. Paths of files below `root` are shortened by it. */
export function readFunctions(files: readonly string[], root: string): FunctionMap {
  const folder = mkdtempSync(join(tmpdir(), 'bord-walk-'));
  const api = new API({ cwd: root });
  try {
    const config = join(folder, 'tsconfig.json');
    const compilerOptions = { noResolve: true, noLib: true, types: [], allowImportingTsExtensions: true };
    writeFileSync(config, JSON.stringify({ compilerOptions, files }));
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error('the compiler does not open the project');
    const functions: SourceFunction[] = [];
    const insertions: Record<string, Insertion[]> = {};
    for (const file of files) {
      const source = project.program.getSourceFile(file);
      if (!source) throw new Error(`the compiler does not read ${file}`);
      const short = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
      insertions[file] = new FileReader(source, short, functions).read();
    }
    return { functions, insertions };
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

const FUNCTIONS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
]);

/** The used fields of any node. */
type AnyNode = Node & {
  readonly body?: Node;
  readonly name?: Node;
  readonly expression?: Node;
  readonly modifiers?: readonly Node[];
  readonly asteriskToken?: Node;
};

class FileReader {
  readonly #source: SourceFile;
  readonly #file: string;
  readonly #functions: SourceFunction[];
  readonly #insertions: Insertion[] = [];

  constructor(source: SourceFile, file: string, functions: SourceFunction[]) {
    this.#source = source;
    this.#file = file;
    this.#functions = functions;
  }

  read(): Insertion[] {
    this.#source.forEachChild((child) => this.#visit(child, []));
    return this.#insertions.toSorted(([a], [b]) => a - b);
  }

  #visit(node: Node, path: readonly string[]): void {
    const { body, name } = node as AnyNode;
    let inner = path;
    if (FUNCTIONS.has(node.kind) && body) {
      inner = this.#nameOf(node, path);
      this.#wrap(node, body, inner.join(' > ').replaceAll(' > .', '.'));
    } else if (node.kind === SyntaxKind.ClassDeclaration && name) inner = [...path, this.#textOf(name)];
    node.forEachChild((child) => this.#visit(child, inner));
  }

  /** The function's name below those around it, or the name of its variable or parameter. */
  #nameOf(node: AnyNode, path: readonly string[]): readonly string[] {
    const isInClass = node.parent.kind === SyntaxKind.ClassDeclaration;
    const own = node.kind === SyntaxKind.Constructor ? 'constructor' : node.name && this.#textOf(node.name);
    if (own !== undefined) return [...path, isInClass ? `.${own}` : own];
    const { kind, name, expression } = node.parent as AnyNode;
    if (kind === SyntaxKind.CallExpression && expression)
      return [...path, `${/[\w#]*$/.exec(this.#textOf(expression))![0]}(…)`];
    return [...path, name ? this.#textOf(name) : '(…)'];
  }

  #textOf(node: Node): string {
    return this.#source.text.slice(skipTrivia(this.#source.text, node.pos), node.end);
  }

  /** The body becomes a function that the recorder calls. */
  #wrap(node: AnyNode, body: Node, name: string): void {
    const { text } = this.#source;
    const id = this.#functions.length;
    const start = skipTrivia(text, body.pos);
    const { line } = this.#source.getLineAndCharacterOfPosition(start);
    const isAsync = node.modifiers?.some(({ kind }) => kind === SyntaxKind.AsyncKeyword) ?? false;
    const isResumed = isAsync || node.asteriskToken !== undefined;
    this.#functions.push({ id, file: this.#file, name, line: line + 1, isResumed });
    const async = isAsync ? 'async ' : '';
    if (body.kind !== SyntaxKind.Block) {
      this.#insertions.push([start, `__walk(${id}, ${async}() => (`], [body.end, '))']);
      return;
    }
    if (text[start] !== '{')
      throw new Error(`${this.#file}:${line + 1}: the body of ${name} begins elsewhere`);
    const [head, tail] = node.asteriskToken
      ? [
          `return yield* __walk.${isAsync ? 'asyncSteps' : 'steps'}(${id}, ${async}function* () {`,
          '}.call(this));',
        ]
      : [`return __walk(${id}, ${async}() => {`, '});'];
    this.#insertions.push([start + 1, head], [body.end - 1, tail]);
  }
}
