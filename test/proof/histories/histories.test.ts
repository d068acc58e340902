/** A short round of histories, and in the long run the installations that are wrong on purpose. */
import { expect, onTestFinished, test } from 'vitest';
import { IS_LONG } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { CONTROL_NAMES, type Control, controlOf } from './controls.ts';
import type { DatabaseKind } from './database.ts';
import { FAULT_NAMES, type FaultName, faultsOf, whyNot } from './faults.ts';
import { openInstallation } from './installation.ts';
import { runRound } from './round.ts';
import { shrink, written } from './shrink.ts';
import { Tally } from './tally.ts';

/** Of the sources: what was built may be of another day. */
async function aRound(storage: DatabaseKind, faults: readonly FaultName[], size: number, control?: Control) {
  const servers = 2;
  const installation = await openInstallation({ ...control, storage, servers, isSource: true });
  onTestFinished(() => installation.close());
  await control?.prepare?.(installation.database);
  const tally = new Tally(storage, servers);
  for (let number = 0; number < (control ? 5 : 1) && !tally.hasFound; number++) {
    const result = await runRound(installation, {
      number,
      seed: seed + number,
      faults: faultsOf(faults.filter((name) => whyNot(name) === null)),
      locations: size,
      dates: 3,
      clients: 3,
      requests: 4 + 2 * size,
    });
    tally.add(result);
    for (const { history, model } of result.violations.slice(0, 1))
      console.log(written(shrink(history, model)));
    for (const what of [...result.lost, ...result.strange, ...result.unsent].slice(0, 5)) console.log(what);
  }
  console.log(`seed ${seed}, ${tally.text()}`);
  return tally;
}

test('D23 §4.3.1 §7 histories of two killed servers on SQLite are linearizable, and no acknowledged change is lost', async () => {
  expect((await aRound('sqlite', ['kill'], 1)).isSound).toBe(true);
});

if (IS_LONG)
  for (const storage of ['sqlite', 'postgres'] as const) {
    test(`D23 §4.3.1 §7 histories under every fault are linearizable, and no acknowledged change is lost [${storage}]`, async () => {
      expect((await aRound(storage, FAULT_NAMES, 4)).isSound).toBe(true);
    });

    for (const name of CONTROL_NAMES) {
      const control = controlOf(name, storage);
      test(`D23 §4.3.1 §7 control: an installation that ${control.means} is found out [${storage}]`, async () => {
        expect((await aRound(storage, control.faults, 4, control)).hasFound).toBe(true);
      });
    }
  }
