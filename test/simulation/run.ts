/**
 * The simulation at length, history after history, each from a seed of its own:
 *
 *     node --conditions=@bord/source test/simulation/run.ts [--operations N] [--seed S] [--storage memory|sqlite]
 *
 * Says once a second how far it is. A failure ends it, with the seed that brings it back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { memoryStorage } from '@bord/engine/testing';
import { type History, type Open, simulate } from './simulate.ts';

const WISHES = 400;

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 31)}` },
    storage: { type: 'string', default: 'memory' },
  },
});
const [operations, seed] = [Number(values.operations), Number(values.seed)];
if (!(operations > 0) || !Number.isSafeInteger(seed) || !['memory', 'sqlite'].includes(values.storage)) {
  console.error('usage: run.ts [--operations N] [--seed S] [--storage memory|sqlite]');
  process.exit(2);
}

/** One history, on a storage that is empty. */
async function historyOf(ownSeed: number): Promise<History> {
  if (values.storage === 'memory') return simulate(ownSeed, WISHES, undefined, memoryStorage);
  const folder = mkdtempSync(join(tmpdir(), 'bord-simulation-'));
  const path = join(folder, 'bord.db');
  const closing: (() => Promise<void>)[] = [];
  const open: Open = (clock) => {
    const storage = sqliteStorage({ path, migrate: true, clock });
    closing.push(() => storage.close());
    return storage;
  };
  try {
    return await simulate(ownSeed, WISHES, undefined, open);
  } finally {
    for (const close of closing) await close();
    rmSync(folder, { recursive: true });
  }
}

const total: Record<string, number> = {};
const begunMs = performance.now();
let done = 0;
let shownMs = begunMs;
const perSecond = (): number => Math.round((done / (performance.now() - begunMs)) * 1000);
console.log(`${operations} operations on ${values.storage} from seed ${seed}`);
for (let i = 0; done < operations; i++) {
  try {
    const history = await historyOf(seed + i);
    done += history.operations;
    for (const [name, count] of Object.entries(history.counts)) total[name] = (total[name] ?? 0) + count;
  } catch (error) {
    console.error(`seed ${seed + i}:`, error);
    process.exit(1);
  }
  if (performance.now() - shownMs < 1000) continue;
  shownMs = performance.now();
  console.log(`${done} operations in ${i + 1} histories, ${perSecond()} a second, all well`);
}
console.log(`${done} operations, ${perSecond()} a second, all well`, total);
