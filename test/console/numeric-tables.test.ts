/** Tables, sizes and telephone numbers have their word or a separator on all pages and on paper, also where tables are numbered (issue 20). */
import { eveningPage } from '@bord/adapter-http/evening';
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { aConsoleWorld, at, LOCATION_ID, textOf } from './console-client.ts';

const PHONE = '072-504 93 16';
const SIZE = 13;

const floorPlan = {
  tables: [
    fixtures.aTable('71', { seatsMax: 2 }),
    fixtures.aTable('72', { seatsMax: 2 }),
    fixtures.aTable('74', { seatsMax: SIZE }),
    fixtures.aTable('76', { seatsMax: SIZE }),
  ],
  combinations: [{ tables: ['71', '72'], seatsMin: 3, seatsMax: 4 }],
  wastedSeatsMax: null,
};

/** Parts under a heading: the labels of rows and the covers of a drawing. */
const HEADED = /<text class="(?:who|table|seats|count)[^>]*>[^<]*<\/text\s*>/g;

/** Each table, size and telephone number without its word or separator, with the text around it. */
function bare(html: string): string[] {
  const written = html
    .replaceAll(/<style[^]*?<\/style>/g, ' ')
    .replaceAll(HEADED, ' ')
    .replace(/<dl class="counts"[\s\S]*?<\/dl>/, ' ')
    .replaceAll('<p class="phone">', '<p>· ');
  const text = textOf(written);
  const wrong = [
    /(?<!tables? |Tables? |tables? 7\d \+ |Tables? 7\d \+ |\d)\b7[1246]\b(?! min)/g,
    new RegExp(`(?<!–)\\b${SIZE}\\b(?! guests| seats|:| ·)`, 'g'),
    new RegExp(`(?<!· |Phone )${PHONE}`, 'g'),
  ];
  return wrong.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 30), index + 30)),
  );
}

test('with numbered tables no page shows a table, a size or a telephone number without its word', async () => {
  const world = await aConsoleWorld(undefined, { floorPlan });
  const anna = await world.person('Anna', 'manager');
  const guest = { name: 'Berg', phone: PHONE };
  const berg = await world.booked(-30, { guest, partySize: SIZE }, { tables: ['74'] });
  await world.engine.operator.bookings.seat(berg.id);
  const lund = await world.booked(
    30,
    { guest: { ...guest, name: 'Lund' }, partySize: SIZE },
    { tables: ['76'] },
  );
  const ek = await world.booked(
    30,
    { guest: { name: 'Ek', phone: PHONE } },
    { tables: ['71', '72'], force: true },
  );
  const day = { day: '2026-12-04', key: 'k' };
  const refused: readonly (readonly [string, Record<string, string>])[] = [
    ['/new', { ...day, size: `${SIZE}`, tables: '["74"]', at: `${at(30)}`, name: 'Ny' }],
    ['/new', { ...day, size: '2', tables: '["71"]', at: `${at(30)}`, name: 'Ny' }],
    ['/walk-in', { size: `${SIZE}`, tables: '["74"]', key: 'w' }],
    ['/block', { 'table.74': '1', 'table.76': '1', for: '2h' }],
    ['/block', { 'table.71': '1', for: '2h' }],
    [`/bookings/${lund.id}/move`, { at: `${at(0)}`, tables: '["74"]', look: '1' }],
    [`/bookings/${berg.id}/extend`, { until: `${at(200)}` }],
  ];
  let refusals = 0;
  for (const [path, fields] of refused) {
    const { status, html } = await anna.post(path, { seen: seenOf(await anna.get(path)), ...fields });
    expect([path, bare(html)]).toEqual([path, []]);
    refusals += Number(status === 409);
  }
  expect(refusals).toBeGreaterThanOrEqual(5);
  for (const path of [
    '?view=list',
    '/new?size=2',
    '/walk-in?size=2',
    `/walk-in?size=${SIZE}`,
    '/block',
    '/holds',
    '/waitlist',
    '/close',
    '/search?q=Berg',
    ...[berg, lund].flatMap(({ id }) =>
      ['', '/move', '/seat', '/assign', '/extend', '/cancel'].map((step) => `/bookings/${id}${step}`),
    ),
  ]) {
    const { status, html } = await anna.get(path);
    expect([path, status, bare(html)]).toEqual([path, 200, []]);
  }
  const board = await anna.get('?view=time');
  expect([textOf(board.html).includes(`Berg · ${SIZE} guests`), bare(board.html)]).toEqual([true, []]);
  await world.engine.operator.bookings.cancel(ek.id);
  const printed = eveningPage(await world.engine.operator.at(LOCATION_ID).bookings.sheet({}));
  expect(textOf(printed)).toContain(`${SIZE} · Berg`);
  expect(textOf(printed)).toContain('Ek, 2 guests: cancelled');
  expect(bare(printed)).toEqual([]);
  const done = await anna.post('/new', { ...day, size: '2', at: `${at(60)}`, name: 'Ny' });
  expect(done.status).toBe(303);
  const { html } = await anna.get(done.to.slice(done.to.indexOf('?')));
  expect(textOf(html)).toContain('Ny is booked: 21:00 · 2 guests · table');
  expect(bare(html)).toEqual([]);
  expect(world.faults).toEqual([]);
});

function seenOf({ html }: { readonly html: string }): string {
  return /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? '';
}
