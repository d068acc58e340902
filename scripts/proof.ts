/**
 * Starts an instrument: a check that takes longer than a test may.
 *
 *     npm run proof                       lists the instruments
 *     npm run proof -- NAME [options]     runs one; --help after the name shows its options
 */
import { spawn } from 'node:child_process';
import { root } from './packages.ts';

interface Instrument {
  readonly name: string;
  readonly summary: string;
  /** The arguments of Node, from the root of the project. */
  readonly script: string;
  /** Precede those of the command line. */
  readonly options?: readonly string[];
  /** Runs the built packages too, so they must be current. */
  readonly needsBuild?: true;
}

const instruments: readonly Instrument[] = [
  {
    name: 'simulate',
    summary: 'run the engine for days on a virtual clock, with faults',
    script: 'test/proof/simulation/run.ts',
  },
  {
    name: 'histories',
    summary: 'kill servers and databases under load, and search an order for all answers',
    script: 'test/proof/histories/run.ts',
    needsBuild: true,
  },
  {
    name: 'events',
    summary: 'kill processes that change bookings and read events, and count lost events',
    script: 'test/proof/events/run.ts',
  },
  {
    name: 'within',
    summary: 'roll back and kill hosts that book in their transactions, and compare their rows',
    script: 'test/proof/within/run.ts',
  },
  {
    name: 'failover',
    summary: 'end PostgreSQL primaries under load, and count lost bookings',
    script: 'test/proof/cluster/run.ts',
  },
  {
    name: 'upgrade',
    summary: 'replace servers behind HAProxy and PgBouncer under load, and count failed requests',
    script: 'test/proof/upgrade/run.ts',
  },
  {
    name: 'theorem',
    summary: 'fill restaurants completely, and count parties that are rejected although they fit',
    script: 'test/proof/seating/run.ts',
  },
  {
    name: 'fuzz',
    summary: 'send requests at random to a server, and compare its answers with the document',
    script: 'test/proof/fuzz/run.ts',
  },
  {
    name: 'rush',
    summary: 'book 60 times at once at a full restaurant with a waitlist',
    script: 'test/proof/rush/run.ts',
  },
  {
    name: 'policies',
    summary: 'ask random policies in random histories, and compare each time and answer with a model',
    script: 'test/proof/policies/run.ts',
  },
  {
    name: 'guests',
    summary: 'hold times at the booking page under 50 rivals, and count guests without a table',
    script: 'test/proof/guests/run.ts',
  },
  {
    name: 'abuse',
    summary: 'attack the booking page, and count bookings of the restaurant that are answered in time',
    script: 'test/proof/abuse/run.ts',
  },
  {
    name: 'assistants',
    summary: 'book as assistants by mistaken, forged and repeated calls, and count wrong bookings',
    script: 'test/proof/assistants/run.ts',
  },
  {
    name: 'mcp',
    summary: 'run the test suite and the inspector of the Model Context Protocol against the MCP server',
    script: 'test/proof/mcp/run.ts',
  },
  {
    name: 'pages',
    summary: 'measure the booking page and its widget in a slow browser, and look for stored data',
    script: 'test/proof/pages/run.ts',
  },
  {
    name: 'console',
    summary: 'use the console in a browser at random, with faults, and compare it with the storage',
    script: 'test/proof/console/run.ts',
  },
  {
    name: 'monkey',
    summary: 'click, drag and press keys in the console at random, and look for errors and lost bookings',
    script: 'test/proof/monkey/run.ts',
  },
  {
    name: 'model',
    summary: 'search all orders of the locking and delivery protocols',
    script: 'test/proof/model/run.ts',
  },
  {
    name: 'mutants',
    summary: 'plant faults in the sources, and check that the tests notice them',
    script: 'test/mutants/run/run.ts',
  },
  {
    name: 'mutate',
    summary: 'generate small changes to sources, and check that the tests notice them',
    script: 'test/mutants/generated/run.ts',
  },
  {
    name: 'gates',
    summary: 'plant a fault for each command of npm run check, and check that it is reported',
    script: 'test/gates/run.ts',
    needsBuild: true, // a stale build is made again, and the fault that was planted in it is gone
  },
  {
    name: 'edge',
    summary: 'flood every route with pipelined requests, and book beside it',
    script: 'test/proof/edge/run.ts',
  },
  {
    name: 'walk',
    summary: 'count the files and folders that a request enters, next to their budgets',
    script: 'test/walk/run.ts',
  },
  {
    name: 'outputs',
    summary: 'record all that users see, and compare two versions',
    script: 'test/proof/outputs/run.ts',
  },
  {
    name: 'site',
    summary: 'build the documentation site, and check links, requests, accessibility and best practices',
    script: 'scripts/site.ts',
    options: ['--check'],
  },
  {
    name: 'image',
    summary: 'build the image from packages of Debian, and start it without rights',
    script: 'test/proof/image/run.ts',
  },
  {
    name: 'packed',
    summary: 'install the packed packages elsewhere, and compile, bundle and run all examples',
    script: 'test/proof/packed/run.ts',
    needsBuild: true,
  },
  { name: 'bench', summary: 'measure speed next to its ceilings', script: 'bench/run.ts' },
];

const [name, ...options] = process.argv.slice(2);
const instrument = instruments.find((known) => known.name === name);
if (instrument) {
  process.exitCode =
    (instrument.needsBuild && (await run(['scripts/build.ts', '--if-stale']))) ||
    (await run([
      '--conditions=@bord/source',
      '--disable-warning=ExperimentalWarning',
      instrument.script,
      ...(instrument.options ?? []),
      ...options,
    ]));
  // An instrument that breaks off has a result as well.
  if (process.exitCode !== 0) console.error(`FAILED ${instrument.name}: exit code ${process.exitCode}`);
} else {
  const isQuestion = name === undefined || name === '--help' || name === '-h';
  const width = Math.max(...instruments.map((known) => known.name.length));
  const lines = instruments.map((known) => `  ${known.name.padEnd(width)}  ${known.summary}`);
  const text = `npm run proof -- NAME [options]     --help after NAME shows its options\n\n${lines.join('\n')}`;
  if (isQuestion) console.log(text);
  else console.error(`Unknown instrument: ${name}\n\n${text}`);
  process.exitCode = isQuestion ? 0 : 2;
}

/** Runs a script on this Node and passes its signals and its exit code on. */
async function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...args], { cwd: root, stdio: 'inherit' });
  // The terminal sends Ctrl-C to both processes: the instrument decides how it ends.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 1));
  });
}
