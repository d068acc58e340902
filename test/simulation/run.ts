/**
 * The simulation at length:
 *
 *     node --conditions=@bord/source test/simulation/run.ts [operations] [seed]
 */
import { simulate } from './simulate.ts';

const [operations = 1e7, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number);
console.log(`${operations} operations from seed ${seed}`);
const total: Record<string, number> = {};
let done = 0;
for (let i = 0; done < operations; i++) {
  try {
    const history = await simulate(seed + i, 250);
    done += history.operations;
    for (const [name, count] of Object.entries(history.counts)) total[name] = (total[name] ?? 0) + count;
  } catch (error) {
    console.error(`seed ${seed + i}:`, error);
    process.exit(1);
  }
  if (i % 100 === 99) console.log(`${done} operations, all well`);
}
console.log(`${done} operations, all well`, total);
