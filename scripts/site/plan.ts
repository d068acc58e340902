/** The pages of the documentation site, from `docs/` and the pages that `docs/README.md` lists. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { REPOSITORY } from '../packages.ts';
import { landing } from './landing.ts';
import { type DeadLink, linksOf, type Targets, withSiteLinks } from './links.ts';
import { folderPage, sectionPage } from './lists.ts';
import { type Entry, readSections, type Section } from './sections.ts';
import { anchorsOf, documentationFiles, parseSource, readSource, type Source } from './sources.ts';

/** A page before its links are followed. */
export interface WrittenPage {
  /** On the site, without extension, such as `start/quickstart`. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly markdown: string;
  /** The Markdown without the HTML that only the site needs, if it has some. */
  readonly plain?: string;
  /** The file to edit; undefined for a page that a script writes. */
  readonly file: string | undefined;
}

/** A page of the site. */
export interface SitePage extends WrittenPage {
  /** The URLs of its links, relative to it; those to other pages end with `.md`. */
  readonly links: readonly string[];
  /** The targets of links within it. */
  readonly anchors: ReadonlySet<string>;
}

/** A link of a section, with the purpose of its page. */
export interface Listed {
  readonly path: string;
  readonly label: string;
  readonly summary: string;
}

/** The pages of a section. The first group has no title. */
export interface SitedSection extends Section {
  readonly groups: readonly { readonly title: string; readonly pages: readonly Listed[] }[];
}

/** The whole site. */
export interface Site {
  readonly pages: readonly SitePage[];
  readonly sections: readonly SitedSection[];
  /** Files that are served as they are: their path on the site, and in the repository. */
  readonly assets: ReadonlyMap<string, string>;
  readonly dead: readonly DeadLink[];
}

const CONTENTS = 'docs/README.md';
const WRITTEN = /^<!-- Written by /;

export function planSite(root: string): Site {
  const contents = readSource(root, CONTENTS);
  const sections = readSections(contents);
  const listed = sections.flatMap(({ entries }) => entries.map(({ target }) => target));
  const files = new Set([...documentationFiles(root), ...listed.filter((target) => target.endsWith('.md'))]);
  const sources = new Map([...files].map((file) => [file, readSource(root, file)]));
  const sited = sections.map((section) => withGroups(section, sections, sources));

  const folders = new Set(
    [...files].map((file) => dirname(file)).filter((folder) => /^docs\/./.test(folder)),
  );
  const bare = new Set([...folders].filter((folder) => !files.has(`${folder}/README.md`)));
  /** Linked folders without a page. */
  const linked = new Set<string>();
  const assets = new Map<string, string>();
  const dead: DeadLink[] = [];
  const targets: Targets = {
    root,
    repository: REPOSITORY,
    assets,
    pageOf: (target) => {
      if (sources.has(target)) return pathOf(target);
      if (sources.has(`${target}/README.md`)) return pathOf(`${target}/README.md`);
      if (sited.some(({ folder }) => target === `docs/${folder}`)) return pathOf(`${target}/README.md`);
      if (!bare.has(target)) return undefined;
      linked.add(target);
      return pathOf(`${target}/README.md`);
    },
  };

  const own = [...sources.values()].map((source): SitePage => ({
    path: pathOf(source.file),
    title: source.title,
    summary: source.summary,
    ...withSiteLinks(source, pathOf(source.file), targets, dead),
    anchors: anchorsOf(source),
    file: WRITTEN.test(source.markdown) ? undefined : source.file,
  }));
  const doors = sited.filter(({ folder }) => !sources.has(`docs/${folder}/README.md`)).map(sectionPage);
  const others = [...linked].map((folder) => {
    const entry = sections.flatMap(({ entries }) => entries).find(({ target }) => target === folder);
    const pages = below(folder, sources).map(listedAs);
    return folderPage(pathOf(`${folder}/README.md`), entry?.label ?? nameOf(folder), pages);
  });
  for (const theme of ['light', 'dark']) assets.set(`console-${theme}.webp`, `docs/console-${theme}.webp`);
  const first = landing(readFileSync(join(root, 'README.md'), 'utf8'), sited);
  return {
    pages: [...[first, ...doors, ...others].map(withReferences), ...own],
    sections: sited,
    assets,
    dead,
  };
}

function withReferences(page: WrittenPage): SitePage {
  const source = parseSource(page.path, page.plain ?? page.markdown);
  const links = linksOf(source.tree, source.markdown).map(({ url }) => url);
  return { ...page, links, anchors: anchorsOf(source) };
}

/** The path of a file on the site: that below `docs/`, and `README.md` is the index of its folder. */
function pathOf(file: string): string {
  if (file === CONTENTS) return 'contents';
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '');
  if (basename(path) === 'README') return join(dirname(path), 'index');
  return path === path.toUpperCase() ? path.toLowerCase() : path;
}

/** A section with all pages of its folder: those of its list, and behind them the others. */
function withGroups(
  section: Section,
  sections: readonly Section[],
  sources: ReadonlyMap<string, Source>,
): SitedSection {
  const elsewhere = new Set(
    sections
      .filter((other) => other !== section)
      .flatMap(({ entries }) => entries.map(({ target }) => target)),
  );
  const named = new Set(section.entries.map(({ target }) => target));
  const folder = `docs/${section.folder}`;
  const others = below(folder, sources)
    .map(({ file }) => file)
    .filter((file) => !named.has(file) && !elsewhere.has(file) && basename(file) !== 'README.md');
  const entries: readonly Entry[] = [
    ...section.entries.filter(({ target }) => target !== `${folder}/README.md`),
    ...others.map((target) => ({
      target,
      label: sources.get(target)!.title,
      group: dirname(target) === folder ? '' : nameOf(dirname(target)),
    })),
  ];
  const listed = entries.flatMap((entry) => expanded(entry, sources));
  const groups = Map.groupBy(listed, ({ group }) => group);
  const titles = [...groups.keys()].toSorted((one, other) => Number(one !== '') - Number(other !== ''));
  return {
    ...section,
    groups: titles.map((title) => ({
      title,
      pages: groups.get(title)!.map(({ target, label }) => ({ ...listedAs(sources.get(target)!), label })),
    })),
  };
}

/** A listed folder as a group of its pages. */
function expanded(entry: Entry, sources: ReadonlyMap<string, Source>): readonly Entry[] {
  if (entry.target.endsWith('.md')) return [entry];
  return below(entry.target, sources).map(({ file, title }) => ({
    target: file,
    label: title,
    group: entry.label,
  }));
}

function listedAs({ file, title, summary }: Source): Listed {
  return { path: pathOf(file), label: title, summary };
}

function below(folder: string, sources: ReadonlyMap<string, Source>): readonly Source[] {
  return [...sources.values()].filter(({ file }) => file.startsWith(`${folder}/`));
}

function nameOf(folder: string): string {
  const name = basename(folder).replaceAll('-', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
