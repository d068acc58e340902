/** The documented code and commands are executed unchanged. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { API } from 'typescript/unstable/sync';
import { afterAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../../test/support/free-port.ts';
import { allBlocks, type Block, blocksIn, commandsIn, isReference, ROOT } from '../test/blocks.ts';
import { DEMO, makeBord } from '../test/run-bord.ts';
import { createProgram } from './program.ts';

const bord = makeBord();
afterAll(() => bord.remove());

const BLOCKS = allBlocks();
const RESTAURANT = 'docs/start/your-restaurant.md';
const EMBEDDING = 'docs/start/embed.md';

/** The blocks of a document in a language. */
function blocks(document: string, language: string): string[] {
  const found = BLOCKS.filter((one) => one.document === document && one.language === language);
  return found.map((one) => one.text);
}

test('the restaurant of docs/start/your-restaurant.md is applied', async () => {
  const [restaurant, ...others] = blocks(RESTAURANT, 'yaml');
  expect(others).toEqual([]);
  const applied = await bord.json('locations', 'apply', bord.write('bistro.yaml', restaurant!));
  expect(applied).toMatchObject({ name: 'Bistro Nord', created: true });
});

test('the file of docs/restaurant/import.md is imported as it says', async () => {
  const [csv, ...others] = blocks('docs/restaurant/import.md', 'csv');
  expect(others).toEqual([]);
  await bord.json('locations', 'apply', bord.write('bistro.yaml', blocks(RESTAURANT, 'yaml')[0]!));
  bord.write('bookings.csv', csv!);
  // The dates of the file are ahead then, whenever the test runs.
  const { out } = await bord.run(['import', 'Bistro Nord', 'bookings.csv', '--json'], {
    nowMs: Date.UTC(2027, 1, 1),
  });
  const imported = JSON.parse(out) as { rows: object[] };
  expect(imported).toMatchObject({ created: 3, refused: 0, skipped: 1 });
  expect(imported.rows).toMatchObject([{ tables: ['T1'] }, { partySize: 4 }, { tables: ['T2', 'T3'] }, {}]);
});

test('the files of docs/restaurant/location-file.md are applied', async () => {
  const [restaurant, seasons, turnTimes, leadTimes, menu] = blocks(
    'docs/restaurant/location-file.md',
    'yaml',
  );
  const { id } = await bord.json<{ id: string }>('locations', 'apply', bord.write('a.yaml', restaurant!));
  const both = restaurant! + turnTimes! + leadTimes!;
  expect(await bord.json('locations', 'apply', bord.write('b.yaml', both))).toMatchObject({
    id,
    created: false,
  });
  const another = restaurant!
    .replace('Bistro Nord', 'Bistro Syd')
    .replace(/^tables:[^]*?^(?=servicePeriods)/m, seasons!);
  await bord.json('locations', 'apply', bord.write('c.yaml', another), '--new');
  expect(await bord.json('menus', 'apply', id, bord.write('menu.yaml', menu!))).toMatchObject({
    currency: 'SEK',
  });
});

const ofLanguage = (language: string): readonly Block[] => BLOCKS.filter((one) => one.language === language);

/** Placeholders with their test values. */
const meant = (word: string): string =>
  word === 'ID' ? DEMO : word === 'DATE' || word === '2026-12-01' ? '2026-12-24' : word;

/** The error of the command line for these arguments, without running the command; null if it is valid. */
async function faultOf(args: readonly string[]): Promise<string | null> {
  const words = args.map(meant);
  const program = await createProgram('0.0.0', words);
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    if (command.commands.length === 0) command.action(() => undefined);
    for (const below of command.commands) quiet(below);
  };
  for (const command of program.commands) quiet(command);
  try {
    await program.parseAsync(words, { from: 'user' });
    return null;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return null;
    return (error as Error).message;
  }
}

