/** Every change at a location is reported to its watchers: in the process that made it, and in others on the same storage. */
import { createEngine, type Engine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { storages } from '../../support/storages.ts';

const { aPlan, aRequest, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } = fixtures;
const HOUR_MS = 3_600_000;
const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;
const PLAN = aPlan({
  timeZone: 'Europe/Stockholm',
  floorPlan: { tables: [aTable('A'), aTable('B')], combinations: [], wastedSeatsMax: null },
});

/** The changes, and whether the process that makes them knows their dates. */
const CHANGES: readonly [name: string, dates: readonly string[], change: (at: Engine, id: string) => Promise<unknown>][] = [
  ['book', [FRIDAY], ({ operator }) => operator.at(LOCATION_ID).bookings.create({ ...aRequest(SIX_MS + HOUR_MS), idempotencyKey: null })],
  ['move', [FRIDAY], ({ operator }, id) => operator.bookings.move(id, { startMs: SIX_MS + HOUR_MS / 4 })],
  ['edit', [FRIDAY], ({ operator }, id) => operator.bookings.edit(id, { notes: 'window' })],
  ['pin', [FRIDAY], ({ operator }, id) => operator.bookings.pin(id, true)],
  ['arrive', [FRIDAY], ({ operator }, id) => operator.bookings.arrive(id)],
  ['block', [FRIDAY], ({ operator }) => operator.at(LOCATION_ID).tables.block({ tables: ['B'], startMs: SIX_MS + 3 * HOUR_MS, endMs: SIX_MS + 4 * HOUR_MS })],
  ['close', [], ({ operator }) => operator.at(LOCATION_ID).closures.add({ from: '2027-01-01', to: '2027-01-01', reason: null })],
  ['plan', [], ({ operator }) => operator.locations.apply({ ...PLAN, name: 'Another' }, LOCATION_ID)],
  ['cancel', [FRIDAY], ({ operator }, id) => operator.bookings.cancel(id)],
]; // prettier-ignore

for (const kind of storages)
  test(`D7 watchers in this process and in others are notified of every change, and of changes only [${kind.name}]`, async () => {
    const clock = { nowMs: () => SIX_MS - HOUR_MS };
    const opened = await kind.open(clock);
    const here = createEngine({ storage: opened.storage, clock });
    const other = createEngine({ storage: await opened.reopen(), clock });
    await here.operator.locations.apply(PLAN, LOCATION_ID);
    const made = await here.operator.at(LOCATION_ID).bookings.create(aRequest(SIX_MS));
    if (made.kind !== 'booked') throw new Error(made.kind);
    const { id } = made.booking;
    for (const [name, dates, change] of CHANGES) {
      const heard = { here: [] as (readonly string[])[], other: [] as (readonly string[])[] };
      const stops = [
        here.operator.at(LOCATION_ID).watch((changed) => void heard.here.push(changed)),
        other.operator.at(LOCATION_ID).watch((changed) => void heard.other.push(changed)),
      ];
      await change(here, id);
      await expect.poll(() => heard.here.length, { message: `${name} here` }).toBeGreaterThan(0);
      expect(heard.here[0], name).toEqual(dates);
      // The memory storage is one process's.
      if (kind.name !== 'memory')
        await expect
          .poll(() => heard.other.some((all) => all.length === 0 || all.includes(FRIDAY)), {
            message: `${name} there`,
          })
          .toBe(true);
      for (const stop of stops) stop();
    }
    const heard: unknown[] = [];
    const stop = here.operator.at(LOCATION_ID).watch((dates) => void heard.push(dates));
    await here.operator.bookings.cancel(id);
    await here.operator.bookings.preview(id).catch(() => undefined);
    await here.operator.at(LOCATION_ID).bookings.create({
      ...aRequest(SIX_MS, { partySize: 40 }),
      idempotencyKey: null,
    });
    const saturday = aRequest(SIX_MS + 24 * HOUR_MS);
    await here.operator.at(LOCATION_ID).bookings.create({ ...saturday, idempotencyKey: 'last' });
    await expect.poll(() => heard).toEqual([['2030-03-02']]);
    stop();
    for (const engine of [here, other]) engine.detach();
    await opened.close();
  });
