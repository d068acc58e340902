/** The history of a guest is erased with the guest (D43), also during a concurrent change. */
import { type Booking, createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { storages } from '../support/storages.ts';

const { aLocation, aRequest, FRIDAY_MS, LOCATION_ID } = fixtures;
const DAY_MS = 86_400_000;
const SIX_MS = FRIDAY_MS + 17 * 3_600_000;
const CANARY = 'xylitol';

/** Waits for this number of turns: in memory every step takes fewer. */
async function after(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
}

for (const { name, open } of storages) {
  test(`D43 an erasure during edits and other changes restores neither the guest nor their history [${name}]`, async () => {
    let nowMs = FRIDAY_MS;
    const clock = { nowMs: () => nowMs };
    const opened = await open(clock);
    const [here, there] = [opened.storage, await opened.reopen()].map((storage) =>
      createEngine({ storage, clock }),
    ) as [ReturnType<typeof createEngine>, ReturnType<typeof createEngine>];
    await aLocation(opened.storage, { guestRetentionDays: null });
    let edits = 0;
    for (let round = 0; round < inFull(40, 6); round++) {
      const email = `${CANARY}${round}@example.com`;
      const guest = { name: CANARY, email, phone: CANARY, notes: CANARY, language: null };
      nowMs = FRIDAY_MS + round * DAY_MS;
      const made = await here.operator.at(LOCATION_ID).bookings.create({
        ...aRequest(SIX_MS + round * DAY_MS),
        guest,
      });
      if (made.kind !== 'booked') throw new Error('not booked');
      const { id } = made.booking;
      await here.operator.bookings.edit(id, { notes: `${CANARY} more` });
      nowMs += DAY_MS;
      await opened.pass(DAY_MS);
      await here.operator.bookings.complete(id);
      const counted = (engine: typeof here, notes: string): Promise<void> =>
        engine.operator.bookings.edit(id, { notes }).then(
          () => void (edits += 1),
          (error: { code: string }) => expect(error.code).toBe('conflict'),
        );
      await Promise.all([
        counted(here, `${CANARY} 1`),
        counted(there, `${CANARY} 2`),
        there.operator.bookings.undo(id),
        after(round * 6)
          .then(() => here.operator.guests.erase(email))
          .catch((error: { code: string }) => expect(error.code).toBe('conflict')),
        counted(there, `${CANARY} 3`),
        here.operator.bookings.markNoShow(id).catch(() => undefined),
        counted(here, `${CANARY} 4`),
      ]);
      await here.operator.guests.erase(email);
      const left: Booking = await there.operator.bookings.read(id);
      expect(left.guest.name).toBe('');
      expect(left.formerGuests).toEqual([]);
      expect(JSON.stringify(left)).not.toContain(CANARY);
      expect(left.history[0], 'that something was changed stays').toMatchObject({
        kind: 'edited',
        guestFields: ['notes'],
      });
    }
    expect(edits).toBeGreaterThan(0);
    for (const engine of [here, there]) engine.detach();
    await opened.close();
  });
}
