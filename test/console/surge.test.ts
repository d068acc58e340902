/** The bookings of guests without a confirmed e-mail address at the console (D52). */
import { BOOKING_PAGE_DEFAULTS } from '@bord/engine/adapters';
import { expect, test } from 'vitest';
import { openConsole } from '../support/console-visit.ts';

const aliasOf = (id: string): string => `a-${id.slice(0, 4)}`;

test('D52 a host sees the bookings of guests without a confirmed address and cancels the chosen ones together, and a notice on the day while there are too many', async () => {
  const { engine, location, other, visitor: person } = await openConsole();
  for (const { id, revision: _, ...plan } of [location, other]) {
    const bookingPage = { ...BOOKING_PAGE_DEFAULTS, unconfirmedPercent: 100, surgeBookings: 3 };
    await engine.operator.locations.apply({ ...plan, alias: aliasOf(id), bookingPage }, id);
  }
  const book = async (name: string, hour: number, locationId = location.id): Promise<string> => {
    const guest = engine.visitor({ networkKey: name });
    const startMs = Date.parse(`2026-12-02T${hour}:00:00Z`);
    const held = await guest.hold(locationId, { startMs, partySize: 2 });
    if (held.kind !== 'held') throw new Error(held.kind);
    const booked = await guest.confirm(held.token, { name, email: `${name}@example.com` });
    if (booked.kind !== 'booked') throw new Error(booked.kind);
    return booked.booking.id;
  };
  const [astrid, bo] = [await book('Astrid', 12), await book('Bo', 15)];
  const elsewhere = await book('Carl', 12, other.id);
  const host = await person('host');
  const path = `/console/${aliasOf(location.id)}/surge`;
  const { text } = await host.ask(path);
  expect(text).toContain('In the last 10 minutes: 2. From 3 on');
  const boxes = (page: string, more = '') =>
    [...page.matchAll(new RegExp(`name="cancel-(bk_\\w+)"${more}`, 'g'))].map(([, id]) => id).toSorted();
  expect([boxes(text), boxes(text, '\\s*checked')]).toEqual([[astrid, bo].toSorted(), []]);
  const all = /href="([^"]*)">Select all</.exec(text)![1]!;
  expect(boxes((await host.ask(all)).text, '\\s*checked')).toEqual([astrid, bo].toSorted());
  expect((await host.ask(`/console/${location.id}/bookings/${bo}`)).text).toContain(path);
  const chosen = [bo, bo.replace(/.$/, '_'), elsewhere];
  const fields = Object.fromEntries(chosen.map((id) => [`cancel-${id}`, 'on']));
  expect((await host.send(path, fields)).status).toBe(303);
  const statuses = [astrid, bo, elsewhere].map(
    async (id) => (await engine.operator.bookings.read(id)).status,
  );
  expect(await Promise.all(statuses)).toEqual(['confirmed', 'cancelled', 'confirmed']);
  const after = await host.ask(path);
  expect(after.text).toContain('In the last 10 minutes: 2. From 3 on');
  expect(after.text).not.toContain(`cancel-${bo}`);
  const day = `/console/${aliasOf(location.id)}`;
  expect((await host.ask(day)).text).not.toContain('id="surge"');
  const third = await book('Dag', 18);
  expect((await host.ask(day)).text).toMatch(/id="surge">\s*Many guests book .*<a href="[^"]*\/surge">/s);
  await engine.operator.bookings.cancel(third);
  await engine.operator.guests.erase('Dag@example.com');
  expect((await host.ask(day)).text).not.toContain('id="surge"');
  await book('Eva', 15); // needs no link: the limit has the same count
  expect((await host.ask(day)).text).toContain('id="surge"');
});
