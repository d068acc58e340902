/** The table of walks, for a terminal and as `docs/walks.md`. */
import type { Figures } from './figures.ts';
import type { Walk } from './measure.ts';

const FIGURES: readonly (keyof Figures)[] = ['files', 'functions', 'folders', 'returns'];

/** The measured value, and the budget where there is one: `116 / 65`. */
const cell = ({ figures, row }: Walk, name: keyof Figures): string =>
  row.budget[name] === undefined ? `${figures[name]}` : `${figures[name]} / ${row.budget[name]}`;

export function tableText(walks: readonly Walk[]): string {
  const lines = [
    ['walk (measured / budget)', ...FIGURES, ''],
    ...walks.map((walk) => [
      walk.row.title,
      ...FIGURES.map((name) => cell(walk, name)),
      walk.over.length > 0 ? 'over' : 'ok',
    ]),
  ];
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return lines
    .map((line) =>
      line
        .map((text, i) => text.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function pageText(walks: readonly Walk[]): string {
  const rows = walks.map(
    (walk) => `| ${walk.row.title} | ${FIGURES.map((name) => cell(walk, name)).join(' | ')} |`,
  );
  return `# Walks through the code

This page shows contributors through how many files and folders one request leads them, and which budget a change must keep. \`npm run walk\`
measures it and writes this page. \`npm run walk -- --list booking\` prints the path itself, call by call.

Each cell has the measured value, and the budget where there is one.

| request | files | functions | folders | returns |
|---|---|---|---|---|
${rows.join('\n')}

- **files**: source files of the packages of which a function runs. Loading a module does not count.
- **functions**: functions that run, each counted once.
- **folders**: folders that contain these files.
- **returns**: calls into a folder in which the walk was before, when the call before it was in another folder. The end of a call is not counted.

## How it is counted

1. \`bord serve\` runs on PostgreSQL from the sources, without its deliveries and maintenance. \`bord deliver\` runs next to it.
2. When a module is loaded, each of its functions is changed to call a recorder. The pinned TypeScript compiler finds the functions.
3. Each request is repeated until modules, connections and caches are warm. Of seven recordings the one in the middle is taken, of a webhook the shortest.
4. A call belongs to the request when it was made in the asynchronous context of the request. Timers and notifications do not count.
5. A webhook has no request: all that \`bord deliver\` does for it counts, from the notification of the database until it is idle again.
6. V8's precise coverage counts the same time independently. When it has counted a function that the recorder has not seen, the command fails.
`;
}
