/** Moving by a guest's link, without a browser: every offered time is available. */
import { expect, test } from 'vitest';
import { get, post, queryOf, stateOf, textOf, timesIn } from './guest-requests.ts';
import { aGuestRuntime, LOCATION_ID, restaurantPlan } from './guest-runtime.ts';

test('D12 only admitted moves are offered: no size that would waste seats, no closed day', async () => {
  const { tables } = restaurantPlan.floorPlan;
  const four = tables.find(({ seatsMax }) => seatsMax === 4)!;
  const runtime = await aGuestRuntime({
    plan: {
      floorPlan: {
        tables: [four, { ...four, id: 'long', seatsMax: 8 }],
        combinations: [],
        wastedSeatsMax: 1,
      },
      servicePeriods: restaurantPlan.servicePeriods.map((it) => ({ ...it, weekdays: [1, 3, 4, 5, 6, 7] })),
      horizonDays: 20,
    },
  });
  const booking = await runtime.book({ partySize: 4 });
  const link = await runtime.linkOf(booking);
  const sizesIn = (html: string) =>
    [...html.matchAll(/<option([^>]*)>(\d+)</g)].map(([, how, size]) => size! + how!);
  const daysIn = (html: string) =>
    [...html.matchAll(/date=([\d-]+)[^>]*rel="(?:prev|next)"/g)].map(([, date]) => date);
  const first = await textOf(`${link}/move`);
  expect(sizesIn(first)).toEqual(['3', '4 selected', '7', '8']);
  expect(first).toContain('min="2026-12-02" max="2026-12-21"'); // 1 December is a Tuesday
  expect(daysIn(first)).toEqual(['2026-12-03', '2026-12-05']);
  expect(daysIn(await textOf(`${link}/move?date=2026-12-09`))).toEqual(['2026-12-07', '2026-12-10']);

  const start = '2026-12-05T18:00:00Z';
  for (let size = 1; size <= 9; size++) {
    const { status } = await post(`${link}/move`, { date: '2026-12-05', partySize: `${size}`, start });
    expect([size, status]).toEqual([size, [3, 4, 7, 8].includes(size) ? 303 : 409]);
  }
  await runtime.engine.operator.bookings.move(booking.id, { partySize: 5 });
  const odd = await textOf(`${link}/move`);
  expect(sizesIn(odd)).toEqual(['5 selected disabled', '3', '4', '7', '8']);
  expect(timesIn(odd)).toEqual([]);
  expect(daysIn(odd)).toEqual([]);
});

test('D12 on a full day the guest can still move by a quarter of an hour, because the own table is free for them', async () => {
  const runtime = await aGuestRuntime({
    plan: { floorPlan: { ...restaurantPlan.floorPlan, tables: restaurantPlan.floorPlan.tables.slice(0, 1) } },
  });
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const day = await runtime.api('GET', `/locations/${LOCATION_ID}/availability?date=2026-12-04&partySize=2`);
  const { slots } = (await day.json()) as { slots: { slot: string; available: boolean }[] };
  const later = '2026-12-04T18:15:00Z';
  expect(slots.find(({ slot }) => slot === later)).toMatchObject({ available: false });

  expect(timesIn(await textOf(`${link}/move`))).toContain(later);
  const asking = await textOf(`${link}/move?date=2026-12-04&partySize=2&start=${later}`);
  expect(asking).toContain('Vill du ändra till den här tiden?');
  const moved = await post(`${link}/move`, { date: '2026-12-04', partySize: '2', start: later });
  expect([moved.status, moved.headers.get('location')]).toEqual([
    303,
    `${new URL(link).pathname}?done=moved`,
  ]);
  expect(await stateOf(runtime, booking)).toMatchObject({
    startMs: Date.parse(later),
    tables: booking.tables,
  });
  expect(await textOf(`${link}?done=moved`)).toContain('Bokningen är ändrad.');
});

