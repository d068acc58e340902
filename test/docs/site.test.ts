/** The documentation site, from its Markdown: `npm run site -- --check` checks the built pages. */
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { llmsText } from '../../scripts/site/llms.ts';
import { readIntroduction } from '../../scripts/site/landing.ts';
import { planSite, type Site } from '../../scripts/site/plan.ts';
import { farPages } from '../../scripts/site/reach.ts';
import { summaryOf } from '../../scripts/site/sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const site = planSite(ROOT);

/** The links of each page to other pages and files of the site, and those that lead nowhere. */
function followed({ pages, assets }: Site): { links: Map<string, string[]>; dead: string[] } {
  const byPath = new Map(pages.map((page) => [`${page.path}.md`, page]));
  const dead: string[] = [];
  const links = new Map<string, string[]>();
  for (const [path, page] of byPath) {
    const targets = page.links
      .filter((url) => !/^[a-z]+:/i.test(url))
      .map((url) => {
        const [file = '', anchor = ''] = decodeURIComponent(url).split('#', 2);
        const target = file === '' ? path : posix.join(posix.dirname(path), file);
        const isThere = byPath.has(target) || assets.has(target);
        const hasAnchor = anchor === '' || byPath.get(target)?.anchors.has(anchor);
        if (!isThere || !hasAnchor) dead.push(`${path}: ${url}`);
        return target;
      });
    links.set(path, targets);
  }
  return { links, dead };
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A project with these files and a landing page. */
function project(files: Readonly<Record<string, string>>): Site {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  folders.push(folder);
  const readme =
    '# Bord\n\nBord books. It is quick.\n\n- **Safe.** See [proof](docs/start/a.md).\n\n## Start\n\n```sh\nnpm start\n```\n\n## End\n';
  for (const [name, text] of Object.entries({ 'README.md': readme, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return planSite(folder);
}

test('all links of the site lead to a page, a heading or a file', () => {
  expect([site.dead, followed(site).dead]).toEqual([[], []]);
});

test('each page is at most three clicks away from the landing page', () => {
  const { links } = followed(site);
  expect(links.size).toBeGreaterThan(100);
  expect(farPages(links, 'index.md', 3)).toEqual([]);
});

test('each section names its readers, and each page below its folder is listed', () => {
  const listed = new Set(
    site.sections.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages.map(({ path }) => path))),
  );
  for (const { folder, summary } of site.sections) {
    expect(summary).toMatch(/^For [^:]+: ./);
    const own = site.pages.map(({ path }) => path).filter((path) => path.startsWith(`${folder}/`));
    expect(own.filter((path) => !listed.has(path) && !path.endsWith('/index'))).toEqual([]);
  }
});

test('the landing page shows the commands of the README, at most four', () => {
  const { commands } = readIntroduction(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  expect(site.pages[0]!.markdown).toContain(`\`\`\`sh\n${commands.trimEnd()}\n\`\`\``);
  const lines = commands.replaceAll('\\\n', ' ').trim().split('\n');
  expect(lines.filter((line) => !line.startsWith('#')).length).toBeLessThanOrEqual(4);
});

test('llms.txt lists each page of a section once', () => {
  const urls = Array.from(llmsText(site).matchAll(/\]\(([^)]+)\)/g), ([, url]) => url);
  const pages = site.sections.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
  expect(urls).toEqual(pages.map(({ path }) => `${path}.md`));
});

test('a planted dead link, dead heading and distant page are found', () => {
  const page = (text: string): string => `# Page\n\nThis page is for operators. ${text}\n`;
  const faulty = project({
    'docs/README.md': '# Contents\n\n## Start\n\nFor everyone: begin.\n\n- [A](start/a.md)\n',
    'docs/start/a.md': page('[Lost](../lost.md), [heading](b.md#lost), [own](#page), ![picture](c.svg)'),
    'docs/start/b.md': page('[Third](../deep/third.md)'),
    'docs/start/c.svg': '<svg/>',
    'docs/deep/third.md': page('[Fourth](fourth.md)'),
    'docs/deep/fourth.md': page('The end.'),
  });
  expect(faulty.dead).toEqual([{ file: 'docs/start/a.md', url: '../lost.md' }]);
  const { links, dead } = followed(faulty);
  expect(dead).toEqual(['start/a.md: ./b.md#lost']);
  expect(farPages(links, 'index.md', 3)).toEqual(['deep/fourth.md']);
});

test('links to files outside of docs/ lead to the repository, and links to folders to their first page', () => {
  const { pages, assets } = project({
    'docs/README.md': '# Contents\n\n## Start\n\nFor everyone: begin.\n\n- [A](start/a.md)\n',
    'docs/start/a.md':
      '# A\n\nSee [code](../../src/main.ts#L1), [all](../more/), [folder](../../src), <a href="../x.json">x</a>.\n',
    'docs/more/b.md': '# B\n\nText.\n',
    'docs/x.json': '{}',
    'src/main.ts': '',
  });
  const { markdown } = pages.find(({ path }) => path === 'start/a')!;
  expect(markdown).toContain('[code](https://github.com/example/bord/blob/main/src/main.ts#L1)');
  expect(markdown).toContain('[all](../more/index.md)');
  expect(markdown).toContain('[folder](https://github.com/example/bord/tree/main/src)');
  expect(markdown).toContain('<a href="../x.json">x</a>');
  expect(assets.get('x.json')).toBe('docs/x.json');
});

test.each([
  ['This page is for operators. With it you can restore a backup. More.', 'Restore a backup.'],
  ['This page is for partners. It shows how to book.', 'How to book.'],
  ['This runbook is for the operator of `A`: requests fail.', 'Requests fail.'],
  ['This page lists all commands. More.', 'All commands.'],
  ['This page is for hosts.', 'This page is for hosts.'],
])('the summary of "%s" is "%s"', (paragraph, summary) => {
  expect(summaryOf(paragraph)).toBe(summary);
});
