/** `npm run walk`: how long the walks of `docs/walks.md` are, and whether they keep their budgets. */
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oneOf, readOptions } from '../support/instrument-options.ts';
import { setup } from '../support/postgres.ts';
import { readFunctions } from './functions.ts';
import { listingOf } from './listing.ts';
import { measure, type Walk } from './measure.ts';
import { pageText, tableText } from './page.ts';
import { Installation, ROWS } from './rows.ts';

const HELP = `Counts the files, functions and folders that a request enters, and its returns to a folder. Writes docs/walks.md.

npm run walk -- [options]

  --list NAME   print the path of one walk: ${ROWS.map(({ name }) => name).join(', ')}
  --json        print the figures as JSON

Exit code: 0 all budgets hold, 1 a budget is exceeded, 2 wrong usage. About a minute.`;

const options = readOptions(HELP, { list: undefined, json: false });
const names = ROWS.map(({ name }) => name);
if (options.list !== undefined) oneOf('list', names, options.list);
const rows = ROWS.filter(({ name }) => (options.list ?? name) === name);

await run();

async function run(): Promise<void> {
  const walks = await measureAll();
  if (options.list !== undefined) return console.log(listingOf(walks[0]!.steps));
  writeFileSync(join(root(), 'docs/walks.md'), pageText(walks));
  if (options.json)
    console.log(
      JSON.stringify(
        walks.map(({ row: { name, budget }, figures, over }) => ({
          name,
          figures,
          budget,
          isOver: over.length > 0,
        })),
        null,
        2,
      ),
    );
  else console.log(tableText(walks));
  for (const { row, over } of walks) {
    if (over.length === 0) continue;
    process.exitCode = 1;
    console.error(`${row.title}: ${over.join('; ')}. Find the returns: npm run walk -- --list ${row.name}`);
  }
}

function root(): string {
  return resolve(import.meta.dirname, '../..');
}

async function measureAll(): Promise<readonly Walk[]> {
  const sources = globSync(join(root(), 'packages/*/src/**/*.ts')).filter(
    (path) => !/\.test\.ts$|\/script\/browser\//.test(path),
  );
  const map = readFunctions(sources, root());
  const folder = mkdtempSync(join(tmpdir(), 'bord-walk-'));
  const mapFile = join(folder, 'functions.json');
  writeFileSync(mapFile, JSON.stringify(map));
  const stopPostgres = await setup();
  try {
    const installation = await Installation.open(mapFile);
    const walks: Walk[] = [];
    try {
      for (const row of rows) walks.push(await measure(installation, row, map.functions));
    } finally {
      await installation.close();
    }
    return walks;
  } finally {
    await stopPostgres();
    rmSync(folder, { recursive: true });
  }
}
