/** Reads a Markdown file: its texts, headings, links and code. */
import type { Nodes, Root } from 'mdast';
import GithubSlugger from 'github-slugger';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { type Kind, madeUp, type Text } from './text.ts';

/** A link or image with its target as written. */
interface Link {
  readonly url: string;
  readonly line: number;
}

/** A code block or code span. */
interface Code {
  readonly value: string;
  readonly line: number;
}

/** The parts of a page that the checks need. */
export interface Page {
  readonly file: string;
  readonly texts: readonly Text[];
  /** The texts again, without their links: a rule number in these lacks a link. */
  readonly unlinked: readonly Text[];
  readonly links: readonly Link[];
  readonly code: readonly Code[];
  readonly anchors: ReadonlySet<string>;
}

const parser = unified().use(remarkParse).use(remarkGfm);
const KINDS: Readonly<Record<string, Kind>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  tableCell: 'cell',
};
/** A hard line break ends a sentence. */
const BREAK = '\u2029';
const lineOf = (node: Nodes): number => node.position?.start.line ?? 1;

export function readPage(file: string, source: string): Page {
  const root: Root = parser.parse(source);
  const texts: Text[] = [];
  const unlinked: Text[] = [];
  const links: Link[] = [];
  const code: Code[] = [];
  const anchors = new Set<string>();
  const slugger = new GithubSlugger();
  visit(root, (node) => {
    if ('url' in node) links.push({ url: node.url, line: lineOf(node) });
    if (node.type === 'code' || node.type === 'inlineCode')
      code.push({ value: node.value, line: lineOf(node) });
    if (node.type === 'html')
      for (const { 1: id } of node.value.matchAll(/\b(?:id|name)="([^"]+)"/g)) anchors.add(id!);
    const kind = KINDS[node.type];
    if (!kind) return;
    const text = textOf(file, kind, node, false);
    texts.push(text);
    unlinked.push(textOf(file, kind, node, true));
    if (kind === 'heading') anchors.add(slugger.slug(text.value));
  });
  return { file, texts, unlinked, links, code, anchors };
}

/** The text below a node, with the line at which each part begins. */
function textOf(file: string, kind: Kind, node: Nodes, isWithoutLinks: boolean): Text {
  let value = '';
  let plain = '';
  const lines: { readonly from: number; readonly line: number }[] = [];
  const add = (part: string, masked: string, line: number): void => {
    let at = value.length;
    for (const [index, one] of part.split('\n').entries()) {
      lines.push({ from: at, line: line + index });
      at += one.length + 1;
    }
    value += part.replaceAll('\n', ' ');
    plain += masked === BREAK ? BREAK : masked.replaceAll('\n', ' ');
  };
  visit(node, (child) => {
    if (isWithoutLinks && (child.type === 'link' || child.type === 'linkReference')) {
      add(' … ', ' … ', lineOf(child));
      return SKIP;
    }
    if (child.type === 'text') add(child.value, child.value, lineOf(child));
    if (child.type === 'inlineCode') add(child.value, madeUp(child.value.length), lineOf(child));
    if (child.type === 'break') add(' ', BREAK, lineOf(child));
    return undefined;
  });
  const lineAt = (offset: number): number =>
    lines.findLast(({ from }) => from <= offset)?.line ?? lineOf(node);
  return { file, kind, value, plain, lineAt };
}
