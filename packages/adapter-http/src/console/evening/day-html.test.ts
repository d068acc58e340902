/** Properties of every day, for random sheets; and the texts of a busy one. */
import { type DaySheet, isLive, type Language } from '@bord/engine';
import { isComing, NO_VISIT, timelineOf } from '@bord/engine/adapters';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { busySheet, minuteMs, overrunSheet } from '../../../../../test/support/busy-sheet.ts';
import { anEvening, anySheet } from '../../../../../test/support/day-sheets.ts';
import { inFull } from '../../../../../test/support/long.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import { LANGUAGES, consoleWordsIn } from '../../i18n/languages.ts';
import { dayHtml } from './day-html.ts';
import { dayView } from './day-view.ts';
import { shownTimeline } from './shown-hours.ts';

const HERE = '/console/nord';

function drawn(sheet: DaySheet, language: Language = 'en'): string {
  const words = consoleWordsIn(language);
  const view = dayView(sheet, { words, here: HERE, versionOf: ({ id }) => `v-${id}` });
  const page = dayHtml(view).markup.replaceAll(/<\/?part\b[^>]*>/g, '');
  return page.replaceAll(/<[^>]*>/g, (tag) => tag.replaceAll(/\s+/g, ' ').replace(/ ?(\/?>)$/, '$1'));
}

/** The tags of a kind, each as its attributes. */
function tags(page: string, begin: string): Readonly<Record<string, string>>[] {
  return [...page.matchAll(new RegExp(`<${begin}[^>]*>`, 'g'))].map(([tag]) => attributes(tag));
}

function attributes(tag: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
}

const parties = (page: string) => tags(page, 'a class="party');
const idsOf = (those: readonly Readonly<Record<string, string>>[]): string[] =>
  those.map((each) => each['data-booking']!).toSorted();

test('every party on the timeline is one link with all data for the script, in order of arrival', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const links = parties(drawn(sheet));
      const bars = new Map(shownTimeline(sheet).bars.map((bar) => [bar.booking.id, bar]));
      const shown = [...bars.values()].filter(({ booking }) => booking.tables.length > 0 || isLive(booking));
      expect(idsOf(links)).toEqual(shown.map(({ booking }) => booking.id).toSorted());
      let before = -Infinity;
      for (const link of links) {
        const { booking, startMs, endMs, stage } = bars.get(link['data-booking']!)!;
        expect(link).toMatchObject({
          href: `${HERE}/bookings/${booking.id}`,
          'data-start': `${startMs}`,
          'data-end': `${endMs}`,
          'data-party': `${booking.partySize}`,
          'data-stage': stage,
          'data-version': `v-${booking.id}`,
        });
        const ids = link['data-tables']!.split(' ').filter((id) => id !== '');
        expect(ids.map(decodeURIComponent)).toEqual(booking.tables);
        expect(booking.startMs).toBeGreaterThanOrEqual(before);
        before = booking.startMs;
      }
    }),
    seeded(inFull(300, 80)),
  );
});

test('every expected party is in the list once, with a link to the booking, and cancelled ones are below', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const page = drawn(sheet);
      const visits = tags(page, 'li class="visit');
      const others = shownTimeline(sheet).bars.filter(({ isOther }) => isOther);
      const coming = [...sheet.bookings.filter(isComing), ...others.map(({ booking }) => booking)];
      expect(idsOf(visits)).toEqual(coming.map(({ id }) => id).toSorted());
      for (const { id } of [...sheet.bookings, ...coming])
        expect(page).toContain(`href="${HERE}/bookings/${id}"`);
      const waiting = coming.filter(
        (booking) => isLive(booking) && booking.tables.length === 0 && booking.visit.leftMs === null,
      );
      for (const { id } of waiting) expect(page).toContain(`href="${HERE}/bookings/${id}/assign"`);
    }),
    seeded(inFull(300, 80)),
  );
});

test('the markup is well formed in every language for every sheet, and boxes stay within the picture', () => {
  fc.assert(
    fc.property(anySheet, fc.constantFrom(...LANGUAGES), (sheet, language) => {
      const page = drawn(sheet, language);
      expect(unbalanced(page)).toEqual([]);
      expect(page).not.toMatch(/NaN|undefined|Infinity|\bnull\b|\[object| style=| on[a-z]+=|<script/);
      // eslint-disable-next-line no-control-regex
      expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { x, width } of tags(page, '(?:rect|svg)'))
        if (x?.endsWith('%') && width) {
          expect(Number.parseFloat(x)).toBeGreaterThanOrEqual(0);
          expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(0);
          expect(Number.parseFloat(x) + Number.parseFloat(width)).toBeLessThanOrEqual(100.03);
        }
    }),
    seeded(inFull(300, 80)),
  );
});

const VOID = new Set(['input', 'meta', 'link', 'br']);

