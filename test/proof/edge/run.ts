/** Floods every route of a server with pipelined requests: `npm run proof -- edge --help`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chanceOf } from '../seating/random.ts';
import { Ending } from '../../support/ending.ts';
import { randomSeed, readOptions, usageError, wholeNumber } from '../../support/instrument-options.ts';
import { type Edge, faultsOf, LIMITS, openEdge, type Row } from './edge.ts';
import type { FloodSize } from './flood.ts';

const HELP = `Floods each route of a bord serve with pipelined requests, and checks that another partner's bookings are answered.

npm run proof -- edge [options]

  --connections N   a third of them read, a third never read, a third leave and come back (100)
  --requests N      pipelined on each connection (200)
  --seconds N       how long each route is flooded (1)
  --route TEXT      only routes whose name contains this, such as 'GET /docs'; may be repeated (all)
  --database URL    postgres://… of an empty database (default: a new SQLite file)
  --seed S          of the moments in which connections leave (at random)
  --no-control      without the control
  --json            prints the rows as JSON, and the progress on stderr

For each route:

  answers   that the reading connections got
  booked    share of the other partner's bookings that were answered 201 or 409: must be 100 %
  slowest   of these bookings: at most ${LIMITS.slowestMs} ms
  memory    highest resident memory of the server so far: at most ${LIMITS.peakMb} MB
  held      requests in progress, waiting or arriving one second after the flood: must be 0
  healthz   time of GET /healthz one second after the flood: at most ${LIMITS.healthMs} ms

The control is a server without the limit of requests in flight that makes /docs for each request, under five times as many requests. The instrument must find a
fault in it.

Exit code: 0 all as it must be, 1 a fault or a control without a fault, 2 wrong usage.`;

const options = readOptions(HELP, {
  connections: '100',
  requests: '200',
  seconds: '1',
  route: [],
  database: undefined,
  seed: randomSeed(),
  'no-control': false,
  json: false,
});
const say = options.json ? console.error : console.log;
const ending = new Ending();
const chance = chanceOf(wholeNumber('seed', options.seed, 0));
const size = {
  connections: wholeNumber('connections', options.connections),
  requests: wholeNumber('requests', options.requests),
  forMs: Number(options.seconds) * 1000,
};
if (!(size.forMs > 0)) usageError(`--seconds must be a number above 0, not ${options.seconds}.`);

process.exitCode = await main();

async function main(): Promise<number> {
  say(`seed ${options.seed}`);
  const rows = await floodAll({}, options.route, size, options.database);
  if (rows.length === 0) {
    console.error('no route has such a name: npm run proof -- edge --help');
    return 2;
  }
  const faulty = rows.filter((row) => faultsOf(row).length > 0);
  say(`${rows.length} routes, ${faulty.length} with a fault`);
  const control = options['no-control'] ? null : await tryControl();
  if (options.json)
    console.log(JSON.stringify({ seed: options.seed, rows, faulty: faulty.length, control }, null, 2));
  return faulty.length === 0 && control?.isFound !== false ? 0 : 1;
}

async function floodAll(
  env: Readonly<Record<string, string>>,
  names: readonly string[],
  flood: FloodSize,
  database?: string,
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-edge-'));
  const rows: Row[] = [];
  try {
    const edge: Edge = await ending.open(() =>
      openEdge(database ?? `sqlite:${join(folder, 'bord.db')}`, env),
    );
    say(
      'route                                                          answers  booked  slowest   memory  held  healthz',
    );
    for (const route of edge.routes.filter(
      ({ name }) => names.length === 0 || names.some((each) => name.includes(each)),
    )) {
      const row = await edge.flood(route, flood, chance);
      rows.push(row);
      say(textOf(row));
    }
  } finally {
    await ending.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

/** A server that does without the limits. A fault of any kind is what it is for; its end, too. */
async function tryControl(): Promise<{ readonly isFound: boolean; readonly faults: readonly string[] }> {
  const preload = fileURLToPath(new URL('unlimited-build.ts', import.meta.url));
  say('\ncontrol: without the limit of requests in flight');
  const flood = { ...size, requests: 5 * size.requests };
  const faults = await floodAll({ NODE_OPTIONS: `--import=${preload}` }, ['GET /docs'], flood).then(
    (rows) => rows.flatMap(faultsOf),
    (error: unknown) => [String(error)],
  );
  const isFound = faults.length > 0;
  say(isFound ? 'the control is found out' : 'the control has shown no fault: this instrument sees nothing');
  return { isFound, faults };
}

function textOf(row: Row): string {
  const { route, answers, booked, slowestMs, peakMb, held, healthMs } = row;
  const figures = [
    String(answers).padStart(8),
    `${(booked * 100).toFixed(1)} %`.padStart(8),
    `${Math.round(slowestMs)} ms`.padStart(8),
    `${peakMb} MB`.padStart(8),
    String(held).padStart(5),
    `${Math.round(healthMs)} ms`.padStart(8),
  ];
  return [route.padEnd(62) + figures.join(' '), ...faultsOf(row).map((fault) => `  FAULT: ${fault}`)].join(
    '\n',
  );
}
