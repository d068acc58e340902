/**
 * The benchmarks, each figure beside its ceiling from the same run:
 *
 *     npm run bench                  all of them, some three minutes
 *     npm run bench -- batch http    those two
 *     npm run bench -- --help
 */
import { parseArgs } from 'node:util';
import { type Figure, isReached } from './figure.ts';

interface Benchmark {
  readonly about: string;
  readonly run: () => Promise<Figure[]>;
}

/** What must not be disturbed by what others leave in this process comes first. */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  batch: {
    about: 'P2 P3 P4  availability from bookings in memory: a batch cold and warm, a day and size',
    run: async () => (await import('./batch.ts')).run(),
  },
  http: {
    about: 'P1 P11    bord serve over sockets: a cached day, bookings',
    run: async () => (await import('./http.ts')).run(),
  },
  sqlite: {
    about: 'P6        bookings on SQLite, each flushed to disk',
    run: async () => (await import('./sqlite.ts')).run(),
  },
  start: {
    about: 'P9        bord serve: start to first answer, memory at rest',
    run: async () => (await import('./start.ts')).run(),
  },
  pg: {
    about: 'P5 P7     bookings on PostgreSQL, and rivals for the last tables',
    run: async () => (await import('./others.ts')).pg(),
  },
  webhooks: {
    about: 'P8        webhooks through the outbox, on SQLite and PostgreSQL',
    run: async () => (await import('./webhooks.ts')).run(),
  },
  're-seating': {
    about: 'P10       re-seating: decided, how fast, and what it is worth',
    run: async () => (await import('./others.ts')).reSeating(),
  },
};

const HELP = `Usage: npm run bench -- [name…] [--json]

Runs the benchmarks, or those named, and prints each figure beside a ceiling that was measured in the same run: the median
of interleaved rounds. Only the ratios mean something on another machine, or beside other work.

${Object.entries(BENCHMARKS)
  .map(([name, { about }]) => `  ${name.padEnd(11)} ${about}`)
  .join('\n')}

  --json      one JSON document on stdout: a list of figures, with the goal and whether it is reached
  --help      this

Examples:
  npm run bench
  npm run bench -- batch
  npm run --silent bench -- http sqlite --json > figures.json`;

const options = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(message: string): never {
  console.error(`${message}\nThere are: ${Object.keys(BENCHMARKS).join(', ')}. See npm run bench -- --help`);
  process.exit(2);
}

/** Three digits that count, but no thousands swallowed. */
function digits(value: number): string {
  const size = Math.abs(value);
  return value.toLocaleString('en', {
    maximumFractionDigits: size === 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3,
  });
}

function goalOf({ atLeast, atMost }: Figure): string {
  if (atLeast !== undefined) return `≥ ${digits(atLeast)}`;
  return atMost === undefined ? '' : `≤ ${digits(atMost)}`;
}

function cellsOf(figure: Figure): string[] {
  const { goal, what, unit, ceiling, ratio, against } = figure;
  const isMet = isReached(figure);
  return [
    goal,
    what,
    `${digits(figure.figure)} ${unit}`.trim(),
    ceiling === null ? '' : `${digits(ceiling)} ${unit}`,
    digits(ratio),
    goalOf(figure),
    isMet === null ? '' : isMet ? 'reached' : 'missed',
    against,
  ];
}

function print(figures: readonly Figure[]): void {
  const rows = [
    ['', '', 'figure', 'ceiling', 'ratio', 'goal', '', 'the ceiling is'],
    ...figures.map(cellsOf),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const isNumber = (column: number): boolean => column >= 2 && column <= 4;
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
    );
    console.log(cells.join('  ').trimEnd());
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const unknown = positionals.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) refuse(`Unknown benchmark: ${unknown.join(', ')}.`);

/** A benchmark that takes longer has gone astray. */
const PATIENCE_MS = 100_000;

const figures: Figure[] = [];
for (const [name, { run }] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const startedMs = performance.now();
  const astray = setTimeout(() => {
    console.error(`${name} takes longer than ${PATIENCE_MS / 1000} s: something hangs`);
    process.exit(1);
  }, PATIENCE_MS);
  try {
    figures.push(...(await run()));
    console.error(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  } catch (error) {
    console.error(`${name} failed:`, error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    clearTimeout(astray);
  }
}
if (values.json)
  console.log(JSON.stringify(figures.map((figure) => ({ ...figure, reached: isReached(figure) }))));
else if (figures.length > 0) print(figures);
