/** The limits of D52 under attack, without measuring time: a sample of `npm run proof -- abuse`, on one storage in each run. */
import { type BookingPage } from '@bord/engine';
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { type StorageKind, storages, storageSample } from '../../support/storages.ts';
import { dateAfter, openSite, TABLES } from '../guests/site.ts';
import { chanceOf } from '../seating/random.ts';
import { bookHonestly, HONEST } from './honest.ts';
import { attacker, hostilePost } from './hostile.ts';
import { beyondLimits } from './exceeded-limits.ts';

const STARTS = [1, 2, 3].flatMap((days) =>
  ['17:30', '18:30', '19:30', '20:30'].map((time) => `${dateAfter(days)}T${time}:00Z`),
);

/** Attacks, and then books as a guest behind the first address; the guest's steps, and the limits that are exceeded. */
async function attacked(
  storage: StorageKind,
  { addresses, posts, page = {} }: { addresses: number; posts: number; page?: Partial<BookingPage> },
) {
  const site = await openSite(storage, page);
  const chance = chanceOf(seed);
  const statuses = new Set<number>();
  try {
    for (let sent = 0; sent < posts; sent += 20)
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { address, path, fields } = hostilePost(chance, addresses, STARTS);
          statuses.add((await site.guest(address, path, fields)).status);
        }),
      );
    const ask = (path: string, fields?: Record<string, string>) => site.guest(attacker(0), path, fields);
    const steps = await bookHonestly({ ask, mailedLink: site.mailedLink }, dateAfter(1));
    const rows = await site.rows();
    const mails = await site.recipients();
    const faults = beyondLimits(rows, mails, { tables: TABLES, nowMs: site.nowMs(), but: HONEST });
    return { steps, faults, statuses: [...statuses] };
  } finally {
    await site.close();
  }
}

for (const storage of storageSample)
  test.each([
    [1, inFull(10_000, 620)],
    [1000, inFull(10_000, 240)],
  ])(
    `D52 under hostile posts of %i networks tables and e-mails stay within the limits, and an honest guest books: ${storage.name}`,
    async (addresses, posts) => {
      const { steps, faults, statuses } = await attacked(storage, { addresses, posts });
      expect(steps.at(-1), steps.join()).toBe('booked');
      expect(faults).toEqual([]);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    },
  );

test('D52 without the limits of the page the attack exceeds them', async () => {
  const page = { unconfirmedPercent: 100, surgeBookings: 1000 };
  const { faults } = await attacked(storages[0]!, { addresses: 1000, posts: 300, page });
  expect(faults.join()).toContain('tables at');
});
