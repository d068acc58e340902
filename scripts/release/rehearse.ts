/** The release as its users would get it, from a registry on this machine. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, setupWith } from '../../test/support/postgres.ts';
import { bookByReadme, embedByReadme } from './first-steps.ts';
import { emptyFolder, type Installation, type Manager, MANAGERS } from './installation.ts';
import { type Edit, type Packed, packAll, publishLocally } from './publish.ts';
import { type Registry, startRegistry } from './registry.ts';
import { installTools, type NodeMajor, NODE_VERSIONS, type Tools } from './tools.ts';
import { refusedDowngrade, upgradeUnderLoad, withMigration } from './upgrade.ts';

/** The surroundings of all cases. */
interface Stage {
  readonly tools: Tools;
  readonly registry: Registry;
  readonly folder: string;
  readonly packed: readonly Packed[];
  /** The version that is to be released, and invented ones after it. */
  readonly version: string;
}

/** One thing that users do. */
interface Case {
  readonly name: string;
  /** Returns the result in a few words. */
  readonly run: (stage: Stage) => Promise<string>;
}

/** An invented version with a fault, and the case that must fail with it. */
interface Fault extends Case {
  readonly edit: Edit;
}

const LATER = 'rehearsal-later';

const majors = Object.keys(NODE_VERSIONS).map(Number) as NodeMajor[];

const CASES: readonly Case[] = [
  ...majors.flatMap((major) =>
    MANAGERS.map((manager): Case => ({
      name: `first-steps-${manager}-${major}`,
      run: (stage) => firstSteps(stage, { manager, major, version: stage.version }),
    })),
  ),
  { name: 'upgrade-sqlite', run: (stage) => upgrade(stage, 'sqlite', LATER) },
  { name: 'upgrade-postgresql', run: (stage) => upgrade(stage, 'postgresql', LATER) },
];

const FAULTS: readonly Fault[] = [
  {
    name: 'fault-missing-file',
    edit: inPackage('@bord/adapter-sqlite', (folder) => rmSync(join(folder, 'dist/index.js'))),
    run: (stage) =>
      firstSteps(stage, { manager: 'npm', major: 24, version: inventedVersion(stage, 'fault-missing-file') }),
  },
  {
    name: 'fault-broken-type',
    edit: inPackage('@bord/engine', (folder) =>
      replaceIn(join(folder, 'dist/index.d.ts'), /^/, "export type { Lost } from './lost.ts';\n"),
    ),
    run: (stage) =>
      firstSteps(stage, { manager: 'npm', major: 24, version: inventedVersion(stage, 'fault-broken-type') }),
  },
  {
    name: 'fault-lost-booking',
    edit: withMigration(true),
    run: (stage) => upgrade(stage, 'sqlite', 'fault-lost-booking'),
  },
];

/** The names that `--case` takes. */
export const CASE_NAMES: readonly string[] = [...CASES, ...FAULTS].map(({ name }) => name);

