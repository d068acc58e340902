/**
 * Makes the console's help of the handbook in `docs/restaurant/handbook`: its text as HTML, in the order of `docs/README.md`, without
 * pictures.
 *
 *     node scripts/handbook.ts             writes it
 *     node scripts/handbook.ts --check     fails when it is not current
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Nodes, Parents, Table } from 'mdast';
import { root } from './packages.ts';
import { readSource } from './site/sources.ts';

const FOLDERS = { en: 'docs/restaurant/handbook', sv: 'docs/restaurant/handbook/sv' } as const;

const contents = readFileSync(resolve(root, 'docs/README.md'), 'utf8');
const pages = Array.from(contents.matchAll(/\(restaurant\/handbook\/([\w-]+)\.md\)/g), ([, name]) => name!);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const inside = ({ children }: Parents): string => children.map(htmlOf).join('');

function tableOf({ children: [head, ...rows] }: Table): string {
  const cells = (row: Parents, tag: string): string =>
    `<tr>${row.children.map((cell) => `<${tag}>${inside(cell as Parents)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells(head!, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody></table>`;
}

/** A link to another page of the handbook leads to its section. The text of any other link remains. */
function linkOf(url: string, text: string): string {
  const page = basename(url, '.md');
  return pages.includes(page) && !url.startsWith('../') ? `<a href="#${page}">${text}</a>` : text;
}

/** The parts of a page that the help can show. */
const PARTS: { readonly [T in Nodes['type']]?: (node: Extract<Nodes, { readonly type: T }>) => string } = {
  text: ({ value }) => escaped(value),
  inlineCode: ({ value }) => `<code>${escaped(value)}</code>`,
  image: () => '',
  paragraph: (node) => (inside(node) === '' ? '' : `<p>${inside(node)}</p>`),
  heading: (node) => `<h${node.depth + 1}>${inside(node)}</h${node.depth + 1}>`,
  list: (node) => (node.ordered ? `<ol>${inside(node)}</ol>` : `<ul>${inside(node)}</ul>`),
  listItem: ({ children }) =>
    `<li>${children.map((child) => (child.type === 'paragraph' ? inside(child) : htmlOf(child))).join('')}</li>`,
  emphasis: (node) => `<em>${inside(node)}</em>`,
  strong: (node) => `<strong>${inside(node)}</strong>`,
  link: (node) => linkOf(node.url, inside(node)),
  table: tableOf,
};

function htmlOf(node: Nodes): string {
  const part = PARTS[node.type] as ((node: Nodes) => string) | undefined;
  if (!part) throw new Error(`the handbook has a part that the help cannot show: ${node.type}`);
  return part(node);
}

function handbookIn(folder: string): string {
  const sources = pages.map((name) => ({ name, ...readSource(root, `${folder}/${name}.md`) }));
  const list = sources.map(({ name, title }) => `<li><a href="#${name}">${escaped(title)}</a></li>`);
  const sections = sources.map(({ name, tree }) => {
    const [heading, , ...parts] = tree.children; // without the paragraph about the readers
    return `<section id="${name}">${[heading!, ...parts].map(htmlOf).join('')}</section>`;
  });
  return `<ol>${list.join('')}</ol>${sections.join('')}`;
}

for (const [language, folder] of Object.entries(FOLDERS)) {
  const path = `packages/adapter-http/src/console/help/handbook-${language}.ts`;
  const file = resolve(root, path);
  const text = `/** The handbook as HTML. Made of ${folder} by \`node scripts/handbook.ts\`. */\nexport const HANDBOOK = String.raw\`${handbookIn(folder).replaceAll(/`|\$\{/g, (sign) => `\${${JSON.stringify(sign)}}`)}\`;\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    console.log(`Wrote ${path}`);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is not current: run node scripts/handbook.ts`);
    process.exitCode = 1;
  }
}
