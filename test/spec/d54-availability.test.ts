/** `availability.changed` waits for the undo of a change at the console, and is withdrawn if the undo restores the availability: on every storage. */
import { createEngine, DAY_MS, HOUR_MS, MINUTE_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type StorageKind, storages } from '../support/storages.ts';

const { aCaller, aLocation, aRequest, LOCATION_ID } = fixtures;
const WINDOW_MS = 15_000;
/** Noon (UTC) of the day after tomorrow. */
const START_MS = (Math.floor(Date.now() / DAY_MS) + 2.5) * DAY_MS;
const DATE = new Date(START_MS).toISOString().slice(0, 10);
const UNDOS = ['move', 'cancel', 'create', 'block', 'close'] as const;

async function aConsole(kind: StorageKind) {
  // PostgreSQL decides by its own clock what is due: by it, all times of this test are over.
  const clock = { ms: Date.now() - HOUR_MS, nowMs: () => clock.ms };
  const opened = await kind.open(clock);
  await aLocation(opened.storage);
  const posted: unknown[] = [];
  const engine = createEngine({
    storage: opened.storage,
    clock,
    secretKeys: [new Uint8Array(32).fill(7)],
    webhooks: {
      checkUrl: () => null,
      post: async ({ body }) => {
        posted.push((JSON.parse(body) as { data: { dates: unknown } }).data.dates);
        return { kind: 'answered', status: 200, start: '' };
      },
      close: async () => undefined,
    },
  });
  onTestFinished(async () => {
    engine.detach();
    await opened.close();
  });
  const url = 'https://other.example/times';
  await engine.operator.webhooks.add({
    partner: null,
    locationIds: [LOCATION_ID],
    url,
    eventTypes: ['availability.changed'],
  });
  const { id: staffId } = await engine.operator.staff.add({
    email: 'anna@example.se',
    locationId: LOCATION_ID,
    role: 'manager',
  });
  const roles = [{ locationId: LOCATION_ID, role: 'manager' as const }];
  const anna = engine.staff({ staffId, name: 'Anna', sessionId: 'ss_1', roles }).at(LOCATION_ID);
  const request = { ...aRequest(START_MS), idempotencyKey: null };
  const create = async (): Promise<string> => {
    const made = await anna.bookings.create(request);
    if (made.kind !== 'booked') throw new Error(made.kind);
    return made.booking.id;
  };
  const sent = async (): Promise<readonly unknown[]> => {
    await engine.background.deliverDue();
    return posted.splice(0);
  };
  return {
    anna,
    partner: engine.partner(aCaller()),
    request,
    create,
    pass: (ms: number) => void (clock.ms += ms),
    sent,
    /** All that waits for an undo is sent. */
    sentAtEnd: () => {
      clock.ms += WINDOW_MS;
      return sent();
    },
    /** A change, and its undo. */
    async changeOf(which: (typeof UNDOS)[number], id: string): Promise<() => Promise<unknown>> {
      const { bookings, tables, closures } = anna;
      if (which === 'move') {
        await bookings.move(id, { startMs: START_MS + HOUR_MS });
        return () => bookings.revert(id);
      }
      if (which === 'cancel') {
        await bookings.cancel(id);
        return () => bookings.revert(id);
      }
      if (which === 'create') {
        const other = await create();
        return () => bookings.cancel(other);
      }
      if (which === 'block') {
        const made = await tables.block({
          tables: ['B'],
          startMs: START_MS,
          endMs: START_MS + HOUR_MS,
          reason: null,
        });
        if (made.kind !== 'blocked') throw new Error(made.kind);
        return () => tables.unblock(made.block.id);
      }
      const { id: closureId } = await closures.add({ from: DATE, to: DATE, reason: null });
      return () => closures.remove(closureId);
    },
  };
}

for (const kind of storages) {
  test(`D54 availability.changed leaves 15 s after a change at the console, and not if it was undone by then [${kind.name}]`, async () => {
    const { create, changeOf, pass, sent, sentAtEnd } = await aConsole(kind);
    const id = await create();
    expect(await sentAtEnd()).toEqual([[DATE]]);
    for (const which of UNDOS) {
      const undo = await changeOf(which, id);
      pass(WINDOW_MS - 1);
      await undo();
      expect([which, await sent(), await sentAtEnd()]).toEqual([which, [], []]);
    }
    for (const which of UNDOS.filter((one) => one !== 'cancel')) {
      const undo = await changeOf(which, id);
      expect([which, await sentAtEnd()]).toEqual([which, [[DATE]]]);
      await undo();
      expect([which, await sentAtEnd()]).toEqual([which, [[DATE]]]);
    }
  });

  test(`D54 D37 availability.changed leaves for the change of a partner, and for the undo that follows [${kind.name}]`, async () => {
    const { anna, create, partner, request, changeOf, pass, sent, sentAtEnd } = await aConsole(kind);
    const id = await create();
    await sentAtEnd();
    const undo = await changeOf('move', id);
    await partner.createBooking(LOCATION_ID, request);
    // For PostgreSQL it has been due since the time of the change.
    pass(5000);
    expect(await sent()).toEqual([[DATE]]);
    await undo();
    expect(await sentAtEnd()).toEqual([[DATE]]);
    // Two bookings: one event, which is sent for the one that stays changed.
    const first = await changeOf('move', id);
    const other = (await anna.bookings.list({})).find((one) => one.id !== id)!;
    await anna.bookings.move(other.id, { startMs: START_MS + 30 * MINUTE_MS });
    await first();
    expect(await sentAtEnd()).toEqual([[DATE]]);
  });
}
