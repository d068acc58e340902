/** The sections of the site, as `docs/README.md` lists them. */
import { dirname, posix } from 'node:path';
import type { Heading, ListItem, RootContent } from 'mdast';
import { SKIP, visit } from 'unist-util-visit';
import { type Source, textOf } from './sources.ts';

/** A link of the list to a file or folder of the repository. */
export interface Entry {
  readonly target: string;
  readonly label: string;
  /** The words before the links of a line, such as "Library"; empty for most. */
  readonly group: string;
}

/** A part of the documentation for one kind of reader. */
export interface Section {
  readonly title: string;
  /** Its folder on the site and below `docs/`. */
  readonly folder: string;
  /** The reader, in one sentence. */
  readonly summary: string;
  readonly entries: readonly Entry[];
}

export function readSections({ file, tree }: Source): readonly Section[] {
  const heads = tree.children.flatMap((node, at) => (isSectionHead(node) ? [{ node, at }] : []));
  return heads.map(({ node, at }, index) => {
    const parts = tree.children.slice(at + 1, heads[index + 1]?.at);
    const summary = parts.find(({ type }) => type === 'paragraph');
    if (!summary) throw new Error(`${file}: "${textOf(node)}" needs a sentence that names its readers`);
    return {
      title: textOf(node),
      folder: textOf(node).toLowerCase().replaceAll(/\W+/g, '-'),
      summary: textOf(summary),
      entries: parts.flatMap((part) =>
        part.type === 'list' ? part.children.flatMap((item) => entriesOf(file, item)) : [],
      ),
    };
  });
}

const isSectionHead = (node: RootContent): node is Heading => node.type === 'heading' && node.depth === 2;

/** The links of a line to Markdown files and folders, without those to a place within a page. */
function entriesOf(file: string, item: ListItem): readonly Entry[] {
  const group = /^([^:[]+): *$/.exec(firstText(item))?.[1] ?? '';
  const entries: Entry[] = [];
  visit(item, 'link', (link) => {
    if (/^[a-z]+:|#/i.test(link.url) || !/(?:\.md|\/)$/.test(link.url)) return SKIP;
    const target = posix.normalize(posix.join(dirname(file), link.url)).replace(/\/$/, '');
    entries.push({ target, label: textOf(link), group });
    return SKIP;
  });
  return entries;
}

function firstText(item: ListItem): string {
  const [paragraph] = item.children;
  const [first] = paragraph?.type === 'paragraph' ? paragraph.children : [];
  return first?.type === 'text' ? first.value : '';
}
