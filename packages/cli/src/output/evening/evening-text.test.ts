import type { DaySheet } from '@bord/engine';
import { timelineOf } from '@bord/engine/adapters';
import { fixtures } from '@bord/engine/testing';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test, vi } from 'vitest';
import { anEvening, anySheet, NAMES } from '../../../../../test/support/day-sheets.ts';
import { inFull } from '../../../../../test/support/long.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import { type Paint, paintFor } from '../terminal.ts';
import { cutTo, fitted, widthOf, withFewMarks, wrapped } from './display-width.ts';
import { eveningText } from './evening-text.ts';
import { type Glyphs, glyphsFor, isRightToLeft } from './glyphs.ts';
import type { PictureStyle } from './picture.ts';

const PLAIN: Paint = paintFor({});
const ASCII = glyphsFor({ isUnicode: false, isPainted: false, hasRightToLeft: false });
const UNICODE = glyphsFor({ isUnicode: true, isPainted: false, hasRightToLeft: false });
const DIRECTED = glyphsFor({ isUnicode: true, isPainted: false, hasRightToLeft: true });

function drawn(sheet: DaySheet, given: Partial<PictureStyle> = {}): string {
  return eveningText(sheet, timelineOf(sheet), { columns: 80, glyphs: ASCII, paint: PLAIN, ...given });
}

test('no line is wider than the terminal, at any number of columns', () => {
  fc.assert(
    fc.property(
      anySheet,
      fc.integer({ min: 24, max: 220 }),
      fc.constantFrom(ASCII, UNICODE, DIRECTED),
      (sheet, columns, glyphs) => {
        for (const line of drawn(sheet, { columns, glyphs }).split('\n'))
          expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
      },
    ),
    seeded(inFull(600, 150)),
  );
});

test('every party of the drawing is in the picture once for each of its tables, with its size', () => {
  const LABEL = /[\ue000\ue001](?!held|offered)(?:(\d+|[&+])|[^\ue000-\ue003\n]*? · (\d+) guests?)/g;
  const edges: Glyphs = { ...UNICODE, left: '\ue000', before: '\ue001', blocked: '\ue002', held: '\ue003' };
  fc.assert(
    fc.property(anySheet, fc.integer({ min: 60, max: 220 }), (sheet, columns) => {
      const timeline = timelineOf(sheet);
      const pieces = timeline.sections.flatMap(({ rows }) =>
        rows.flatMap((row) => row.pieces.flatMap((piece) => (piece.kind === 'party' ? [piece] : []))),
      );
      const labels = [...drawn(sheet, { columns, glyphs: edges }).matchAll(LABEL)];
      const sizes = labels.flatMap(([, label, size]) => (label === '&' ? [] : [label ?? size!])).toSorted();
      const first = pieces.filter(({ part }) => part === 0).map(({ bar }) => bar.booking.partySize);
      expect(labels).toHaveLength(pieces.length);
      // A bar of three columns has no room for two figures.
      expect(sizes.length).toBe(first.length);
      for (const size of sizes.filter((each) => each !== '+')) expect(first.map(String)).toContain(size);
    }),
    seeded(inFull(400, 100)),
  );
});

test('colours change only the fill of bars', () => {
  vi.stubEnv('NO_COLOR', '');
  vi.stubEnv('TERM', 'xterm');
  const paint = paintFor({ isTTY: true });
  vi.unstubAllEnvs();
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const painted = drawn(sheet, { columns: 120, paint, glyphs: UNICODE });
      // eslint-disable-next-line no-control-regex
      expect(painted.replaceAll(/\u001b\[\d+m/g, '')).toBe(drawn(sheet, { columns: 120, glyphs: UNICODE }));
    }),
    seeded(inFull(100, 30)),
  );
});

test('a day on 80 columns, in ASCII apart from names', () => {
  expect(drawn(anEvening())).toMatchInlineSnapshot(`
    "Bistro Nord, Fri 1 Mar 2030, CET; now 19:10
    5 parties, 19 guests; 1 without a table; 1 no-show. 0 of 4 tables free now.

                    11:00 12:00 13:00 //      18:00 19:00 20:00 21:00 22:00 23:00
    waiting for a table
                    :     :     :       :     :     [3 Ek------]:     :     :
    Window
    W1          1–2 :     [2= Lind]     :     :  [2^ Berg]~~~...:.....:.....:.....
    W2          2–4 :     :     :       :     [8*@ Åsa Öb]:..[4 李雷----]...:.....
    W3          2–4 :     :     :       :     [&W2 Åsa Öb]:.....:.....:.....:.....
    Hall
    Long table 6–12 :     :     :       # leg broken |####:.....:.....:.....:.....

    covers/30'            2                   8! 2  3        4

    2 guests   * notes   & joined with table   ^ arrived   @ seated   = gone
    . free   ~ kept after a party   # blocked   | now   ! the kitchen takes no more

    Notes
    18:00 Åsa Öberg · 8 guests · tables W2 + W3: nut allergy, and they would love
          the window if that can be had at all"
  `);
});

