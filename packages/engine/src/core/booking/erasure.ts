/** The guest data of a booking, and the row after erasure, for all storages. */
import { type Booking, isLive } from './booking.ts';
import { NETWORK } from './visitor-limits.ts';
import { type Delivery, type DeliveryRecord, MAIL_QUEUE } from '../outbox/delivery.ts';
import type { DiaryRow } from './row.ts';

/** The guest data of a booking: all of it is deleted when the guest is erased. */
export type GuestData = Pick<Booking, 'guest' | 'manageTokenHash' | 'formerGuests'>;

/** The guest data of a booking whose guest has been erased. */
export const ERASED: GuestData = {
  guest: { name: '', email: null, phone: null, notes: null, language: null },
  manageTokenHash: null,
  formerGuests: [],
};

/** The row after its guest is erased. For a guest's own booking, the hash of the network is deleted as well. */
export function erased<R extends DiaryRow>(row: R): R {
  const visitor = row.kind === 'booking' && row.visitor ? { ...row.visitor, network: null } : undefined;
  return { ...row, ...ERASED, ...(visitor && { visitor }) };
}

/** A booking without the hash of its guest's network; empty if the row has no hash. */
export function withoutNetwork(row: DiaryRow): readonly Booking[] {
  if (row.kind !== 'booking' || !row.visitor) return [];
  const { network } = row.visitor;
  return network === null || network === NETWORK
    ? []
    : [{ ...row, visitor: { ...row.visitor, network: NETWORK } }];
}

/** Whether the guest is expected or at the table: then no guest data or messages about the guest are erased. */
export function isExpected(row: DiaryRow, nowMs: number): boolean {
  return isLive(row) && row.endMs > nowMs;
}

/** Whether there is a guest to erase. A guest has a name, and an erased one has none. */
export function isErasable(row: DiaryRow, nowMs: number): boolean {
  return row.guest.name !== '' && !isExpected(row, nowMs);
}

/**
 * A delivery about a booking after its guest is erased: a waiting e-mail is dropped because it has no recipient, and a webhook loses its guest
 * data. All other numbers and texts of the body stay byte-identical; a body without a guest is unchanged.
 */
export function withoutGuest({
  queue,
  state,
  body,
}: Pick<Delivery, 'queue' | 'body'> & Pick<DeliveryRecord, 'state'>): Pick<DeliveryRecord, 'state' | 'body'> {
  if (queue === MAIL_QUEUE) return { state: state === 'waiting' ? 'dropped' : state, body };
  return { state, body: bodyWithoutGuest(body) };
}

/** The body of an event without its guest, otherwise byte-identical. */
export function bodyWithoutGuest(body: string): string {
  if (!(JSON.parse(body) as Event).data?.guest) return body;
  const event = JSON.parse(body, asWritten as Parameters<typeof JSON.parse>[1]) as Event;
  return JSON.stringify({ ...event, data: { ...event.data, guest: null } });
}

/** Whether a webhook's body contains a guest, by text search: JSON escapes quotation marks in texts. */
export function tellsOfGuest({ queue, body }: Pick<Delivery, 'queue' | 'body'>): boolean {
  return queue !== MAIL_QUEUE && !body.includes('"guest":null');
}

interface Event {
  readonly data?: { readonly guest?: unknown };
}

/** Standard JavaScript, but not in the types of the project's language version. */
const { rawJSON } = JSON as unknown as { rawJSON(source: string): object };

/** Keeps the notation of numbers and texts: `1e2` must not become `100` in a message that has been signed and sent. */
function asWritten(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return source === undefined ? value : rawJSON(source);
}
