/** Draws what a cost does as something grows, as an SVG that reads on light and dark ground. */

/** One line of a plot. */
export interface Curve {
  /** The plot's title; curves with the same one share it. */
  readonly plot: string;
  /** Of the values. */
  readonly unit: string;
  /** The growing size. */
  readonly along: string;
  readonly label: string;
  /** The sizes with their costs, in rising order. */
  readonly points: readonly (readonly [size: number, cost: number])[];
}

const [WIDTH, HEIGHT] = [720, 300];
const FRAME = { left: 64, right: 24, top: 60, bottom: 52 } as const;
const LINES = ['a', 'b', 'c', 'd', 'e'] as const;

/** Colours with contrast to white and black; dashes distinguish lines without colours. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600; font-size: 15px }
  .ground { fill: #ffffff } .grid { stroke: #d1d9e0 } .line { fill: none; stroke-width: 2.5 }
  .a { stroke: #0969da } .b { stroke: #bc4c00; stroke-dasharray: 7 4 } .c { stroke: #1a7f37; stroke-dasharray: 2 4 }
  .d { stroke: #8250df; stroke-dasharray: 10 3 2 3 } .e { stroke: #cf222e }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .ground { fill: #0d1117 } .grid { stroke: #3d444d }
    .a { stroke: #58a6ff } .b { stroke: #f0883e } .c { stroke: #56d364 } .d { stroke: #bc8cff } .e { stroke: #ff7b72 }
  }`;

/** All plots, one below the other, in one document without anything from outside. */
export function svgOf(curves: readonly Curve[]): string {
  const plots = [...Map.groupBy(curves, ({ plot }) => plot)];
  const drawn = plots.map(([title, lines], i) => plotOf(title, lines, i * HEIGHT));
  const height = Math.max(1, plots.length) * HEIGHT;
  const titles = plots.map(([title]) => title).join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(titles)}">
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${height}"/>
${drawn.join('\n')}
</svg>
`;
}

function plotOf(title: string, curves: readonly Curve[], y: number): string {
  const { unit, along } = curves[0]!;
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map(([size]) => size)))].toSorted(
    (a, b) => a - b,
  );
  const steps = stepsTo(Math.max(...curves.flatMap(({ points }) => points.map(([, cost]) => cost))));
  const [least, most, top] = [Math.log(sizes[0]!), Math.log(sizes.at(-1)!), steps.at(-1)!];
  const xOf = (size: number): number =>
    fixed(FRAME.left + ((Math.log(size) - least) / (most - least || 1)) * (WIDTH - FRAME.left - FRAME.right));
  const yOf = (cost: number): number =>
    fixed(HEIGHT - FRAME.bottom - (cost / top) * (HEIGHT - FRAME.top - FRAME.bottom));
  const grid = steps.map(
    (cost) =>
      `<path class="grid" d="M${FRAME.left} ${yOf(cost)}H${WIDTH - FRAME.right}"/><text x="${FRAME.left - 8}" y="${yOf(cost) + 4}" text-anchor="end">${shown(cost)}</text>`,
  );
  const ticks = sizes.map(
    (size) =>
      `<text x="${xOf(size)}" y="${HEIGHT - FRAME.bottom + 20}" text-anchor="middle">${shown(size)}</text>`,
  );
  const lines = curves.map(({ points }, i) => {
    const at = points.map(([size, cost]) => `${xOf(size)} ${yOf(cost)}`);
    return `<path class="line ${LINES[i % LINES.length]}" d="M${at.join('L')}"/>`;
  });
  const column = (WIDTH - FRAME.left - FRAME.right) / curves.length;
  const legend = curves.map(({ label }, i) => {
    const x = fixed(FRAME.left + i * column);
    return `<path class="line ${LINES[i % LINES.length]}" d="M${x} 44h28"/><text x="${x + 34}" y="48">${escaped(label)}</text>`;
  });
  return `<g transform="translate(0 ${y})">
<text class="title" x="${FRAME.left}" y="24">${escaped(title)}</text>
${[...legend, ...grid, ...ticks, ...lines].join('\n')}
<text x="${FRAME.left - 8}" y="48" text-anchor="end">${escaped(unit)}</text>
<text x="${WIDTH - FRAME.right}" y="${HEIGHT - 10}" text-anchor="end">${escaped(along)}</text>
</g>`;
}

/** Round numbers from 0 to the first that is not below the greatest. */
function stepsTo(greatest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(greatest / 4 || 1));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each * 4 >= greatest)!;
  return [0, 1, 2, 3, 4].map((times) => Number((times * step).toPrecision(6)));
}

const fixed = (value: number): number => Number(value.toFixed(1));
const shown = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
