import { createHash } from 'node:crypto';
import { NO_VISIT, timelineOf } from '@bord/engine/adapters';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anEvening, anySheet } from '../../../../test/support/day-sheets.ts';
import { inFull } from '../../../../test/support/long.ts';
import { seeded } from '../../../../test/support/seed.ts';
import { eveningPage } from './evening-page.ts';

/** The text in each element of a kind. */
function insides(page: string, tag: string): readonly string[] {
  return [...page.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, inside]) => inside!);
}

test('every party is once in the list, and once with its size in the picture; all holds and waiting parties are shown', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const page = eveningPage(sheet);
      const { bars, sections } = timelineOf(sheet);
      const coming = sheet.bookings.filter(({ status }) => status === 'confirmed' || status === 'completed');
      const others = bars.filter(({ isOther }) => isOther);
      expect(page.match(/<li\s+class="visit /g) ?? []).toHaveLength(coming.length + others.length);
      const sizes = [...page.matchAll(/<b>(\d+)<\/b> · <b class="name"/g)].map(([, size]) => Number(size));
      const seated = bars.filter(
        ({ booking }) => booking.tables.length > 0 || booking.status === 'confirmed',
      );
      expect(sizes.toSorted((a, b) => a - b)).toEqual(
        seated.map(({ booking }) => booking.partySize).toSorted((a, b) => a - b),
      );
      const pieces = sections.flatMap(({ rows }) => rows.flatMap((row) => row.pieces));
      const holds = pieces.filter(({ kind }) => kind === 'hold');
      expect(page.match(/<a\s+class="held"/g) ?? []).toHaveLength(holds.length);
      expect(page.match(/<span class="stands">/g) ?? []).toHaveLength(sheet.waiting?.length ?? 0);
    }),
    seeded(inFull(200, 60)),
  );
});

test('every part of the picture is inside it and has a positive width', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const page = eveningPage(sheet);
      for (const [, x, width] of page.matchAll(
        /<(?:rect|svg)\s[^>]*?x="(-?[\d.]+)%"[^>]*?\swidth="(-?[\d.]+)%"/g,
      )) {
        expect(Number(x)).toBeGreaterThanOrEqual(0);
        expect(Number(width)).toBeGreaterThanOrEqual(0);
        expect(Number(x) + Number(width)).toBeLessThanOrEqual(100.02);
      }
      expect(page).not.toMatch(/NaN|undefined|Infinity|null/);
    }),
    seeded(inFull(200, 60)),
  );
});

test('texts of others are one line of plain text', () => {
  const hostile = '</text></svg><script>alert(1)</script>"\u202e\u0007\n<img src=x onerror=alert(1)>';
  const sheet = anEvening();
  const guest = { name: hostile, notes: hostile, phone: hostile, email: null, language: null };
  const table = { ...sheet.location.floorPlan.tables[0]!, id: hostile, area: hostile };
  const page = eveningPage({
    ...sheet,
    location: {
      ...sheet.location,
      name: hostile,
      floorPlan: { tables: [table], combinations: [], wastedSeatsMax: null },
    },
    bookings: sheet.bookings.map((booking) => ({ ...booking, guest, tables: [hostile] })),
    blocks: [{ id: 'bl_1', table: hostile, startMs: sheet.nowMs, endMs: sheet.nowMs + 1, reason: hostile }],
  });
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/<script|<img|<button|<form|href=/);
  // eslint-disable-next-line no-control-regex
  expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
});

test('the page loads no other resource, and its policy allows none', () => {
  const page = eveningPage(anEvening());
  expect(page).not.toMatch(/https?:|url\((?!#)|@import|<link|<script|<form|<button| style=| on[a-z]+=/);
  expect(page).not.toMatch(/href="(?!tel:)/);
  const [style] = insides(page, 'style');
  const hash = createHash('sha256').update(style!).digest('base64');
  expect(page).toContain(`default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;`);
});

test('the list has guest, size, tables, end, phone and notes; cancelled and missed parties follow below', () => {
  const sheet = anEvening();
  const [, party, ...others] = sheet.bookings;
  const withPhone = { ...party!, guest: { ...party!.guest, phone: '+46 70 123 45 67' } };
  const page = eveningPage({ ...sheet, bookings: [withPhone, ...others] });
  const [row] = /<li\s+class="visit seated[^]*?<\/li>/.exec(page)!;
  const texts = [...row.matchAll(/<p class="(\w+)">([^]*?)<\/p>/g)].map(([, name, inside]) => [
    name,
    inside!.replaceAll(/<[^>]*>/g, '').trim(),
  ]);
  expect(texts).toEqual([
    ['when', '18:00 –20:00'],
    ['who', '◆ Åsa Öberg'],
    ['size', '8 guests'],
    ['tables', 'tables W2 + W3'],
    ['facts', 'seated'],
    ['phone', '+46 70 123 45 67'],
    ['notes', 'nut allergy, and they would love the window if that can be had at all'],
  ]);
  expect(row).toContain('<a href="tel:+46701234567">');
  expect(page).toContain('<p class="tables waiting">no table</p>');
  expect(page).toMatch(/<h2>Not coming<\/h2>[^]*20:00 <bdi>Nobody<\/bdi><\/a\s*>, 2 guests: no-show/);
  expect(page).toMatch(
    /<dt>parties<\/dt><dd>4<\/dd>[^]*<dt>guests<\/dt><dd>17<\/dd>[^]*<dt>without a table<\/dt><dd>1<\/dd>/,
  );
});

test('a party over neighbouring tables is one box, over separate tables a box at each', () => {
  const sheet = anEvening();
  const boxes = (tables: readonly string[]): readonly string[] =>
    [
      ...eveningPage({
        ...sheet,
        blocks: [],
        bookings: [{ ...sheet.bookings[1]!, visit: NO_VISIT, tables }],
      }).matchAll(/height="([\d.]+)em">\s*<rect class="box"/g),
    ].map(([, height]) => height!);
  expect(boxes(['W3', 'W2'])).toEqual(['1.92']);
  expect(boxes(['W1', 'W3'])).toEqual(['0.92', '0.92']);
});

test('a closed day says so', () => {
  const { location, ...sheet } = anEvening();
  const page = eveningPage({
    ...sheet,
    bookings: [],
    blocks: [],
    location: { ...location, servicePeriods: [] },
  });
  expect(page).toContain('Closed on this day.');
  expect(page).not.toContain('<svg');
});
