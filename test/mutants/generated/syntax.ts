import { join } from 'node:path';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { API, type Program, type Project, type Snapshot } from 'typescript/unstable/sync';
import { root } from '../run/fault.ts';

const CONFIG = join(root, 'tsconfig.json');

/** Parses and checks the project's sources and changed files with its own compiler, without writing to disk. */
export class Compiler {
  readonly #changed = new Map<string, string>();
  readonly #api = new API({
    cwd: root,
    fs: { readFile: (path) => this.#changed.get(path) },
  });
  #snapshot: Snapshot = this.#api.updateSnapshot({ openProjects: [CONFIG] });

  /** Undefined for a file that is not part of `tsconfig.json`. */
  parse(file: string): SourceFile | undefined {
    return this.#project.program.getSourceFile(join(root, file));
  }

  /** Whether the file compiles with this text. Only errors in the file itself are looked for. */
  accepts(file: string, text: string): boolean {
    const path = join(root, file);
    return this.withText(
      file,
      text,
      ({ program }) =>
        program.getSyntacticDiagnostics(path).length === 0 &&
        program.getSemanticDiagnostics(path).length === 0,
    );
  }

  /** The project as it would be if the file had this text. */
  withText<R>(file: string, text: string, use: (at: { program: Program; source: SourceFile }) => R): R {
    const path = join(root, file);
    this.#changed.set(path, text);
    try {
      const program = this.#update(path);
      return use({ program, source: program.getSourceFile(path)! });
    } finally {
      this.#changed.delete(path);
      this.#update(path);
    }
  }

  close(): void {
    this.#api.close();
  }

  #update(path: string): Program {
    const previous = this.#snapshot;
    this.#snapshot = this.#api.updateSnapshot({ fileChanges: { changed: [path] } });
    previous.dispose();
    return this.#project.program;
  }

  get #project(): Project {
    return this.#snapshot.getProject(CONFIG)!;
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

/** A function that has a body. */
export interface FunctionBody {
  readonly start: number;
  readonly end: number;
  /** An arrow function's expression, not a block. */
  readonly isExpression: boolean;
}

/** The bodies of all functions of a file, in the order in which they begin. */
export function functionBodies(source: SourceFile): readonly FunctionBody[] {
  const bodies: FunctionBody[] = [];
  const visit = (node: Node): void => {
    const body = FUNCTIONS.has(node.kind) ? (node as Node & { body?: Node }).body : undefined;
    if (body)
      bodies.push({
        start: body.getStart(source),
        end: body.end,
        isExpression: body.kind !== SyntaxKind.Block,
      });
    node.forEachChild((child) => {
      visit(child);
      return undefined;
    });
  };
  visit(source);
  return bodies.toSorted((a, b) => a.start - b.start);
}