/** Runs the named cases, or all; whether each ended as it must. */
export async function rehearse(names: readonly string[], keeps: boolean): Promise<boolean> {
  const isWanted = ({ name }: Case): boolean => names.length === 0 || names.includes(name);
  const folder = mkdtempSync(join(tmpdir(), 'bord-rehearsal-'));
  let registry: Registry | undefined;
  try {
    const tools = await reported('install the tools', async () => installTools());
    registry = await reported('start a registry', () => startRegistry(tools, folder));
    const stage = await published({ tools, registry, folder }, FAULTS.filter(isWanted));
    let passed = true;
    for (const { name, run } of CASES.filter(isWanted))
      passed = (await succeeds(name, () => run(stage))) && passed;
    for (const { name, run } of FAULTS.filter(isWanted))
      passed = (await isNoticed(name, () => run(stage))) && passed;
    return passed;
  } finally {
    await registry?.stop();
    if (keeps) console.log(`The files are in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function published(
  base: Pick<Stage, 'tools' | 'registry' | 'folder'>,
  faults: readonly Fault[],
): Promise<Stage> {
  return reported('publish the packages and the invented versions', async () => {
    const packed = packAll(join(base.folder, 'packed'));
    const stage = { ...base, packed, version: packed[0]!.version };
    const publish = (options: Parameters<typeof publishLocally>[3]): void =>
      publishLocally(base.registry, packed, base.folder, options);
    publish({ tag: 'latest' });
    publish({ tag: LATER, version: inventedVersion(stage, LATER), edit: withMigration(false) });
    for (const { name, edit } of faults) publish({ tag: name, version: inventedVersion(stage, name), edit });
    return stage;
  });
}

/** 0.1.1 after 0.1.0; that of a fault is a pre-release, which no range takes. */
function inventedVersion({ version }: Pick<Stage, 'version'>, tag: string): string {
  const later = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  return tag === LATER ? later : `${later}-${tag}`;
}

async function firstSteps(
  stage: Stage,
  {
    manager,
    major,
    version,
  }: { readonly manager: Manager; readonly major: NodeMajor; readonly version: string },
): Promise<string> {
  const compiles = manager === 'npm';
  const make = (name: string, linker: 'pnp' | 'node-modules'): Installation =>
    emptyFolder(stage, join(stage.folder, `${manager}-${major}-${version}-${name}`), {
      manager,
      major,
      linker,
    });
  const commands = await bookByReadme(make('server', 'pnp'), version);
  // With Plug'n'Play, Node does not run a program whose name ends in `.mts`.
  const lines = await embedByReadme(make('embedded', 'node-modules'), { version, compiles });
  return `first booking in ${commands} commands, embedding example of ${lines} lines runs${compiles ? ' and compiles' : ''}`;
}

async function upgrade(stage: Stage, database: 'sqlite' | 'postgresql', tag: string): Promise<string> {
  const programOf = (version: string): string => {
    const folder = join(stage.folder, `program-${version}`);
    const bin = join(folder, 'node_modules/@bord/cli/bin/bord.js');
    if (!existsSync(bin))
      emptyFolder(stage, folder, { manager: 'npm', major: 24 }).add(`@bord/cli@${version}`);
    return bin;
  };
  const programs = { earlier: programOf(stage.version), later: programOf(inventedVersion(stage, tag)) };
  const { url, drop } = database === 'sqlite' ? sqliteIn(stage.folder, tag) : await postgres();
  try {
    const { requests, acknowledged, slowestMs } = await upgradeUnderLoad({ ...programs, database: url });
    const message = refusedDowngrade({ ...programs, database: url });
    const slowest = `slowest ${Math.round(slowestMs)} ms`;
    return `${requests} requests, 0 failed, ${acknowledged.length} bookings kept, ${slowest}; downgrade: ${message.split('\n').at(-1)}`;
  } finally {
    await drop();
  }
}

function sqliteIn(folder: string, name: string): { url: string; drop(): Promise<void> } {
  const data = join(folder, `data-${name}`);
  mkdirSync(data);
  return { url: `sqlite:${join(data, 'bord.db')}`, drop: async () => undefined };
}

async function postgres(): Promise<{ url: string; drop(): Promise<void> }> {
  const stop = await setupWith({});
  const { url, drop } = await freshDatabase();
  return { url, drop: async () => (await drop(), stop()) };
}

function inPackage(wanted: string, edit: (folder: string) => void): Edit {
  return (name, folder) => {
    if (name === wanted) edit(folder);
  };
}

function replaceIn(file: string, find: RegExp, by: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(find, by));
}

const seconds = (startedMs: number): string => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;

/** Does a step without which no case can run. */
async function reported<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  const result = await work();
  console.log(`ok     ${what} (${seconds(startedMs)})`);
  return result;
}

async function succeeds(name: string, run: () => Promise<string>): Promise<boolean> {
  const startedMs = performance.now();
  try {
    const found = await run();
    console.log(`ok     ${name}: ${found} (${seconds(startedMs)})`);
    return true;
  } catch (error) {
    console.log(`FAILED ${name} (${seconds(startedMs)}): ${(error as Error).message}`);
    return false;
  }
}

async function isNoticed(name: string, run: () => Promise<string>): Promise<boolean> {
  const startedMs = performance.now();
  try {
    await run();
  } catch (error) {
    const reason = (error as Error).message.split('\n').findLast((line) => line.trim() !== '');
    console.log(`ok     ${name} is noticed: ${reason} (${seconds(startedMs)})`);
    return true;
  }
  console.log(`FAILED ${name}: the case passed in spite of the fault (${seconds(startedMs)})`);
  return false;
}
