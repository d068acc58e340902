/** Applying the sent changes to an older drawing of a day results in the current one. */
import { type Booking, type DaySheet, MINUTE_MS } from '@bord/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysServer } from '../../../../../test/support/console-day.ts';
import { busySheet } from '../../../../../test/support/busy-sheet.ts';
import { anEvening, anySheet } from '../../../../../test/support/day-sheets.ts';
import { inFull } from '../../../../../test/support/long.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import { html } from '../../web/html.ts';
import { consoleWordsIn } from '../../i18n/languages.ts';
import { changesOf, type DayMarkup, partHtml, partsOf } from './day-parts.ts';
import { createDayRenderings } from './day-renderings.ts';

const UNCHANGED = /<unchanged data-first="([^"]*)" data-last="([^"]*)" data-count="(\d+)"><\/unchanged>/;
const reader = { words: consoleWordsIn('en'), language: 'en', here: '/console/nord' } as const;

/** Applies changes to a drawing: parts that stay are taken from it, from the group in which the new one has them. */
function applied(before: DayMarkup, after: DayMarkup, changes: string): string {
  if (changes === '<unchanged></unchanged>') return before.markup;
  const groupAt = new Map<number, string>();
  let length = 0;
  for (const { gap, markup, group } of after.parts) {
    groupAt.set(length + gap.length, group);
    length += gap.length + markup.length;
  }
  const texts = changes.split(UNCHANGED);
  let result = texts[0]!;
  for (let i = 1; i < texts.length; i += 4) {
    const group = groupAt.get(result.length);
    const indexOf = (key: string): number =>
      before.parts.findIndex((part) => part.group === group && part.key === key);
    const [first, last] = [indexOf(texts[i]!), indexOf(texts[i + 1]!)];
    expect([first, last - first]).toSatisfy((pair: number[]) => pair.every((each) => each >= 0));
    const [one, ...others] = before.parts.slice(first, last + 1);
    expect(`${1 + others.length}`).toBe(texts[i + 2]);
    result += one!.markup + others.map(({ gap, markup }) => gap + markup).join('') + texts[i + 3]!;
  }
  return result;
}

/** Random events: a party arrives, leaves, moves or changes; a table is blocked; time passes. */
const change = fc.record({
  kind: fc.constantFrom('come', 'go', 'move', 'notes', 'size', 'seat', 'block', 'wait', 'nothing'),
  which: fc.nat(),
  by: fc.integer({ min: -90, max: 90 }),
});
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

function changed(sheet: DaySheet, { kind, which, by }: Change, n: number): DaySheet {
  const { bookings, nowMs, blocks = [] } = sheet;
  const at = bookings.length === 0 ? -1 : which % bookings.length;
  const one = bookings[at];
  const byMs = by * MINUTE_MS;
  const withThis = (given: Partial<Booking>): DaySheet => ({
    ...sheet,
    bookings: bookings.map((each, i) => (i === at ? { ...each, ...given } : each)),
  });
  if (kind === 'wait') return { ...sheet, nowMs: nowMs + Math.abs(byMs) };
  if (kind === 'block') return { ...sheet, blocks: blocks.slice(1) };
  if (kind === 'nothing' || !one) return sheet;
  if (kind === 'go') return { ...sheet, bookings: bookings.toSpliced(at, 1) };
  if (kind === 'come') return { ...sheet, bookings: [...bookings, { ...one, id: `bk_new${n}` }] };
  if (kind === 'notes') return withThis({ guest: { ...one.guest, notes: `note "${n}" <b>` } });
  if (kind === 'size') return withThis({ partySize: 1 + (which % 12) });
  if (kind === 'seat') return withThis({ visit: { ...one.visit, seatedMs: nowMs } });
  const [startMs, endMs] = [one.startMs + byMs, one.endMs + byMs];
  return withThis({ startMs, endMs, blockedUntilMs: one.blockedUntilMs + byMs });
}

test('a shown day with the sent changes equals the current drawing after any sequence of events', () => {
  fc.assert(
    fc.property(anySheet, fc.array(change, { minLength: 1, maxLength: 8 }), (begin, steps) => {
      const days = createDayRenderings();
      let sheet = begin;
      let shown = days.of(sheet, reader);
      for (const [n, step] of steps.entries()) {
        sheet = changed(sheet, step, n);
        const now = days.of(sheet, reader);
        const changes = days.since(shown.version, now)!.text;
        expect(applied(shown, now, changes)).toBe(now.markup);
        // Some clients skip a version, and get more the next time.
        if (step.which % 3 > 0) shown = now;
      }
    }),
    seeded(inFull(2000, 60)),
  );
});

test('on a full day one new party is some kilobytes, and no change is a single mark', () => {
  const days = createDayRenderings();
  const sheet = busySheet();
  const more = days.of(sheet, reader);
  const before = days.of({ ...sheet, bookings: sheet.bookings.toSpliced(90, 1) }, reader);
  const changes = days.since(before.version, more)!.text;
  expect(changes.length).toBeLessThan(before.markup.length / 15);
  expect(applied(before, more, changes)).toBe(more.markup);
  expect(days.since(more.version, more)!.text).toBe('<unchanged></unchanged>');
  expect(days.since('unknown', more)).toBeNull();
  // Clients that skipped the same version get the same text.
  expect(days.since(before.version, more)!.text).toBe(changes);
});

test('new, removed and moved parts are sent, and a mark never includes parts from elsewhere', () => {
  const day = (...names: string[]): DayMarkup =>
    partsOf(
      html`<ol>
        ${names.map((name) => partHtml('list', name, html`<li data-booking="${name}">${name}</li>`))}
      </ol>`,
    );
  const unchanged = (before: DayMarkup, after: DayMarkup): string[] =>
    [...changesOf(before, after).matchAll(/data-first="(\w+)" data-last="(\w+)"/g)].map(
      ([, first, last]) => `${first}-${last}`,
    );
  expect(unchanged(day('a', 'b', 'c', 'd'), day('a', 'b', 'x', 'c', 'd'))).toEqual(['a-b', 'c-d']);
  expect(unchanged(day('a', 'b', 'c', 'd'), day('a', 'b', 'd'))).toEqual(['a-b', 'd-d']);
  expect(unchanged(day('a', 'b', 'c', 'd'), day('b', 'c', 'd', 'a'))).toEqual(['b-d', 'a-a']);
  expect(unchanged(day('a', 'b'), day())).toEqual([]);
});

test('text that looks like a mark is escaped', () => {
  const name = '</part><part "a" "b">';
  const { parts, markup } = partsOf(partHtml('list', 'a" b', html`<li>${name}</li>`));
  expect(parts).toHaveLength(1);
  expect(markup).toBe('<li>&lt;/part&gt;&lt;part &quot;a&quot; &quot;b&quot;&gt;</li>');
});

test('the script gets the changes to its version, with a form that has its token; other clients get the whole day', async () => {
  const ask = daysServer();
  const sheet = anEvening();
  const whole = (await ask(sheet, { wantsFragment: true })).body as string;
  const version = /data-version="([\w-]{22})"/.exec(whole)![1]!;
  const [first, ...others] = sheet.bookings;
  const later = { ...sheet, bookings: [{ ...first!, partySize: 9 }, ...others] };
  const part = (await ask(later, { wantsFragment: true, shows: version, formToken: 'mine' })).body as string;
  expect(part).toContain(`data-since="${version}"`);
  expect(part).toContain('name="token" value="mine"');
  expect(part).toContain(`data-booking="${first!.id}"`);
  expect(part).not.toContain(`data-booking="${others[0]!.id}"`);
  for (const options of [
    { shows: version },
    { shows: 'another', wantsFragment: true },
    { wantsFragment: true },
  ]) {
    const answer = (await ask(later, options)).body as string;
    expect(answer).toContain(`data-booking="${others[0]!.id}"`);
    expect(answer).not.toMatch(/data-since|<unchanged/);
  }
});
