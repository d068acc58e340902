/** Comments and names of the packages, drawn by a seed: a reader who does not know the code says what each of them means. */
import { globSync } from 'node:fs';
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { commentTexts } from './comments.ts';
import { chanceOf } from '../../test/proof/seating/random.ts';
import { parseAll } from './compiler.ts';

/** A comment or a name. */
export interface Drawn {
  /** `packages/engine/src/engine.ts:31` */
  readonly position: string;
  /** The paragraph of a comment, or a name with the line that declares it. */
  readonly text: string;
}

export interface Drawable extends Drawn {
  readonly kind: 'comment' | 'name';
}

type Named = Node & { readonly name?: Node & { readonly text?: string } };

const DECLARATIONS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ClassDeclaration,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.PropertySignature,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.VariableDeclaration,
]);

/** The names that a file declares, each with its first line. */
function namesIn(file: string, source: SourceFile): readonly Drawable[] {
  const lines = source.text.split('\n');
  const found: Drawable[] = [];
  const visit = (node: Node): void => {
    const { name } = node as Named;
    if (DECLARATIONS.has(node.kind) && name?.kind === SyntaxKind.Identifier) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source));
      found.push({
        kind: 'name',
        position: `${file}:${line + 1}`,
        text: `${name.text}: ${lines[line]!.trim()}`,
      });
    }
    if (node.kind !== SyntaxKind.JSDoc) node.forEachChild(visit);
  };
  visit(source);
  return found;
}

const commentsIn = (file: string, source: SourceFile): readonly Drawable[] =>
  commentTexts(file, source)
    .filter(({ kind }) => kind === 'comment')
    .map(({ value, lineAt }) => ({ kind: 'comment', position: `${file}:${lineAt(0)}`, text: value }));

/** All comments and names of the packages. */
export function drawables(root: string): readonly Drawable[] {
  const files = globSync('packages/*/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file))
    .toSorted();
  return parseAll(root, files, (file, source) => [...commentsIn(file, source), ...namesIn(file, source)]);
}

/** As many comments and as many names; the same for the same seed and sources. */
export function draw(
  all: readonly Drawable[],
  seed: number,
  count: number,
): Readonly<Record<'comments' | 'names', readonly Drawn[]>> {
  const chance = chanceOf(seed);
  const some = (kind: Drawable['kind']): readonly Drawn[] =>
    all
      .filter((one) => one.kind === kind)
      .map((one) => ({ one, rank: chance() }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ one: { position, text } }) => ({ position, text }));
  return { comments: some('comment'), names: some('name') };
}