/** Unbalanced tags, and stray brackets. */
function unbalanced(page: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [tag, end, name, , rest, self] of page.matchAll(
    /<(\/?)([a-z0-9]+)(( [a-z0-9-]+(?:="[^"<>]*")?)*)\s*(\/?)>|<|>/gi,
  )) {
    if (name === undefined) wrong.push(tag);
    else if (end === '/') {
      if (open.pop() !== name) wrong.push(tag);
    } else if (self !== '/' && !VOID.has(name)) open.push(name);
    void rest;
  }
  return [...wrong, ...open];
}

test('control: malformed markup is detected', () => {
  expect(unbalanced('<p><a href="x">y</p></a>')).not.toEqual([]);
  expect(unbalanced('<p>a < b</p>')).not.toEqual([]);
  expect(unbalanced('<p class="a"b">c</p>')).not.toEqual([]);
  expect(unbalanced('<ul><li>a</li>')).not.toEqual([]);
  expect(unbalanced('<p class="a"><rect x="1"/>b<input name="c" /></p>')).toEqual([]);
});

test('text of guests is escaped and on one line', () => {
  const hostile = '</text></svg><script>alert(1)</script>"\u202e\u0007\n<img src=x onerror=alert(1)>';
  const sheet = anEvening();
  const guest = { name: hostile, notes: hostile, phone: hostile, email: null, language: null };
  const table = { ...sheet.location.floorPlan.tables[0]!, id: hostile, area: hostile };
  const page = drawn({
    ...sheet,
    location: { ...sheet.location, floorPlan: { tables: [table], combinations: [], wastedSeatsMax: null } },
    bookings: sheet.bookings.map((booking) => ({ ...booking, guest, tables: [hostile] })),
    blocks: [{ id: 'bl_1', table: hostile, startMs: sheet.nowMs, endMs: sheet.nowMs + 1, reason: hostile }],
  });
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/<script|<img/);
  expect(unbalanced(page)).toEqual([]);
});

test('late parties and parties beyond their end are marked in words; only after five minutes, and only on the running day', () => {
  const sheet = anEvening();
  const ek = { ...sheet.bookings[3]!, tables: ['W1'] };
  const at = (minute: number, nowMs = minuteMs(minute)): string => drawn({ ...sheet, nowMs, bookings: [ek] });
  expect(at(19 * 60 + 4)).not.toContain('late</span>');
  expect(at(19 * 60 + 5)).toContain('! 5 min late');
  expect(at(19 * 60 + 5)).toMatch(
    /<a class="party expected act"[^>]*><title>19:00 Ek · 3 guests · table W1 · 5 min late<\/title>/,
  );
  expect(at(21 * 60)).not.toContain('min late');
  expect(at(21 * 60)).toContain('not recorded');
  expect(at(0, minuteMs(19 * 60 + 30) - 86_400_000)).not.toContain('min late');
  // Booked beyond midnight, while the next day is already running.
  const beyond = {
    ...ek,
    startMs: minuteMs(35 * 60),
    endMs: minuteMs(37 * 60),
    blockedUntilMs: minuteMs(37 * 60),
  };
  const next = drawn({ ...sheet, nowMs: minuteMs(35 * 60 + 20), bookings: [beyond] });
  expect(next).toContain('Ek');
  expect(next).not.toContain('min late');
  const seated = { ...ek, visit: { arrivedMs: ek.startMs, seatedMs: ek.startMs, leftMs: null } };
  const over = drawn({ ...sheet, nowMs: minuteMs(21 * 60 + 12), bookings: [seated] });
  expect(over).toContain('! 12 min over');
  expect(over).toMatch(/class="beyond" x="\d+(?:\.\d+)?%"/);
});

test('one tap makes the next step: arrive, seat, leave; not on other days or for parties that have left', () => {
  const sheet = anEvening();
  const actionsIn = (part: string): readonly string[] =>
    tags(part, 'button class="do').map(({ formaction, name, value, form }) => {
      expect([name, form]).toEqual(['seen', 'act']);
      expect(formaction).toContain(value!.slice(2));
      return formaction!.slice(`${HERE}/bookings/`.length);
    });
  const [rail, list] = drawn(sheet).split('id="day-list"');
  expect(actionsIn(rail!)).toEqual(['bk_5/arrive', 'bk_3/seat', 'bk_2/leave']);
  expect(actionsIn(list!)).toEqual(['bk_2/leave', 'bk_3/seat', 'bk_5/arrive']);
  const actionsOf = (day: DaySheet): readonly string[] => actionsIn(drawn(day));
  for (const days of [-1, 2])
    expect(actionsOf({ ...sheet, nowMs: sheet.nowMs + days * 86_400_000 })).toEqual([]);
  const unseated = { ...sheet.bookings[2]!, tables: [] };
  expect(actionsOf({ ...sheet, bookings: [unseated] })).toEqual([]);
});

