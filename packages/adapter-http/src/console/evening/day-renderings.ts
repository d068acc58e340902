import {
  currentServiceDate,
  type DaySheet,
  type Language,
  type LocalDate,
  MINUTE_MS,
  versionOf,
} from '@bord/engine';
import { BoundedMap } from '@bord/engine/adapters';
import { hash } from 'node:crypto';
import { capitalised, dateText } from '../../i18n/when.ts';
import { oneLine } from '../../web/clean.ts';
import { html, type Html } from '../../web/html.ts';
import { dayHtml } from './day-html.ts';
import { type SharedText, sharedText } from '../packed-answer.ts';
import { changesOf, type DayMarkup, partsOf } from './day-parts.ts';
import { dayView, type DayView, type DayWords } from './day-view.ts';

interface DayRendering extends DayMarkup {
  readonly date: LocalDate;
  readonly today: LocalDate;
  /** Differs as soon as any part of the drawing does. */
  readonly version: string;
  readonly shared: SharedText;
}

interface Reader {
  readonly words: DayWords;
  readonly language: Language;
  readonly here: string;
}

export interface DayRenderings {
  of(sheet: DaySheet, reader: Reader): DayRendering;
  /** The differences to the version that a page shows, by {@link changesOf}; null if that version is no longer cached. */
  since(version: string, now: DayRendering): SharedText | null;
}

/** The characters of all cached drawings; a day of 200 bookings has about 300,000. */
const SIGNS_MAX = 16_000_000;

/** All members with the same reading of a day, language and minute get the same drawing. Permissions are checked elsewhere. */
export function createDayRenderings(signsMax = SIGNS_MAX): DayRenderings {
  const drawn = new BoundedMap<string, DayRendering>(signsMax);
  /** By the versions before and after: all clients that follow a day show the same one. */
  const changes = new BoundedMap<string, SharedText>(signsMax / 8);
  /** Drawings of one shared reading, by language and restaurant. */
  const ofReading = new WeakMap<DaySheet, Map<string, DayRendering>>();
  const draw: DayRenderings['of'] = (read, { words, language, here }) => {
    const nowMs = Math.floor(read.nowMs / MINUTE_MS) * MINUTE_MS;
    const sheet = { ...read, nowMs };
    const versions = new Map(
      [...sheet.bookings, ...sheet.others].map((booking) => [booking.id, versionOf(booking)]),
    );
    const version = nameOf([language, here, nowMs, ...madeOf(sheet, versions)]);
    const known = drawn.get(version);
    if (known) return known;
    const view = dayView(sheet, { words, here, versionOf: ({ id }) => versions.get(id)! });
    const today = currentServiceDate(sheet.location, nowMs);
    const { markup } = html`${headHtml(view, today)}${dayHtml(view)}`;
    // Indentation would be 5 % of the size. Lines end with spaces at most, and a search for them takes a quarter of the time.
    const parts = partsOf({ markup: markup.replaceAll(/ *\n\s*/g, ' ') });
    const shared = sharedText(parts.markup);
    const rendering = { ...parts, date: sheet.date, today, version, shared };
    drawn.set(version, rendering, parts.markup.length);
    return rendering;
  };
  return {
    of(read, reader) {
      const known = ofReading.get(read) ?? new Map<string, DayRendering>();
      ofReading.set(read, known);
      const key = `${reader.language} ${reader.here}`;
      const rendering = known.get(key) ?? draw(read, reader);
      known.set(key, rendering);
      return rendering;
    },
    since(version, now) {
      const before = drawn.get(version);
      if (!before) return null;
      const key = `${version} ${now.version}`;
      const known = changes.get(key) ?? sharedText(changesOf(before, now));
      changes.set(key, known, known.text.length);
      return known;
    },
  };
}

/** The data of a drawing: plan, bookings, blocks, holds, waitlist. */
function madeOf(
  { location: { id, revision }, date, blocks = [], holds = [], waiting = [] }: DaySheet,
  versions: ReadonlyMap<string, string>,
): readonly unknown[] {
  return [id, revision, date, [...versions.values()], blocks, holds, waiting];
}

function nameOf(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}

function headHtml({ sheet, words }: DayView, today: LocalDate): Html {
  const day = capitalised(dateText(words.base.when, { date: sheet.date, today }));
  return html`<h1 class="spoken">${oneLine(sheet.location.name)}, ${day}</h1>`;
}
