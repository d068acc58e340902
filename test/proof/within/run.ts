import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { DATABASES, randomFrom } from '../../support/killed-processes.ts';
import { setup } from '../../support/postgres.ts';
import { history } from './history.ts';

const HELP = `Rolls back and kills hosts that change bookings and their own rows in one transaction, and compares both.

npm run proof -- within [options]

  --rollbacks N   transactions that are rolled back on each database, and a third as many that are committed (1000)
  --kills N       hosts that are killed on each database (50)
  --database KIND sqlite or postgres; default: both
  --seed N        what is changed, how it is undone, and when a host is killed (random, printed)

Another process delivers webhooks and reads events and availability. They must show each commit within a second, and nothing that was rolled back.
A control follows: a host that writes its rows outside of its transactions must be noticed on each database.

Exit code: 0 all agreed, 1 not, or the control was not noticed, 2 wrong usage.`;

/** From a commit to webhooks, events and availability. */
const LATE_MS = 1000;

const options = readOptions(HELP, {
  rollbacks: '1000',
  kills: '50',
  database: undefined,
  seed: randomSeed(),
});
const rollbacks = wholeNumber('rollbacks', options.rollbacks);
const kills = wholeNumber('kills', options.kills, 0);
const kinds = options.database === undefined ? DATABASES : [oneOf('database', DATABASES, options.database)];
const seed = wholeNumber('seed', options.seed, 0);
const random = randomFrom(seed);
console.log(`seed ${seed}`);
const stopPostgres = await setup();
try {
  for (const kind of kinds) {
    const { webhooks, events, disagreeing, ...found } = await history(kind, { random, rollbacks, kills });
    const faults = {
      disagreeing: disagreeing.length,
      wrongTimes: found.wrongTimes,
      lost: webhooks.lost.length + events.lost.length,
      early: webhooks.early.length + events.early.length,
      disordered: events.disordered.length,
    };
    const longestMs = Math.max(found.longestMs, webhooks.longestMs, events.longestMs);
    const { committed, rolledBack, killed } = found;
    console.log(`${kind}: ${JSON.stringify({ committed, rolledBack, killed, ...faults, longestMs })}`);
    if (longestMs > LATE_MS || Object.values(faults).some((count) => count > 0)) process.exitCode = 1;
    const control = await history(kind, { random, rollbacks: 4, kills: 0, isOutside: true });
    const isNoticed = control.disagreeing.length > 0;
    console.log(`${kind}: the control was ${isNoticed ? '' : 'not '}noticed`);
    if (!isNoticed) process.exitCode = 1;
  }
} finally {
  await stopPostgres();
}
