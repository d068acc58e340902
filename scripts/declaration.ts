/** The name, position, comments and text of a declaration. */
import { relative } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import type { Symbol } from 'typescript/unstable/sync';
import { root } from './packages.ts';

/** The parts of a declaration that are internal. */
export const BODIES: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.Block,
  SyntaxKind.JSDoc,
  SyntaxKind.ObjectLiteralExpression,
  SyntaxKind.ArrowFunction,
]);

/** Where a symbol is declared: its value, if it has one. */
export function declarationOf(symbol: Symbol): Node {
  const node = (symbol.valueDeclaration ?? symbol.declarations[0])?.resolve();
  if (!node) throw new Error(`${symbol.name} is declared nowhere`);
  return node;
}

/** The name that a declaration declares. */
export function nameOf(node: Node): Node | undefined {
  return (node as Node & { readonly name?: Node }).name;
}

/** True for a private or unnamed declaration. */
export function isPrivate(node: Node): boolean {
  const { modifiers = [] } = node as Node & { readonly modifiers?: readonly Node[] };
  return (
    nameOf(node)?.kind === SyntaxKind.PrivateIdentifier ||
    nameOf(node)?.kind === SyntaxKind.ComputedPropertyName ||
    modifiers.some(({ kind }) => kind === SyntaxKind.PrivateKeyword)
  );
}

/** It is declared in a package of this workspace. */
export function isOurs(node: Node): boolean {
  const path = relative(root, node.getSourceFile().fileName);
  return path.startsWith('packages/') && !path.includes('node_modules/');
}

/** The declaration is a part of the other. */
export function isWithin(node: Node, outer: Node): boolean {
  const isSameFile = node.getSourceFile().fileName === outer.getSourceFile().fileName;
  return isSameFile && outer.pos <= node.pos && node.end <= outer.end;
}

/** `packages/engine/src/engine.ts:31` */
export function positionOf(node: Node): string {
  const source = node.getSourceFile();
  const start = node.kind === SyntaxKind.SourceFile ? 0 : node.getStart(source);
  const { line } = source.getLineAndCharacterOfPosition(start);
  return `${relative(root, source.fileName)}:${line + 1}`;
}

/** The docstring at the start of a file. */
export function headOf(text: string): string {
  const [, head = ''] = /^\s*\/\*\*(.*?)\*\//s.exec(text) ?? [];
  return head.replaceAll(/^[ \t]*\*[ \t]?/gm, '').trim();
}

/** The line comment above a position: `// Time` is the heading of the exports below it. */
export function headingAt(text: string, position: number): string {
  const heads = [...text.slice(0, position).matchAll(/^\/\/ (.+)$/gm)];
  return heads.at(-1)?.[1] ?? '';
}

/** The targets of `{@link …}` in the docstring of a declaration. */
export function linksOf(node: Node): readonly string[] {
  const { text } = node.getSourceFile();
  const docs = node.jsDoc ?? node.parent?.parent?.jsDoc ?? [];
  return docs.flatMap(({ pos, end }) =>
    [...text.slice(pos, end).matchAll(/\{@link\s+([^}\s|]+)/g)].map(([, target]) => target!),
  );
}

/** The text of a tag. */
export function textOf(text: unknown): string {
  if (typeof text === 'string') return text;
  return Array.isArray(text) ? text.map((part: { text: string }) => part.text).join('') : '';
}

/** The declaration without bodies, and without docstrings unless they are wanted. */
export function signatureOf(node: Node, withDocs = false): string {
  const source = node.getSourceFile();
  const cut: (readonly [number, number])[] = [];
  const visit = (child: Node): void => {
    for (const doc of withDocs ? [] : (child.jsDoc ?? [])) cut.push([doc.pos, doc.end]);
    if (child.kind === SyntaxKind.Block || isPrivate(child)) cut.push([child.getStart(source), child.end]);
    else child.forEachChild(visit);
  };
  node.forEachChild(visit);
  let text = '';
  let at = node.getStart(source);
  for (const [from, to] of cut.toSorted(([a], [b]) => a - b)) {
    if (from < at) continue;
    text += source.text.slice(at, from);
    at = to;
  }
  text += source.text.slice(at, node.end);
  return text
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\n(?:[ \t]*\n)+/g, '\n')
    .trim();
}
