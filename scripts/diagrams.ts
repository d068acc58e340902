/**
 * Draws the diagrams of the documentation: `docs/diagrams/NAME.dot`, in the language of Graphviz, becomes `NAME.svg`.
 *
 *     npm run diagrams
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { root } from './packages.ts';

/** Each colour that a source can name, on a light and on a dark screen. All are opaque, so the picture is readable on any page. */
export const COLOURS = {
  paper: ['#fdfcfa', '#14181d'],
  ink: ['#1f2328', '#e6e9ed'],
  line: ['#59636e', '#9aa4af'],
  box: ['#eef1f4', '#232a32'],
  good: ['#d3edda', '#173d25'],
  bad: ['#f9d9d5', '#54211d'],
  warm: ['#fbe8c5', '#4a3510'],
} as const;

/** The defaults of all sources. Space is for text of this size, and the text is {@link TEXT_SCALE} as large: the reader's font can be wider. */
const DEFAULTS = `
  graph [bgcolor="$paper" pad="0.3" nodesep="0.35" ranksep="0.45" fontname="Arial" fontsize="15" fontcolor="$ink" color="$line"]
  node [shape="box" style="rounded,filled" fillcolor="$box" color="$line" fontname="Arial" fontsize="15" fontcolor="$ink" margin="0.12,0.08"]
  edge [color="$line" fontname="Arial" fontsize="13" fontcolor="$ink" arrowsize="0.7"]
`;

const TEXT_SCALE = 0.86;

const graphviz = await Graphviz.load();

/** The picture of a source, whose first two lines are `// title: …` and `// description: …`. */
export function draw(source: string): string {
  const [, title, description] = /^\/\/ title: (.+)\n\/\/ description: (.+)\n/.exec(source) ?? [];
  if (title === undefined)
    throw new Error('The source must begin with "// title: …" and "// description: …".');
  const dot = source
    .replace('{', `{${DEFAULTS}`)
    .replaceAll(/\$([a-z]+)/g, (_, name: keyof typeof COLOURS) => COLOURS[name][0]);
  return graphviz
    .layout(dot, 'svg', 'dot')
    .replace(/^[^]*?(?=<svg)/, '')
    .replaceAll(/<!--[^]*?-->\n?|<title>[^]*?<\/title>\n?/g, '')
    .replaceAll(/ font-family="[^"]*"/g, '')
    .replaceAll(
      /font-size="([\d.]+)"/g,
      (_, size: string) => `font-size="${(Number(size) * TEXT_SCALE).toFixed(1)}"`,
    )
    .replace(
      /(<svg [^]*?)>\n/,
      `$1 role="img" aria-labelledby="title description">\n${head(title, description!)}`,
    );
}

function head(title: string, description: string): string {
  const dark = Object.values(COLOURS).flatMap(([light, other]) => [
    `[fill="${light}"] { fill: ${other} }`,
    `[stroke="${light}"] { stroke: ${other} }`,
  ]);
  return `<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<style>text { font-family: system-ui, Helvetica, Arial, sans-serif } @media (prefers-color-scheme: dark) { ${dark.join(' ')} }</style>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The sources, by the file of their picture. */
export function sources(): ReadonlyMap<string, string> {
  const files = globSync('docs/diagrams/*.dot', { cwd: root }).toSorted();
  return new Map(files.map((file) => [file.replace(/dot$/, 'svg'), readFileSync(join(root, file), 'utf8')]));
}

if (import.meta.main) for (const [file, source] of sources()) writeFileSync(join(root, file), draw(source));
