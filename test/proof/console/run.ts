import { openBrowser } from '../../browser/browser.ts';
import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { setup } from '../../support/postgres.ts';
import { storages } from '../../support/storages.ts';
import { type Played, play } from './play.ts';
import { CONTROLS, FINDINGS } from './world.ts';

const HELP = `A host works at the console in a browser, at random, while network, server and a second device interfere.

npm run proof -- console [options]

  --actions N     actions (1000)
  --storage NAME  ${storages.map(({ name }) => name).join(', ')} (sqlite)
  --seed N        the plan of a run; the timing of the browser is its own

After each action, page and messages are compared with the storage: each action is done once or shown as failed, the page shows the bookings as they are, and
no e-mail or event leaves for a change that was undone within 15 s. Then each control plants a fault, and the comparison must find it.

Exit code: 0 all held, and each control found; 1 otherwise; 2 wrong usage.`;

const CONTROL_ACTIONS = 60;

const options = readOptions(HELP, { actions: '1000', storage: 'sqlite', seed: randomSeed() });
const actions = wholeNumber('actions', options.actions);
const seed = wholeNumber('seed', options.seed, 0);
const names = storages.map(({ name }) => name);
const storage = oneOf('storage', names, options.storage);
const kind = storages.find(({ name }) => name === storage)!;
console.log(`seed ${seed}, ${storage}`);
const stopPostgres = storage === 'postgres' ? await setup() : null;
const browser = await openBrowser();
try {
  const played = await play(browser, { kind, seed, actions });
  report(played);
  if (played.fault !== null) fail(played.fault);
  for (const control of CONTROLS) {
    const { fault } = await play(browser, { kind, seed, actions: CONTROL_ACTIONS, control });
    if (fault?.includes(FINDINGS[control])) console.log(`control ${control}: found (${fault})`);
    else fail(`control ${control}: not found in ${CONTROL_ACTIONS} actions (${fault})`);
  }
} finally {
  await browser.close();
  await stopPostgres?.();
}

function report({ tally }: Played): void {
  for (const [name, value] of Object.entries(tally))
    console.log(`${name}:`, typeof value === 'number' ? value : JSON.stringify(value));
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