/** Blocks without the lines that are not commands: an output is shown in the same language. */
const commandsOnly = (given: readonly Block[]): readonly Block[] =>
  given.map((one) => ({ ...one, text: (one.text.match(/^(?:npx )?bord .*$/gm) ?? []).join('\n') }));

test('every `bord …` of the documents is understood by the command line', async () => {
  const faults: string[] = [];
  let commands = 0;
  for (const { position, text } of [
    ...ofLanguage('sh').filter((block) => !isReference(block)),
    ...ofLanguage('bash'),
    ...commandsOnly(ofLanguage('text')),
  ])
    for (const args of commandsIn(text, 'bord')) {
      commands += 1;
      const fault = await faultOf(args);
      if (fault !== null) faults.push(`${position} bord ${args.join(' ')}: ${fault}`);
    }
  expect(faults).toEqual([]);
  expect(commands).toBeGreaterThan(35);
});

test('every `npm start` and `npm run` of the documents is a script', () => {
  const scriptsOf = (folder: string): object =>
    (JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { scripts: object }).scripts;
  const unknown = [...ofLanguage('sh'), ...ofLanguage('bash')].flatMap(({ position, text }) =>
    commandsIn(text, 'npm').flatMap(([verb, name, ...more]) => {
      const script = verb === 'run' ? name! : verb!;
      if (!['run', 'start', 'test'].includes(verb!)) return [];
      const words = [name, ...more];
      const folder = words.includes('-w') ? words[words.indexOf('-w') + 1]! : '.';
      return script in scriptsOf(folder) ? [] : [`${position} npm run ${script}`];
    }),
  );
  expect(unknown).toEqual([]);
});

test('every YAML of the documents is applied above, or is another program’s and can be parsed', () => {
  const isOperate = ({ document }: Block): boolean => document.startsWith('docs/operate/');
  for (const { position, text } of ofLanguage('yaml').filter(isOperate))
    expect(() => parse(text) as unknown, position).not.toThrow();
  const restaurants = ofLanguage('yaml').filter((one) => !isOperate(one));
  expect(restaurants.map(({ document }) => document)).toEqual([
    ...Array.from({ length: 5 }, () => 'docs/restaurant/location-file.md'),
    RESTAURANT,
  ]);
});

/** Code around the blocks of a document that show a part of a program. */
const AROUND: Readonly<Record<string, string>> = {
  'examples/partner-client/README.md': `import { partnerClient } from './src/client.ts';
    declare const client: ReturnType<typeof partnerClient>, show: (times: readonly string[]) => void;
    declare const locationId: string, startsAt: string, name: string, email: string;`,
  'docs/embed/events.md': `import type { Engine } from '@bord/engine';
    declare const engine: Engine, crm: { store(event: object): Promise<void> };`,
  'docs/embed/one-transaction.md': `import type { Engine, PartnerCaller } from '@bord/engine';
    import type { Client } from 'pg';
    declare const engine: Engine, client: Client, caller: PartnerCaller, locationId: string;
    declare const request: Parameters<ReturnType<Engine['partner']>['createBooking']>[1];`,
  'docs/conformance.md': `import { expect } from 'vitest';`,
  'docs/conformance-mcp.md': `import { expect } from 'vitest';`,
  'docs/partners/webhooks.md': `declare const secret: string, rawBody: Buffer, request: { headers: Record<string, string> };`,
};

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * The compiler's errors for TypeScript blocks, after the name of their document; those of one document are one module. The compiler is asked about these
 * modules alone: the sources that they import are checked by `npm run check`.
 */
