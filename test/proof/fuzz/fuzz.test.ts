/** A sample of `npm run proof -- fuzz`, on every storage. */
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { storages, storageSample } from '../../support/storages.ts';
import { CONTROL_RUN, CONTROLS } from './controls.ts';
import { fuzz } from './fuzz.ts';

test.each(storageSample)(
  '§7 D8 D11 the server accepts, rejects and answers requests at random as its document says: $name',
  async (storage) => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const { violations, classes } = await fuzz({ storage, seed, requests: inFull(10_000, 120) });
    expect(violations).toEqual([]);
    expect(Math.min(classes.valid, classes.invalid)).toBeGreaterThan(10); // control
  },
);

test.each(Object.entries(CONTROLS))(
  '§7 a server with a planted fault is found by requests at random: %s',
  async (kind, tamper) => {
    const { counts, violations } = await fuzz({
      storage: storages[0]!,
      ...CONTROL_RUN,
      tamper,
    });
    expect(violations.map((violation) => violation.kind)).toContain(kind);
    expect({ ...counts, [kind]: 0 }).toEqual({ failed: 0, undocumented: 0, rejected: 0, accepted: 0 });
  },
);
