/** The answers in a few words. */
import type { Booking } from '@bord/engine';
import { clockTime } from './story.ts';

const LENGTH_MAX = 100;

interface Answer {
  readonly kind?: string;
  readonly reason?: string;
  readonly booking?: Booking;
  readonly hold?: { readonly id: string; readonly startMs: number; readonly partySize: number };
  readonly block?: { readonly id: string };
  readonly id?: string;
  readonly state?: string;
}

export function inShort(result: unknown): string {
  if (result === undefined) return 'done';
  if (Array.isArray(result)) return `${result.length} of them`;
  if (typeof result !== 'object' || result === null) return JSON.stringify(result).slice(0, LENGTH_MAX);
  const { kind, reason, booking, hold, block, id, state } = result as Answer;
  if (kind === 'refused') return `refused (${reason ?? 'no table'})`;
  if (booking && kind) return `${kind}, ${bookingInWords(booking)}`;
  if (hold && kind) return `${kind}, ${hold.id} of ${clockTime(hold.startMs)} for ${hold.partySize}`;
  if (block) return `${kind}, ${block.id}`;
  if (id && state) return `${id} is ${state}`;
  const text = JSON.stringify(result);
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}

function bookingInWords({ id, startMs, partySize, tables, status }: Booking): string {
  const at = tables.length === 0 ? 'no table' : tables.join(' and ');
  return `${id} of ${clockTime(startMs)} for ${partySize} at ${at}, ${status}`;
}
