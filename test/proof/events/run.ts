import { setup as compileOnce } from '../../support/compile-cache.ts';
import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { DATABASES, randomFrom } from '../../support/killed-processes.ts';
import { setup } from '../../support/postgres.ts';
import { catchUp, history } from './history.ts';

const HELP = `Kills processes that change bookings and that read events, and compares what was acknowledged with what was delivered.

npm run proof -- events [options]

  --histories N   histories, shared out among the databases (200)
  --kills N       processes that are killed in each (3)
  --missed N      events that a subscriber has missed, read with 64 MB of heap (1000000)
  --database KIND sqlite or postgres; default: both
  --seed N        which process is killed, and when (random, printed)

A control follows: a log that loses events must be noticed on each database.

Exit code: 0 all changes were delivered in order, 1 not, or the control was not noticed, 2 wrong usage.`;

const options = readOptions(HELP, {
  histories: '200',
  kills: '3',
  missed: '1000000',
  database: undefined,
  seed: randomSeed(),
});
const histories = wholeNumber('histories', options.histories);
const kills = wholeNumber('kills', options.kills, 0);
const missed = wholeNumber('missed', options.missed, 0);
const kinds = options.database === undefined ? DATABASES : [oneOf('database', DATABASES, options.database)];
const seed = wholeNumber('seed', options.seed, 0);
const random = randomFrom(seed);
console.log(`seed ${seed}`);
const stops = [await setup(), await compileOnce()];
try {
  for (const kind of kinds) {
    const sums = { histories: 0, changes: 0, lost: 0, disordered: 0 };
    while (sums.histories < Math.ceil(histories / kinds.length)) {
      const { changes, lost, disordered } = await history(kind, { random, kills });
      sums.histories++;
      sums.changes += changes;
      sums.lost += lost.length;
      sums.disordered += disordered.length;
    }
    console.log(`${kind}: ${JSON.stringify(sums)}`);
    if (sums.lost + sums.disordered > 0) process.exitCode = 1;
    const { lost } = await history(kind, { random, kills: 0, fault: 'loses' });
    console.log(`${kind}: the control was ${lost.length > 0 ? '' : 'not '}noticed`);
    if (lost.length === 0) process.exitCode = 1;
    if (missed === 0) continue;
    const begunMs = performance.now();
    const { seen, inOrder, rssMb } = await catchUp(kind, missed);
    const seconds = Math.round((performance.now() - begunMs) / 1000);
    console.log(
      `${kind}: ${seen} missed events, in order: ${inOrder}, ${rssMb} MB, ${seconds} s with writing`,
    );
    if (seen !== missed || !inOrder) process.exitCode = 1;
  }
} finally {
  for (const stop of stops) await stop();
}
