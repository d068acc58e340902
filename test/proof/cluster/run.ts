import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chanceOf } from '../seating/random.ts';
import { Ending } from '../../support/ending.ts';
import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { type Installation, openInstallation } from './installation.ts';
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
may; then logs stay, and are named; 2 wrong usage.`;

const options = readOptions(HELP, {
  rounds: '3',
  seed: randomSeed(),
  row: ROWS.map(({ name }) => name),
  front: false,
});
const rounds = wholeNumber('rounds', options.rounds);
const firstSeed = wholeNumber('seed', options.seed, 0);
const ROW_NAMES = ROWS.map(({ name }) => name);
for (const name of options.row) oneOf('row', ROW_NAMES, name);
const verdicts: Verdict[] = [];
let failures = 0;
console.log(`seed ${firstSeed}`);
const ending = new Ending();

for (let round = 0; round < rounds; round++) {
  const seed = firstSeed + round;
  const chance = chanceOf(seed);
  const logs = join(tmpdir(), `bord-failover-logs-${seed}`);
  let installation: Installation | undefined;
  try {
    installation = await ending.open(() => openInstallation({ chance, isFronted: options.front }));
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
    installation?.keepLogs(logs);
    console.log(`FAILED round ${round + 1}, seed ${seed}: ${String(error)}; logs in ${logs}`);
  } finally {
    await ending.close();
  }
}
if (!options.front && !(await isSeenWithoutFence())) failures += 1;

/** The control of the fence: without it, servers write to the old primary that has come back. Chance decides whether they do, so it has three tries. */
async function isSeenWithoutFence(): Promise<boolean> {
  const preload = fileURLToPath(new URL('without-fence.ts', import.meta.url));
  for (const seed of [0, 1, 2].map((more) => firstSeed + more)) {
    const chance = chanceOf(seed);
    let found: string;
    try {
      const installation = await ending.open(() =>
        openInstallation({ chance }, { NODE_OPTIONS: `--import=${preload}` }),
      );
      installation.partners.work();
      const astray = await bookingsAtOldPrimary(installation, chance);
      found = `${astray} bookings written to an old primary`;
      if (astray > 0) {
        console.log(`ok     control, without the fence: ${found}`);
        return true;
      }
    } catch (error) {
      found = String(error);
    } finally {
      await ending.close();
    }
    console.log(`       control, without the fence, seed ${seed}: ${found}`);
  }
  console.log('FAILED control, without the fence: no booking was written to an old primary in three tries');
  return false;
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
