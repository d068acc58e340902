/**
 * Measures a server with more work than capacity:
 *
 *     node --conditions=@bord/source test/load/run.ts [times]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bord } from '../servers/bord-process.ts';
import { furnish } from './busy-restaurants.ts';
import { quantile } from './load.ts';
import { strain } from './overload.ts';

const times = Number(process.argv[2] ?? 5);
const folder = mkdtempSync(join(tmpdir(), 'bord-overload-'));
const path = join(folder, 'bord.db');
const restaurants = await furnish(path);
const bord = new Bord(`sqlite:${path}`);
const server = await bord.serve();
const { capacity, hits, bookingsAnswered, recoveredAfterMs } = await strain(
  Number(new URL(server.root).port),
  restaurants,
  times,
);
console.log(`capacity ${Math.round(capacity)} requests/s, offered ${Math.round(capacity * times)}`);
for (const kind of ['create', 'day', 'batch']) {
  const of = hits.filter((hit) => hit.kind === kind);
  const statuses = Object.entries(Object.groupBy(of, ({ status }) => String(status)));
  const counts = statuses.map(
    ([status, some]) => `${some!.length} × ${status === '0' ? 'no answer' : status}`,
  );
  const ms = of.filter(({ status }) => status !== 0 && status !== 503).map((hit) => hit.ms);
  const [half, most] = [0.5, 0.99].map((share) => Math.round(quantile(ms, share)));
  console.log(`${kind.padEnd(7)}${counts.join(', ')}; half within ${half} ms, 99 % within ${most} ms`);
}
console.log(
  `bookings kept: ${(bookingsAnswered * 100).toFixed(2)} %; recovered after ${recoveredAfterMs ?? 'more than 5000'} ms`,
);
await server.stop();
rmSync(folder, { recursive: true });
