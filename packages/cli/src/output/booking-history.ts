import { isDeepStrictEqual } from 'node:util';
import {
  type Author,
  type Booking,
  type ChangeKind,
  changesOf,
  type Engine,
  formatInstantMs,
  type Guest,
  type GuestRow,
  type Location,
  type VisitTimes,
} from '@bord/engine';
import { type BookingChange, creatorOf, HISTORY_MAX } from '@bord/engine/adapters';
import { bookingJson, guestJson } from './booking-answer.ts';
import { tableText } from './layout.ts';
import { plain } from './plain.ts';
import { clockText, dayText } from './times.ts';
import { guestsText, tablesText } from './booking-line.ts';

/** The booking as `--json` has it, with its history: of each change the fields that it changed, before and after. */
export function bookingWithHistoryJson(booking: GuestRow, people: People = new Map()): object {
  const changes = booking.kind === 'booking' ? changesOf(booking) : [];
  const history = changes.map((change) => changeJson(change, people));
  const by = creatorOf(booking);
  const made = { createdBy: by, ...(isStaff(by) && { createdByName: people.get(by) ?? null }) };
  return { ...bookingJson(booking), ...made, history };
}

/** All stored data of a guest with a booking, its history and former guest data included. */
export function exportedJson(booking: GuestRow): object {
  return { ...bookingWithHistoryJson(booking), formerGuests: booking.formerGuests.map(guestJson) };
}

type Json = Readonly<Record<string, unknown>>;

function changeJson({ entry, before, after }: BookingChange, people: People): object {
  const [from, to] = [before, after].map((booking) => bookingJson(booking) as Json);
  const fields = Object.keys(to!).filter(
    (field) => field !== 'guest' && !isDeepStrictEqual(from![field], to![field]),
  );
  const of = (json: Json): Json => ({
    ...Object.fromEntries(fields.map((field) => [field, json[field]])),
    ...(hasFormerGuest(before, after) && { guest: guestFieldsOf(json['guest'] as Json, entry.guestFields) }),
  });
  const { kind, by, guestFields } = entry;
  return {
    at: formatInstantMs(entry.atMs),
    kind,
    by,
    ...(isStaff(by) && { byName: people.get(by) ?? null }),
    from: of(from!),
    to: of(to!),
    ...(guestFields && { guestFields: guestFields.map(jsonName) }),
  };
}

function isStaff(by: Author): boolean {
  return by.startsWith('staff:');
}

/** An address that was corrected is not kept. */
function guestFieldsOf(guest: Json, fields: readonly (keyof Guest)[] = []): Json {
  const known = fields.filter((field) => field !== 'email');
  return Object.fromEntries(known.map((field) => [jsonName(field), guest[jsonName(field)]]));
}

const jsonName = (field: keyof Guest): string => (field === 'language' ? 'lang' : field);

/** True if the former guest data is known; erasure removes it. */
function hasFormerGuest(before: Booking, after: Booking): boolean {
  return before.formerGuests.length < after.formerGuests.length;
}

/** The names of members of staff, by their author in the history: `staff:st_…`. */
export type People = ReadonlyMap<string, string>;

/** The creation and changes of a booking, a line for each changed value, in the time zone of its location. */
export function historyText(booking: Booking, { timeZone }: Location, people: People): string {
  const when = (ms: number): string => `${dayText(ms, timeZone)} ${clockText(ms, timeZone)}`;
  const made = [when(booking.createdMs), 'made', authorText(creatorOf(booking), people), ''];
  const forgotten = booking.history.length < HISTORY_MAX ? [] : [['', '…', '', 'older changes are not kept']];
  const rows = changesOf(booking).flatMap((change) => {
    const { atMs, kind, by } = change.entry;
    const [first = '', ...more] = linesOf(change, timeZone);
    return [
      [when(atMs), kindText(kind), authorText(by, people), first],
      ...more.map((line) => ['', '', '', line]),
    ];
  });
  return tableText(['when', 'what', 'by', 'before → after'], [made, ...forgotten, ...rows]);
}

function kindText(kind: ChangeKind): string {
  return kind === 'reseated' ? 're-seated' : kind.replaceAll('_', kind === 'no_show' ? '-' : ' ');
}

export async function readPeople({ operator }: Engine): Promise<People> {
  return new Map((await operator.staff.list()).map(({ id, name }) => [`staff:${id}`, name]));
}

export function authorText(by: Author, people: People): string {
  if (isStaff(by)) return plain(people.get(by) ?? 'a former member');
  return by === 'maintenance'
    ? 'nightly maintenance'
    : plain(by.replace(/^(?:partner|assistant):(?=.)/, '').replace(/:$/, ''));
}

function linesOf({ entry, before, after }: BookingChange, timeZone: string): readonly string[] {
  const pair = (text: (booking: Booking) => string): string => `${text(before)} → ${text(after)}`;
  const differs = (...fields: readonly (keyof Booking)[]): boolean =>
    fields.some((field) => !isDeepStrictEqual(before[field], after[field]));
  const isSameDay = dayText(before.startMs, timeZone) === dayText(after.startMs, timeZone);
  const momentText = (ms: number): string =>
    isSameDay ? clockText(ms, timeZone) : `${dayText(ms, timeZone)} ${clockText(ms, timeZone)}`;
  return [
    differs('startMs') && pair(({ startMs }) => momentText(startMs)),
    !differs('startMs') && differs('endMs') && pair(({ endMs }) => `until ${clockText(endMs, timeZone)}`),
    differs('partySize') && pair(({ partySize }) => guestsText(partySize)),
    differs('tables') && pair(({ tables }) => tablesText(tables)),
    differs('status') && pair(({ status }) => (status === 'no_show' ? 'no-show' : status)),
    differs('pinned') && pair(({ pinned }) => (pinned ? 'pinned' : 'not pinned')),
    ...visitLines(before.visit, after.visit, timeZone),
    ...(entry.guestFields ?? []).map((field) =>
      field === 'email'
        ? 'email corrected'
        : hasFormerGuest(before, after)
          ? `${field}: ${valueText(before.guest[field])} → ${valueText(after.guest[field])}`
          : `${field} (erased)`,
    ),
  ].filter((line) => line !== false);
}

function visitLines(before: VisitTimes, after: VisitTimes, timeZone: string): readonly string[] {
  const at = (ms: number | null): string => (ms === null ? '–' : clockText(ms, timeZone));
  const times = [
    ['arrived', 'arrivedMs'],
    ['seated', 'seatedMs'],
    ['left', 'leftMs'],
  ] as const;
  return times.flatMap(([name, field]) =>
    before[field] === after[field] ? [] : [`${name} ${at(before[field])} → ${at(after[field])}`],
  );
}

/** So much of a text is shown; all of it is in the booking, and in the JSON. */
const SHOWN_MAX = 60;

function valueText(value: string | null): string {
  if (value === null) return '–';
  const points = Array.from(value);
  return plain(points.length <= SHOWN_MAX ? value : `${points.slice(0, SHOWN_MAX - 1).join('')}…`);
}