function compile(given: readonly Block[]): readonly string[] {
  const folder = mkdtempSync(join(ROOT, 'packages', '.readme-'));
  const api = new API({ cwd: folder });
  try {
    const modules = [...Map.groupBy(given, ({ document }) => document)].map(([document, own], i) => {
      const text = [AROUND[document] ?? '', ...own.map((block) => block.text)].join('\n');
      const relative = `from '../../${document.replace(/[^/]*$/, '')}`;
      const file = join(folder, `${i}.ts`);
      writeFileSync(file, text.replaceAll(`from './`, relative));
      return { document, file };
    });
    const compilerOptions = {
      noEmit: true,
      customConditions: ['@bord/source'],
      noUnusedLocals: false,
      noPropertyAccessFromIndexSignature: false,
    };
    const config = join(folder, 'tsconfig.json');
    writeFileSync(
      config,
      JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }),
    );
    const { program } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!;
    expect([...program.getConfigFileParsingDiagnostics(), ...program.getProgramDiagnostics()]).toEqual([]);
    return modules.flatMap(({ document, file }) =>
      [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        ({ text }) => `${document}: ${text}`,
      ),
    );
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

const MISTAKEN_PAGE = 'README-control.md';

/** A page with mistakes in it, which must be found. */
const MISTAKEN =
  '```sh\nnpx bord bookings lst --location ID   # a comment\nnpm run nonsense\n```\n\n```ts\nimport { nonsense } from "@bord/engine";\n```\n';

/** The compiler's errors for all documents and the one with mistakes. */
const compiled = lazy(() => compile([...ofLanguage('ts'), ...blocksIn(MISTAKEN_PAGE, MISTAKEN).slice(1)]));

test('every TypeScript of the documents compiles, as strictly as the project', () => {
  expect(compiled().filter((line) => !line.startsWith(MISTAKEN_PAGE))).toEqual([]);
  expect(ofLanguage('ts').length).toBeGreaterThan(8);
});

test('control: an unknown command, option, script or name in a block is found', async () => {
  const [shell] = blocksIn('README.md', MISTAKEN);
  expect(commandsIn(shell!.text, 'bord')).toEqual([['bookings', 'lst', '--location', 'ID']]);
  expect(commandsIn(shell!.text, 'npm')).toEqual([['run', 'nonsense']]);
  expect(await faultOf(['bookings', 'lst'])).toContain('unknown command');
  expect(await faultOf(['bookings', 'list', '--location', 'ID', '--dat', 'x'])).toContain('unknown option');
  const unknown = compiled().filter((line) => line.startsWith(MISTAKEN_PAGE));
  expect(unknown).toEqual([expect.stringContaining("no exported member 'nonsense'")]);
});

test.each(['packages/engine/README.md', 'packages/adapter-sqlite/README.md', 'packages/cli/README.md'])(
  'the program of %s runs to its end',
  (document) => {
    const folder = mkdtempSync(join(ROOT, 'packages', '.readme-'));
    try {
      const text = ofLanguage('ts').filter((one) => one.document === document);
      writeFileSync(join(folder, 'program.ts'), text.map((one) => one.text).join('\n'));
      writeFileSync(join(folder, 'bistro.yaml'), blocks(RESTAURANT, 'yaml')[0]!);
      const args = ['--conditions=@bord/source', 'program.ts'];
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('the program of docs/start/embed.md has at most twenty lines, serves, and ends on a signal', async () => {
  const program = ofLanguage('ts').find(({ document }) => document === EMBEDDING)!.text;
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  const folder = mkdtempSync(join(ROOT, 'packages', '.readme-'));
  const port = await freePort();
  writeFileSync(join(folder, 'embed.ts'), program.replace('listen(3000', `listen(${port}`));
  const child = spawn(process.execPath, ['--conditions=@bord/source', 'embed.ts'], { cwd: folder });
  try {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    const [locationId, key] = chunk.toString().trim().split(' ');
    const position = `http://127.0.0.1:${port}/v1/partner-api/locations/${locationId}`;
    const headers = { authorization: `Bearer ${key}` };
    const ask = () => fetch(`${position}/availability?date=2027-02-05&partySize=4`, { headers });
    const answer = await vi.waitFor(ask, 60_000);
    expect(answer.status).toBe(200);
    await answer.text();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});
