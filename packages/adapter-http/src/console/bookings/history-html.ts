/** The history of a booking: each change with its author, the old and the new values (D43). */
import type { Author, Booking } from '@bord/engine';
import { type BookingChange, creatorOf } from '@bord/engine/adapters';
import { html, type Html } from '../../web/html.ts';
import { oneLine } from '../../web/clean.ts';
import type { ConsoleInput } from '../console-route.ts';
import { clockOf, momentOf, shortMoment, tablesText } from './booking-text.ts';

/** Names of staff by author: `staff:st_…` to `Anna`. */
export type People = ReadonlyMap<string, string>;

export function changesHtml(
  input: ConsoleInput,
  changes: readonly BookingChange[],
  people: People,
  first: Html | null = null,
): Html {
  return html`<ul class="history">
    ${first && html`<li>${first}</li>`}${changes.map((change) => html`<li>${changeHtml(input, change, people)}</li>`)}
  </ul>`;
}

/** `18.42 Anna: flyttad, 19.00 → 19.30, bord W1 → bord W2` */
function changeHtml(input: ConsoleInput, change: BookingChange, people: People): Html {
  const { entry } = change;
  const { kinds } = input.words.actions.history;
  const details = detailsOf(input, change);
  return html`<span class="time">${shortMoment(input, entry.atMs)}</span>
    <bdi>${authorText(input, entry.by, people)}</bdi>:
    ${kinds[entry.kind]}${details.length > 0 && html`, <bdi>${details.join(', ')}</bdi>`}`;
}

export function madeHtml(input: ConsoleInput, booking: Booking, people: People): Html {
  const ref = oneLine(booking.visitor?.ref ?? '');
  return html`<span class="time">${shortMoment(input, booking.createdMs)}</span>
    <bdi>${authorText(input, creatorOf(booking), people)}</bdi>:
    ${input.words.actions.history.kinds.created}${ref && html`, <bdi>${ref}</bdi>`}`;
}

const ASSISTANT = 'assistant:';

export function authorText({ words }: Pick<ConsoleInput, 'words'>, by: Author, people: People): string {
  const { operator, cli, guest, assistant, maintenance, former } = words.actions.history;
  if (by === 'operator') return operator;
  if (by === 'cli') return cli;
  if (by === 'guest') return guest;
  if (by === 'maintenance') return maintenance;
  if (by.startsWith(ASSISTANT)) return assistant(oneLine(by.slice(ASSISTANT.length)));
  if (by.startsWith('partner:')) return by.slice('partner:'.length);
  return oneLine(people.get(by) ?? '') || former;
}

/** The changed values: time, size, tables, end, and the names of changed guest fields. */
function detailsOf(input: ConsoleInput, { entry, before, after }: BookingChange): readonly string[] {
  const { evening, actions } = input.words;
  const from = (field: keyof Booking): boolean => field in entry.before;
  const isOtherDay = before.serviceDate !== after.serviceDate;
  const time = (ms: number): string => (isOtherDay ? momentOf(input, ms) : clockOf(input, ms));
  return [
    ...(from('startMs') ? [`${time(before.startMs)} → ${time(after.startMs)}`] : []),
    ...(from('partySize')
      ? [`${evening.people(before.partySize)} → ${evening.people(after.partySize)}`]
      : []),
    ...(from('tables') ? [`${tablesText(input, before.tables)} → ${tablesText(input, after.tables)}`] : []),
    ...(entry.kind === 'extended' && from('endMs')
      ? [`${clockOf(input, before.endMs)} → ${clockOf(input, after.endMs)}`]
      : []),
    ...(entry.guestFields ?? []).map((field) => actions.history.fields[field]),
  ];
}
