import fc from 'fast-check';
import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { setup } from '../../support/postgres.ts';
import { storages } from '../../support/storages.ts';
import { CONTROLS } from './policies.ts';
import { newTally } from './model.ts';
import { aHistory, play } from './history.ts';

const HELP = `Random policies over random restaurants, on every storage, against a model that tries every arrangement of tables.

npm run proof -- policies [options]

  --histories N   histories on each storage (300)
  --storage NAME  only on this storage: ${storages.map(({ name }) => name).join(', ')}
  --seed N        repeat the histories of a run

After each step the times that are shown, the answer, its alternatives and the tables of the waitlist are compared with the model. Then each control
plants a fault where the engine meets the policies, and the comparison must find it.

Exit code: 0 no difference, and each control found; 1 otherwise; 2 wrong usage.`;

/** Some faults show only when several rare steps come together. */
const CONTROL_HISTORIES = 1_000;

const options = readOptions(HELP, { histories: '300', storage: undefined, seed: randomSeed() });
const numRuns = wholeNumber('histories', options.histories);
const seed = wholeNumber('seed', options.seed, 0);
const names = storages.map(({ name }) => name);
const only = options.storage === undefined ? null : oneOf('storage', names, options.storage);
console.log(`seed ${seed}`);
const histories = fc.sample(aHistory, { seed, numRuns });
const stopPostgres = await setup();
try {
  for (const kind of storages.filter(({ name }) => only === null || name === only)) {
    const tally = newTally();
    let difference: string | null = null;
    let played = 0;
    for (const history of histories) {
      difference = await play(history, kind, null, tally);
      played += 1;
      if (difference) break;
    }
    console.log(`${kind.name}: ${played} histories`, JSON.stringify(tally));
    if (difference) fail(`${kind.name}, seed ${seed}, history ${played - 1}: ${difference}`);
  }
  const controlled = fc.sample(aHistory, { seed, numRuns: Math.max(numRuns, CONTROL_HISTORIES) });
  for (const control of only ? [] : CONTROLS) {
    const [memory] = storages;
    let found: string | null = null;
    for (const history of controlled) {
      found = await play(history, memory!, control, newTally());
      if (found) break;
    }
    if (found) console.log(`control ${control}: found`);
    else fail(`control ${control}: not found in ${controlled.length} histories`);
  }
} finally {
  await stopPostgres();
}

function fail(text: string): void {
  console.error(text);
  process.exitCode = 1;
}
