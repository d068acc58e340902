/**
 * A host in a separate process, which can be killed at any time. It prints each point that it reaches.
 *
 *     … process.ts DATABASE KIND FIRST_DAY SEED
 */
import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type HostKind, HOSTS } from '../../support/hosts.ts';
import { randomFrom } from '../../support/killed-processes.ts';
import { ordersOf } from './orders.ts';

const [database, kind, firstDay, seed] = process.argv.slice(2);
const random = randomFrom(Number(seed));
const { next, transact } = ordersOf(await HOSTS[kind as HostKind](database!), {
  random,
  firstDay: Number(firstDay),
  async arriveAt(point, _, change) {
    writeSync(1, `${JSON.stringify({ point, change, atMs: Date.now() })}\n`);
    if (point !== 'committing') await pause(random() * 4);
  },
});
for (;;) await transact(next(), random() < 0.75 ? 'commit' : 'rollback');
