/** A sample of `npm run proof -- guests`, on every storage. */
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { storages, storageSample } from '../../support/storages.ts';
import { runGuests } from './guests.ts';

test.each(storageSample)(
  'D52 a guest with a hold who finishes in time has the table: $name',
  async (storage) => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const report = await runGuests({ storage, guests: inFull(300, 15), rivals: 20, seed, hasHolds: true });
    expect(report).toMatchObject({ taken: 0, others: [], lost: [], booked: report.finished });
    expect(report.rivalsBooked).toBeGreaterThan(0);
  },
);

test('D52 without holds some guests lose the time', async () => {
  const report = await runGuests({ storage: storages[0]!, guests: 30, rivals: 50, seed, hasHolds: false });
  expect(report.taken).toBeGreaterThan(0);
});