test('the same on 120 columns of a terminal that has more signs', () => {
  expect(drawn(anEvening(), { columns: 120, glyphs: UNICODE })).toMatchInlineSnapshot(`
    "Bistro Nord, Fri 1 Mar 2030, CET; now 19:10
    5 parties, 19 guests; 1 without a table; 1 no-show. 0 of 4 tables free now.

                    11:00     12:00     13:00     //          18:00     19:00     20:00     21:00     22:00     23:00
    waiting for a table
                    ┊         ┊         ┊           ┊         ┊         │Ek · 3 guests─────│┊         ┊         ┊
    Window
    W1          1–2 ┊         │2✓ Lind──────│       ┊         ┊    │2→ Berg──────│╌╌╌╌╌·····┊·········┊·········┊·········
    W2          2–4 ┊         ┊         ┊           ┊         │8*● Åsa Öberg─────│┊····│李雷 · 4 guests───│·····┊·········
    W3          2–4 ┊         ┊         ┊           ┊         │&W2 Åsa Öberg─────│┊·········┊·········┊·········┊·········
    Hall
    Long table 6–12 ┊         ┊         ┊           ▒ leg broken ▒▒▒▒▒▒▒▒▒┃▒▒▒▒▒▒▒┊·········┊·········┊·········┊·········

                              ▂▂▂                             ███  ▂▂▂  ▃▃▃            ▄▄▄
    covers                    2                               8!   2    3              4

    2 guests   * notes   & joined with table   → arrived   ● seated   ✓ gone   · free   ╌ kept after a party   ▒ blocked
    ┃ now   ! the kitchen takes no more

    Notes
    18:00 Åsa Öberg · 8 guests · tables W2 + W3: nut allergy, and they would love the window if that can be had at all"
  `);
});

test('a closed day says so, and a night on which the clock is put back has its hour twice', () => {
  const sheet = { ...anEvening(), bookings: [], blocks: [] };
  const closures = [{ id: 'c', from: fixtures.FRIDAY, to: fixtures.FRIDAY, reason: null }];
  expect(drawn({ ...sheet, location: { ...sheet.location, closures } })).toBe(
    'Bistro Nord, Fri 1 Mar 2030, CET; now 19:10\n0 parties, 0 guests.\n\nClosed on this day, without bookings.',
  );
  const servicePeriods = [fixtures.aPeriod({ opensMinute: 22 * 60, closesMinute: 28 * 60 })];
  const night = drawn({ ...sheet, date: '2030-10-26', location: { ...sheet.location, servicePeriods } });
  expect(night).toContain('Sat 26 Oct 2030, CEST, later CET; now 19:10 on Fri 1 Mar 2030');
  expect(night.match(/02:00/g)).toHaveLength(2);
});

test('a restaurant of two tables, and one of sixty with the hours also at the bottom', () => {
  const withTables = (count: number): string => {
    const { location, ...sheet } = anEvening();
    const tables = Array.from({ length: count }, (_, i) => fixtures.aTable(`T${i + 1}`));
    const floorPlan = { tables, combinations: [], wastedSeatsMax: null };
    return drawn({ ...sheet, bookings: [], blocks: [], location: { ...location, floorPlan } });
  };
  expect(withTables(2).match(/^T\d+ .*\.\.\./gm)).toHaveLength(2);
  expect(withTables(2).match(/ 20:00/g)).toHaveLength(1);
  expect(withTables(60).match(/^T\d+ .*\.\.\./gm)).toHaveLength(60);
  expect(withTables(60).match(/ 20:00/g)).toHaveLength(2);
});

test('edges keep parties apart between names in right-to-left scripts', () => {
  expect([isRightToLeft('שרה'), isRightToLeft('محمد'), isRightToLeft('Åsa 李雷 👩🏽‍🚀')]).toEqual([
    true,
    true,
    false,
  ]);
  // Letters that are written from left to right, by the Unicode Character Database: braille patterns are.
  expect(DIRECTED.left + DIRECTED.right).toMatch(/^[\u2800-\u28ff]{2}$/);
  for (const glyphs of [ASCII, UNICODE, DIRECTED])
    for (const glyph of Object.values(glyphs).flat()) expect([glyph, stringWidth(glyph)]).toEqual([glyph, 1]);
});

test('control characters are not drawn, also in short texts', () => {
  const sheet = anEvening();
  const guest = { name: 'A\u001b\nB', notes: null, email: null, phone: null, language: null };
  const text = drawn({ ...sheet, bookings: [{ ...sheet.bookings[2]!, guest }] }, { columns: 200 });
  expect(text).toContain('2^ A\\u{1b}\\nB');
  // eslint-disable-next-line no-control-regex
  expect(text).not.toMatch(/\u001b|^B(?!istro)/m);
});

test('texts are cut, filled and wrapped by the columns that they take', () => {
  expect(['李雷', 'e\u0301', '👨‍👩‍👧', 'Åsa', 'שרה'].map(widthOf)).toEqual([4, 1, 2, 3, 3]);
  expect([cutTo('李雷', 3), fitted('李雷', 3), fitted('Bo', 4, '-'), cutTo('Bo', 0)]).toEqual([
    '李',
    '李 ',
    'Bo--',
    '',
  ]);
  expect(withFewMarks(`e${'\u0301'.repeat(9)}x`)).toBe('e\u0301\u0301\u0301x');
  for (const name of NAMES)
    expect(wrapped(name, 7).join('').replaceAll(' ', '')).toBe(name.replaceAll(' ', ''));
  expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
  expect(wrapped('x'.repeat(9), 4)).toEqual(['xxxx', 'xxxx', 'x']);
  expect(wrapped('李雷', 1)).toEqual(['李', '雷']);
  for (const name of NAMES)
    for (const columns of [1, 2, 5, 20]) {
      expect(stringWidth(cutTo(name, columns))).toBeLessThanOrEqual(columns);
      expect(stringWidth(fitted(name, columns))).toBe(columns);
    }
});
