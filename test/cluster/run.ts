import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chanceOf } from '../seating/random.ts';
import { Ending } from '../support/ending.ts';
import { openInstallation } from './installation.ts';
import { runRow, type Verdict } from './round.ts';
import { bookingsAtOldPrimary, ROWS } from './rows.ts';

const HELP = `Primaries that end in every way, under load, and what becomes of bookings, events and mails.

npm run failover -- [options]

  --rounds N     each is a new PostgreSQL with two standbys and two servers, and each row once (3)
  --seed S       of the first round; the next ones follow it (random)
  --row NAME     only this row; may be given more than once:
                 ${ROWS.map(({ name }) => name).join(', ')}
  --front        servers know one address, which leads to the primary, as behind a proxy

Examples:
  npm run failover -- --rounds 30 --seed 9100
  npm run failover -- --rounds 1 --row killed --row 'cut off'

A line tells each row. Exit code: 0 all as it must be, 1 something was lost, was done twice, went to an old primary or took longer than it
may; then logs stay, and are named.`;

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    row: { type: 'string', multiple: true, default: ROWS.map(({ name }) => name) },
    front: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
const verdicts: Verdict[] = [];
let failures = 0;
console.log(`seed ${options.seed}`);
const ending = new Ending();

for (let round = 0; round < Number(options.rounds); round++) {
  const seed = Number(options.seed) + round;
  const chance = chanceOf(seed);
  const logs = join(tmpdir(), `bord-failover-logs-${seed}`);
  const installation = await ending.open(() => openInstallation({ chance, isFronted: options.front }));
  try {
    let [primary] = installation.cluster.hosts;
    for (const row of ROWS.filter(({ name }) => options.row.includes(name))) {
      const verdict = await runRow(installation, row, primary!, chance);
      verdicts.push(verdict);
      ({ primary } = verdict);
      tell(round + 1, verdict);
      const wrong = [...verdict.faults, ...verdict.late];
      if (wrong.length === 0) continue;
      failures += 1;
      installation.keepLogs(logs);
      console.log(
        wrong
          .slice(0, 20)
          .map((what) => `    ${what}`)
          .join('\n'),
      );
      console.log(`    again with --rounds 1 --seed ${seed}; logs in ${logs}`);
    }
  } catch (error) {
    failures += 1;
    installation.keepLogs(logs);
    console.log(`round ${round + 1}, seed ${seed}: ${String(error)}; logs in ${logs}`);
  } finally {
    await ending.close();
  }
}
if (!options.front) await tryWithoutFence();

/** The control of the fence: without it, servers write to the old primary that has come back, and it is seen. */
async function tryWithoutFence(): Promise<void> {
  const chance = chanceOf(Number(options.seed));
  const preload = fileURLToPath(new URL('without-fence.ts', import.meta.url));
  const installation = await ending.open(() =>
    openInstallation({ chance }, { NODE_OPTIONS: `--import=${preload}` }),
  );
  installation.partners.work();
  let astray = 0;
  try {
    astray = await bookingsAtOldPrimary(installation, chance);
  } finally {
    await ending.close();
  }
  if (astray === 0) failures += 1;
  console.log(
    `${astray > 0 ? 'ok    ' : 'FAILED'} control, without the fence: ${astray} bookings written to an old primary`,
  );
}

function tell(
  round: number,
  { row, acknowledged, lost, refused, longestMs, promotionMs, answeredAfterMs, ...more }: Verdict,
): void {
  const isWell = more.faults.length + more.late.length === 0;
  console.log(
    `${isWell ? 'ok    ' : 'FAILED'} round ${round}, ${row}: ${acknowledged} changes acknowledged, ${lost} bookings lost, ${refused} requests refused; ` +
      `promoted in ${promotionMs} ms, changes again after ${answeredAfterMs} ms, longest request ${longestMs} ms`,
  );
}

for (const { name } of ROWS) {
  const of = verdicts.filter(({ row }) => row === name);
  if (of.length === 0) continue;
  const after = of.map(({ answeredAfterMs }) => answeredAfterMs).toSorted((a, b) => a - b);
  const sum = (read: (verdict: Verdict) => number): number => of.reduce((total, one) => total + read(one), 0);
  console.log(
    `${name}: ${of.length} times, ${sum((one) => one.acknowledged)} changes acknowledged, ${sum((one) => one.lost)} bookings lost; changes again after ${after[Math.floor(after.length / 2)]} ms (half), ` +
      `${after.at(-1)} ms (most); longest request ${Math.max(...of.map(({ longestMs }) => longestMs))} ms`,
  );
}
console.log(failures === 0 ? 'All as it must be.' : `${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;
