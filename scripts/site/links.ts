/** Leads the links of a Markdown file to the pages of the site. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Nodes, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import type { Source } from './sources.ts';

/** The possible targets of links. */
export interface Targets {
  readonly root: string;
  /** The path of the page that a file or folder has on the site, without extension. */
  readonly pageOf: (file: string) => string | undefined;
  /** The URL of a file or folder that is not on the site. */
  readonly repository: string;
  /** Files of `docs/` that the site serves as they are, by their path on the site. */
  readonly assets: Map<string, string>;
}

/** A link that leads nowhere. */
export interface DeadLink {
  readonly file: string;
  readonly url: string;
}

/** The Markdown of a file with the links that it has as the page `path` of the site. */
export function withSiteLinks(
  { file, markdown, tree }: Source,
  path: string,
  targets: Targets,
  dead: DeadLink[],
): { readonly markdown: string; readonly links: readonly string[] } {
  const links: string[] = [];
  let result = markdown;
  let moved = 0;
  const replace = (from: number, length: number, url: string): void => {
    result = result.slice(0, from + moved) + url + result.slice(from + moved + length);
    moved += url.length - length;
  };
  for (const { url, from } of linksOf(tree, markdown)) {
    const target = siteUrl(file, path, url, targets);
    if (target === undefined) dead.push({ file, url });
    else {
      links.push(target);
      if (target !== url) replace(from, url.length, target);
    }
  }
  return { markdown: result, links };
}

/** The links of a file with the place of their URLs, in order. */
export function linksOf(
  tree: Root,
  markdown: string,
): readonly { readonly url: string; readonly from: number }[] {
  const found: { url: string; from: number }[] = [];
  visit(tree, (node) => {
    const from = node.position?.start.offset ?? 0;
    const text = markdown.slice(from, node.position?.end.offset);
    if (node.type === 'html') {
      for (const match of text.matchAll(/\b(?:href|src|srcset)="([^"]+)"/g))
        found.push({ url: match[1]!, from: from + match.index + match[0].length - match[1]!.length - 1 });
    } else if ('url' in node && isWritten(node, text)) {
      found.push({ url: node.url, from: from + text.lastIndexOf(node.url) });
    }
  });
  return found.toSorted((one, other) => one.from - other.from);
}

/** Whether the URL is in the text as it is, and not an address that the parser has recognised. */
function isWritten(node: Nodes & { readonly url: string }, text: string): boolean {
  return (node.type === 'definition' || /[\])]$/.test(text)) && text.includes(node.url);
}

function siteUrl(file: string, path: string, url: string, targets: Targets): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(url)) return url;
  const [name = '', hash] = url.split('#', 2);
  const target = posix.normalize(posix.join(dirname(file), decodeURIComponent(name))).replace(/\/$/, '');
  const anchor = hash === undefined ? '' : `#${hash}`;
  const page = targets.pageOf(target);
  if (page !== undefined) return `${relativeTo(path, `${page}.md`)}${anchor}`;
  const local = join(targets.root, target);
  if (target.startsWith('..') || !existsSync(local)) return undefined;
  if (statSync(local).isDirectory()) return `${targets.repository}/tree/main/${target}`;
  if (!target.startsWith('docs/')) return `${targets.repository}/blob/main/${target}${anchor}`;
  const asset = target.slice('docs/'.length);
  targets.assets.set(asset, target);
  return relativeTo(path, asset);
}

/** A relative link from a page of the site, which begins with a dot: a bundler takes other ones for packages. */
export function relativeTo(path: string, target: string): string {
  const link = posix.relative(posix.dirname(path), target);
  return link.startsWith('.') ? link : `./${link}`;
}
