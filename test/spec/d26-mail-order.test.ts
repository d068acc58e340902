/** E-mails to the guest of a booking leave in the order of its changes: on every storage. */
import { createEngine, DAY_MS, HOUR_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { storages } from '../support/storages.ts';

const { aCaller, aLocation, aRequest, FRIDAY_MS, LOCATION_ID } = fixtures;
const START_MS = FRIDAY_MS + 18 * HOUR_MS;

for (const kind of storages) {
  test(`D26 D54 three e-mails of one booking that are due together leave in the order of its changes [${kind.name}]`, async () => {
    let nowMs = FRIDAY_MS - 3 * DAY_MS;
    const clock = { nowMs: () => nowMs };
    const opened = await kind.open(clock, { isDueByClock: true });
    await aLocation(opened.storage);
    const sent: string[] = [];
    const mailer = {
      isLocal: true,
      // The earlier the e-mail, the longer it takes.
      async send(mail: { readonly kind: string }) {
        const turns = { confirmation: 60, moved: 30 }[mail.kind] ?? 0;
        for (let i = 0; i < turns; i++) await turn();
        sent.push(mail.kind);
      },
      erase: async () => 0,
      purge: async () => 0,
      close: async () => undefined,
    };
    const engine = createEngine({
      storage: opened.storage,
      clock,
      secretKeys: [new Uint8Array(32).fill(7)],
      mailer,
    });
    onTestFinished(async () => {
      engine.detach();
      await opened.close();
    });
    const pass = async (ms: number): Promise<void> => {
      nowMs += ms;
      await opened.pass(ms);
    };
    const partner = engine.partner(aCaller());
    const roles = [{ locationId: LOCATION_ID, role: 'manager' as const }];
    const staff = engine.staff({ staffId: 'st_1', name: 'Anna', sessionId: 'ss_1', roles }).at(LOCATION_ID);
    const made = await partner.createBooking(LOCATION_ID, aRequest(START_MS));
    if (made.kind !== 'booked') throw new Error(made.kind);
    const { id } = made.booking;
    await staff.bookings.move(id, { startMs: START_MS + HOUR_MS });
    await pass(1000);
    await partner.cancelBooking(id);
    await pass(15_000);
    await engine.background.deliverDue();
    expect(sent).toEqual(['confirmation', 'moved', 'cancelled']);
  });
}