test('D12 a time taken in between: the booking is unchanged, and other times are offered', async () => {
  const runtime = await aGuestRuntime({
    plan: { floorPlan: { ...restaurantPlan.floorPlan, tables: restaurantPlan.floorPlan.tables.slice(0, 1) } },
  });
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const wanted = { date: '2026-12-05', partySize: '2', start: '2026-12-05T18:00:00Z' };
  const asking = `${link}/move?${queryOf(wanted)}`;
  expect((await get(asking)).status).toBe(200);
  await runtime.book({ startsAt: wanted.start, email: 'faster@example.se' });
  for (const pending of [get(asking), post(`${link}/move`, wanted)]) {
    const response = await pending;
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain('Tiden hann tyvärr bli bokad av någon annan. Din bokning är oförändrad');
    expect(timesIn(html)).toContain('2026-12-05T10:00:00Z');
    expect(timesIn(html)).not.toContain(wanted.start);
  }
  const never = await post(`${link}/move`, { ...wanted, start: '2026-12-05T18:07:00Z' });
  expect([never.status, (await never.text()).includes('Den tiden går tyvärr inte att boka.')]).toEqual([
    409,
    true,
  ]);
  expect(await stateOf(runtime, booking)).toEqual(booking);

  const full = await textOf(`${link}/move?date=2026-12-05&partySize=1`);
  expect(timesIn(full).length).toBeGreaterThan(0);
  await runtime.engine.operator.at(LOCATION_ID).closures.add({
    from: '2026-12-05',
    to: '2026-12-05',
    reason: null,
  });
  const closed = await textOf(`${link}/move?date=2026-12-05&partySize=1`);
  expect(closed).toContain('Tyvärr finns det inget ledigt bord för en person den här dagen.');
  expect([...closed.matchAll(/>(\S+ \d+ december)<\/a>/g)].map(([, day]) => day)).toEqual(
    ['Onsdag 2', 'Torsdag 3', 'Fredag 4', 'Söndag 6', 'Måndag 7', 'Tisdag 8'].map((day) => `${day} december`),
  );
});

test('D5 D12 a night past midnight is one day, and times after midnight are marked', async () => {
  const servicePeriods = restaurantPlan.servicePeriods.map((it) => ({
    ...it,
    opensMinute: 18 * 60,
    closesMinute: 26 * 60,
  }));
  const runtime = await aGuestRuntime({ plan: { servicePeriods } });
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const html = await textOf(`${link}/move`);
  expect(html).toContain('Efter midnatt, lördag 5 december');
  expect(html).toMatch(/>\s*00\.15\s*<\/button/);
  const start = '2026-12-04T23:15:00Z';
  expect((await post(`${link}/move`, { date: '2026-12-04', partySize: '2', start })).status).toBe(303);
  expect(await stateOf(runtime, booking)).toMatchObject({
    startMs: Date.parse(start),
    serviceDate: '2026-12-04',
  });
  expect(await textOf(link)).toContain('Lördag 5 december<br />kl.\u00A000.15');
  expect(await textOf(`${link}/move`)).toContain('value="2026-12-04"');

  runtime.clock.pass(Date.parse('2026-12-04T23:05:00Z') - runtime.clock.nowMs()); // in that night
  await runtime.engine.operator.locations.apply(
    { ...restaurantPlan, servicePeriods, guestCutoffMinutes: 0 },
    LOCATION_ID,
  );
  const late = await textOf(`${link}/move`);
  expect(late).toContain('min="2026-12-04"');
  expect(timesIn(late)).toContain('2026-12-04T23:30:00Z');
});

test('D12 every invalid move request is answered, and the booking is unchanged', async () => {
  const runtime = await aGuestRuntime();
  const booking = await runtime.book();
  const link = await runtime.linkOf(booking);
  const dates = [
    '',
    'x',
    '2026-02-30',
    '2020-01-01',
    '9999-12-31',
    '0000-01-01',
    '2026-12-04',
    '-1',
    '２０２６-12-04',
  ];
  const sizes = ['', '0', '-1', '1e3', '2.5', '9999', '99999999999999999999', 'NaN', '2'];
  const starts = [
    '',
    'x',
    '2026-12-04T18:00:00',
    '9999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    '2026-12-04T18:00:00.001Z',
  ];
  for (const date of dates) {
    for (const partySize of sizes) {
      for (const start of starts.slice(0, 1 + Number(date === '2026-12-04') * 5)) {
        const fields = { date, partySize, start };
        for (const pending of [get(`${link}/move?${queryOf(fields)}`), post(`${link}/move`, fields)]) {
          const { status } = await pending;
          expect([400, 409]).toContain(status);
        }
      }
    }
  }
  expect((await get(`${link}/move?date=2026-12-04&date=2026-12-05`)).status).toBe(400);
  expect((await get(`${link}?done=x&lang=xx&constructor=1&__proto__=2`)).status).toBe(200);
  expect(await stateOf(runtime, booking)).toEqual(booking);
  expect(runtime.faults).toEqual([]);
});
