/** Clients with the same view share a drawing, others do not. */
import type { DaySheet, Language } from '@bord/engine';
import { BoundedMap } from '@bord/engine/adapters';
import { expect, test, vi } from 'vitest';
import { anEvening } from '../../../../../test/support/day-sheets.ts';
import { dayAnswer, daysServer } from '../../../../../test/support/console-day.ts';
import { consoleWordsIn } from '../../i18n/languages.ts';
import { createDayRenderings } from './day-renderings.ts';

const reader = (language: Language = 'en', here = '/console/nord') => ({
  words: consoleWordsIn(language),
  language,
  here,
});
const withFirst = (sheet: DaySheet, given: Partial<DaySheet['bookings'][number]>): DaySheet => ({
  ...sheet,
  bookings: sheet.bookings.map((booking, i) => (i === 0 ? { ...booking, ...given } : booking)),
});

test('the same day in the same minute is drawn once, even after it is read again; another language, restaurant or minute is drawn separately', () => {
  const { of: draw } = createDayRenderings();
  const sheet = anEvening();
  const first = draw(sheet, reader());
  expect(draw(structuredClone(sheet), reader())).toBe(first);
  expect(draw({ ...sheet, nowMs: sheet.nowMs + 59_000 }, reader())).toBe(first);
  const later = draw({ ...sheet, nowMs: sheet.nowMs + 60_000 }, reader());
  expect(later).not.toBe(first);
  expect(later.version).not.toBe(first.version);
  expect(draw(sheet, reader('da')).markup).toContain('er kommet');
  expect(draw(sheet, reader('sv')).markup).toContain('har kommit');
  expect(draw(sheet, reader('en', '/console/syd')).markup).not.toContain('/console/nord');
  expect(draw(sheet, reader())).toBe(first);
});

test('every change of the day results in a drawing with another version', () => {
  const { of: draw } = createDayRenderings();
  const sheet = anEvening();
  const changed: readonly DaySheet[] = [
    withFirst(sheet, { partySize: 7 }),
    withFirst(sheet, { status: 'cancelled' }),
    withFirst(sheet, { guest: { ...sheet.bookings[0]!.guest, notes: 'Rullstol' } }),
    { ...sheet, bookings: sheet.bookings.slice(1) },
    { ...sheet, blocks: [] },
    { ...sheet, blocks: [{ ...sheet.blocks![0]!, reason: 'another' }] },
    { ...sheet, location: { ...sheet.location, revision: 2 } },
    { ...sheet, others: [{ ...sheet.bookings[0]!, id: 'bk_other', serviceDate: '2030-02-28' }] },
  ];
  const versions = [sheet, ...changed].map((each) => draw(each, reader()).version);
  expect(new Set(versions).size).toBe(versions.length);
  expect(draw(changed[2]!, reader()).markup).toContain('Rullstol');
});

test('the cache of drawings is bounded', () => {
  const set = vi.spyOn(BoundedMap.prototype, 'set');
  const { of: draw } = createDayRenderings(100_000);
  const sheet = anEvening();
  for (let minute = 0; minute < 30; minute++)
    draw({ ...sheet, nowMs: sheet.nowMs + minute * 60_000 }, reader());
  const [drawn] = set.mock.contexts.slice(-1) as [BoundedMap<string, unknown>];
  expect(drawn.size).toBeGreaterThan(0);
  expect(drawn.weight).toBeLessThanOrEqual(100_000);
  set.mockRestore();
});

test('a drawing contains no personal data: each page adds its token, the day and the view', async () => {
  const ask = daysServer();
  const sheet = anEvening();
  const pages = await Promise.all(
    ['mine', 'yours'].map(async (formToken) => ask(sheet, { formToken, view: 'list' })),
  );
  const [mine, yours] = pages.map(({ body }) => body as string);
  expect(mine).toMatch(/<form id="act"[^>]*>\s*<input type="hidden" name="token" value="mine"/);
  expect(yours).not.toContain('mine');
  expect(mine).toContain(`name="date" value="${sheet.date}"`);
  expect(mine).toContain('name="view" value="list"');
  expect(mine!.replaceAll('"mine"', '"yours"')).toBe(yours);
});

test('the live part has its date and version, and is the whole answer for the script', async () => {
  const sheet = anEvening();
  const whole = (await dayAnswer(sheet)).body as string;
  const part = (await dayAnswer(sheet, { wantsFragment: true })).body as string;
  const begin = /<div\s+id="evening"\s+class="view-auto"\s+data-date="2030-03-01"\s+data-version="[\w-]{22}"/;
  expect(whole).toMatch(begin);
  expect(part).toMatch(begin);
  expect(whole).toContain('<header class="bar">');
  expect(part).not.toContain('<header class="bar">');
  expect(whole).toMatch(/<title>Friday 1 March – Bistro Nord<\/title>/);
});

test('an unknown view and an invalid date get the defaults', async () => {
  const body = (await dayAnswer(anEvening(), { view: '"><b>' })).body as string;
  expect(body).toContain('class="view-auto"');
  expect(body).not.toContain('<b>"');
});
