/** `npm run histories`: what it does, and by which options, its `--help` tells. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ending } from '../../support/ending.ts';
import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { CONTROL_NAMES, type ControlName, controlOf } from './controls.ts';
import type { DatabaseKind } from './database.ts';
import { FAULT_NAMES, type FaultName, faultsOf, MEANING, whyNot } from './faults.ts';
import { type Installation, openInstallation } from './installation.ts';
import { runRound } from './round.ts';
import { shrink, written } from './shrink.ts';
import { Tally } from './tally.ts';

const HELP = `Real servers and a real database, killed, stopped, cut off and starved of disk, while scripted clients book, hold, confirm, move, cancel, read
and repeat. Each location and date is a history: a checker looks for an order in which all its answers are right. After each round all that was
acknowledged must be stored, once, and its events and mails must have arrived.

  npm run histories
  npm run histories -- --rounds 100 --storage postgres
  npm run histories -- --rounds 1 --seed 7                   that round again, as far as processes allow
  npm run histories -- --faults kill,fsync                   none but these
  npm run histories -- --storage sqlite --control double     a wrong installation, in which it must find something

  --rounds N       of each storage; 20 histories a round (default 5)
  --seed S         of the first round; the next have the next seeds
  --storage NAME   sqlite or postgres (default: one after the other)
  --faults NAMES   ${FAULT_NAMES.join(', ')} or none (default: all that this machine can bring about)
  --servers N      processes on one database (default 3)
  --control NAME   ${CONTROL_NAMES.join(', ')}: exit code 0 when the fault was found
  --json           the table as JSON
  --keep FOLDER    where violations and logs are written (default: in the system's folder for temporary files)

Exit code 1: a violation, or something lost, unsent or strange; 2: wrong usage.`;

const options = readOptions(HELP, {
  rounds: '5',
  seed: randomSeed(),
  storage: undefined,
  faults: undefined,
  servers: '3',
  control: undefined,
  json: false,
  keep: join(tmpdir(), 'bord-histories-found'),
});

const storages: readonly DatabaseKind[] = options.storage
  ? [oneOf('storage', ['sqlite', 'postgres'] as const, options.storage)]
  : ['sqlite', 'postgres'];
const controlName: ControlName | null = options.control
  ? oneOf('control', CONTROL_NAMES, options.control)
  : null;
const rounds = wholeNumber('rounds', options.rounds);
const firstSeed = wholeNumber('seed', options.seed, 0);
const servers = wholeNumber('servers', options.servers);
const givenFaults = options.faults
  ?.split(',')
  .filter((name) => name !== 'none')
  .map((name) => oneOf('faults', FAULT_NAMES, name));
const say = (text: string): void => void process.stderr.write(`${text}\n`);

const ending = new Ending();
const tallies: Tally[] = [];
for (const storage of storages) tallies.push(await runOn(storage));
if (options.json) console.log(JSON.stringify({ seed: firstSeed, storages: tallies }, null, 2));
else for (const tally of tallies) console.log(tally.text());
const isSound = tallies.every(({ isSound: isWell }) => isWell);
if (controlName) {
  const isFound = tallies.every(({ hasFound }) => hasFound);
  say(isFound ? 'The fault was found.' : 'THE FAULT WAS NOT FOUND.');
  process.exitCode = isFound ? 0 : 1;
} else process.exitCode = isSound ? 0 : 1;

async function runOn(storage: DatabaseKind): Promise<Tally> {
  const control = controlName && controlOf(controlName, storage);
  const faults = namesOfFaults(control?.faults);
  say(`${storage}, ${servers} servers, seed ${firstSeed}${control ? `, which ${control.means}` : ''}`);
  for (const name of faults) say(`  ${name}: ${MEANING[name][storage]}`);
  const tally = new Tally(storage, servers);
  const installation = await ending.open(() =>
    openInstallation({
      storage,
      servers,
      preload: control?.preload,
      prepareEmpty: control?.prepareEmpty,
    }),
  );
  const progress = setInterval(() => say(tally.progress()), 1000);
  try {
    await control?.prepare?.(installation.database);
    for (let round = 0; round < rounds; round++)
      if (!(await oneRound(installation, tally, round, faults))) break;
  } catch (error) {
    tally.broken(error);
    say(String(error));
  } finally {
    clearInterval(progress);
    await ending.close().catch((error: unknown) => tally.broken(error));
  }
  return tally;
}

/** Runs a round; returns whether to continue. */
async function oneRound(
  installation: Installation,
  tally: Tally,
  number: number,
  faults: readonly FaultName[],
): Promise<boolean> {
  const seed = firstSeed + number;
  const result = await runRound(installation, {
    number,
    seed,
    faults: faultsOf(faults),
    locations: 4,
    dates: 5,
    clients: 3,
    requests: 12,
    onProgress: (done) => tally.during(done),
  });
  tally.add(result);
  for (const what of [...result.lost, ...result.strange, ...result.unsent].slice(0, 20))
    say(`    round ${number + 1}, seed ${seed}: ${what}`);
  for (const { history, model, isUndecided } of result.violations.slice(0, 3)) {
    const path = join(
      options.keep,
      `${installation.database.kind}-${seed}-${history.name.split(' ')[0]}.json`,
    );
    mkdirSync(options.keep, { recursive: true });
    writeFileSync(path, JSON.stringify(history, null, 1));
    say(`    seed ${seed}; all of it in ${path}`);
    say(isUndecided ? `${history.name}: no order was found in time` : written(shrink(history, model)));
  }
  if (!tally.isSound) keepLogs(installation.folder);
  return controlName === null || !tally.hasFound;
}

/** Copies the logs of servers and database so far. */
function keepLogs(folder: string): void {
  mkdirSync(options.keep, { recursive: true });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.log')))
    copyFileSync(join(folder, name), join(options.keep, name));
}

function namesOfFaults(needed: readonly FaultName[] = FAULT_NAMES): readonly FaultName[] {
  return (givenFaults ?? needed).filter((name) => {
    const reason = whyNot(name);
    if (reason) say(`  ${name}: skipped, ${reason}`);
    return reason === null;
  });
}
