/** Reads the Markdown files that can become pages of the site. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Nodes, Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** A Markdown file of the repository. */
export interface Source {
  /** From the root of the repository, such as `docs/start/quickstart.md`. */
  readonly file: string;
  readonly markdown: string;
  readonly tree: Root;
  /** The text of its first heading. */
  readonly title: string;
  /** The purpose of the page in one sentence, without markup. */
  readonly summary: string;
}

const parser = unified().use(remarkParse).use(remarkGfm);

export function readSource(root: string, file: string): Source {
  return parseSource(file, readFileSync(join(root, file), 'utf8'));
}

export function parseSource(file: string, markdown: string): Source {
  const tree = parser.parse(markdown);
  const heading = tree.children.find((node) => node.type === 'heading');
  if (!heading) throw new Error(`${file} has no heading`);
  const first = tree.children.find(isPlainParagraph);
  return { file, markdown, tree, title: textOf(heading), summary: first ? summaryOf(textOf(first)) : '' };
}

/** The targets of links within a file: its headings, and the names in its HTML. */
export function anchorsOf({ tree }: Source): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  visit(tree, (node) => {
    if (node.type === 'heading') anchors.add(slugger.slug(textOf(node)));
    if (node.type === 'html')
      for (const [, id] of node.value.matchAll(/\b(?:id|name)="([^"]+)"/g)) anchors.add(id!);
  });
  return anchors;
}

/** The words of a part of a file, without markup. */
export function textOf(node: Nodes): string {
  let text = '';
  visit(node, (child) => {
    if (child.type === 'text' || child.type === 'inlineCode') text += child.value;
    if (child.type === 'break') text += ' ';
  });
  return text;
}

/** The Markdown files below `docs/`. */
export function documentationFiles(root: string): readonly string[] {
  return globSync('docs/**/*.md', { cwd: root }).toSorted();
}

function isPlainParagraph(node: RootContent): boolean {
  return node.type === 'paragraph' && node.children.some(({ type }) => type === 'text');
}

const READERS = /^This (?:page|runbook|folder) is for [^.:]*[.:] /;
const OPENING =
  /^(?:With it you can|It (?:shows|explains|lists)|It(?= \w+s )(?! is | has )|This page lists) /;

/** The sentence of a page's first paragraph that says what it is for, without the readers that its section names. */
export function summaryOf(paragraph: string): string {
  const text = paragraph.replaceAll(/\s+/g, ' ');
  const [sentence = text] = /^.*?[.!?](?= |$)/.exec(text.replace(READERS, '')) ?? [];
  const rest = sentence.replace(OPENING, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