test('the rail lists the next, the waiting and the seated parties, each with its action', () => {
  const [next, waiting, seated] = [...drawn(busySheet()).matchAll(/<ol class="parties"[^]*?<\/ol>/g)].map(
    ([group]) =>
      [...group.matchAll(/<li[^>]*>([^]*?)<\/li>/g)].map(([, inside]) =>
        inside!
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      ),
  );
  const ends = seated!.map((row) => row.slice(1, 6));
  expect(ends).toEqual(ends.toSorted());
  expect(next![0]).toBe('18:45 Nowak 57 min late · 4 guests · table W4 Arrived');
  expect(next).toContain('21:00 Sandvik 4 guests · no table Give a table');
  expect(waiting).toEqual(['20:00 Lind 5 guests · no table · here since 19:31 Give a table']);
  expect(seated![0]).toBe('–19:25 Lund 17 min over · 6 guests · table W5 Left');
});

test('a party that stays beyond its end shares its row with the party that has the table next', () => {
  const page = drawn(overrunSheet());
  expect(tags(page, 'g class="row"').filter((row) => row['data-table'] !== '')).toHaveLength(22);
});

test('the counts are for the current minute, on other days only for arrivals', () => {
  const counts = (page: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...page.matchAll(/<dt>([^<]*)<\/dt><dd>(\d+)<\/dd>/g)].map(([, what, count]) => [what!, count!]),
    );
  const sheet = anEvening();
  expect(counts(drawn(sheet))).toEqual({
    parties: '5',
    guests: '19',
    'seated now': '8',
    'within the hour': '0',
    'tables free now': '0',
    late: '1',
    'without a table': '1',
  });
  const [first] = sheet.bookings;
  const quiet = {
    ...sheet,
    nowMs: minuteMs(19 * 60 + 30),
    bookings: [
      {
        ...first!,
        startMs: minuteMs(20 * 60),
        endMs: minuteMs(21 * 60),
        status: 'confirmed' as const,
        blockedUntilMs: minuteMs(21 * 60),
      },
    ],
  };
  expect(counts(drawn(quiet))).toMatchObject({ 'within the hour': '2', 'tables free now': '3' });
  expect(counts(drawn({ ...quiet, nowMs: minuteMs(15 * 60) }))).not.toHaveProperty('tables free now');
  expect(Object.keys(counts(drawn({ ...sheet, nowMs: sheet.nowMs - 86_400_000 })))).toEqual([
    'parties',
    'guests',
    'without a table',
  ]);
});

test('a party at tables that are not adjacent is one link with a box at each', () => {
  const sheet = anEvening();
  const boxes = (tables: readonly string[]): readonly string[] => {
    const [, link] = /<a class="party[^>]*>([^]*?)<\/a>/.exec(
      drawn({ ...sheet, bookings: [{ ...sheet.bookings[1]!, tables }] }),
    )!;
    return [...link!.matchAll(/<svg [^>]* height="([\d.]+)em"/g)].map(([, height]) => height!);
  };
  expect(boxes(['W3', 'W2'])).toEqual(['1.92']);
  expect(boxes(['W1', 'W3'])).toEqual(['0.92', '0.92']);
  expect(boxes(['W1', 'Long table'])).toEqual(['0.92', '0.92']);
});

test('D40 rows, breaks and free stretches have the data for the script and new bookings', () => {
  const busy = busySheet();
  // The result of the first lunch party was not recorded, so all hours are shown.
  const unnoted = { ...busy.bookings[0]!, status: 'confirmed' as const, visit: NO_VISIT };
  const sheet = { ...busy, bookings: [unnoted, ...busy.bookings.slice(1)] };
  const page = drawn(sheet);
  const [chart] = tags(page, 'svg class="chart" height="[^"]*" data-from');
  const { stretches } = timelineOf(sheet).axis;
  expect(chart).toMatchObject({
    'data-from': `${stretches[0]!.startMs}`,
    'data-to': `${stretches[1]!.endMs}`,
    'data-step': '900000',
    'data-breaks': `${stretches[0]!.endMs}-${stretches[1]!.startMs}`,
    'data-break': '1.5',
  });
  const rows = tags(page, 'g class="row"');
  expect(rows.map((row) => row['data-row'])).toEqual(rows.map((_, i) => `${i}`));
  const tables = sheet.location.floorPlan.tables.map(({ id }) => id);
  expect(rows.map((row) => row['data-table'])).toEqual(expect.arrayContaining([...tables, '', 'old 9']));
  // Free from 19:50 on, so bookable from the next quarter of an hour.
  expect(page).toContain(`href="${HERE}/new?date=2030-03-01&amp;table=W5&amp;at=${minuteMs(20 * 60)}"`);
  expect(page).toContain('out of season');
});

test('a closed day and an empty one say so', () => {
  const { location, ...sheet } = anEvening();
  const none = { ...sheet, bookings: [], blocks: [] };
  expect(drawn({ ...none, location: { ...location, servicePeriods: [] } })).toContain('Closed on this day.');
  const empty = drawn({ ...none, location });
  expect(empty).toContain('No bookings yet.');
  expect(tags(empty, 'g class="row"')).toHaveLength(4);
});
