/** Availability as answers have it, read leniently: what is malformed in it is for the rules on shapes. */
import { addDays, localDateAt } from '@bord/engine';
import { type Exchange, field } from './exchange.ts';

export interface Slot {
  readonly slot: string;
  readonly startMs: number;
  readonly available: boolean;
  /** Infinite where the answer does not say. */
  readonly remainingCovers: number;
}

export interface Day {
  readonly date: string;
  readonly partySize: number;
  readonly slots: readonly Slot[];
  readonly exchange: Exchange;
}

export function dateAfter(date: string, days: number): string {
  return addDays(date.slice(0, 'YYYY-MM-DD'.length), days);
}

export function dateOf(ms: number): string {
  return localDateAt('UTC', ms);
}

/** `2026-12-01T18:00:00Z` */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** Milliseconds since the epoch; a time without an offset is taken for UTC. NaN for no time. */
export function instantOf(text: unknown): number {
  if (typeof text !== 'string') return Number.NaN;
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`);
}

/** The value if it is a list, else an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function slotsOf(value: unknown): readonly Slot[] {
  return listOf(value).flatMap((item) => {
    const slot = field(item, 'slot');
    const startMs = instantOf(slot);
    if (typeof slot !== 'string' || Number.isNaN(startMs)) return [];
    const covers = field(item, 'remainingCovers');
    const remainingCovers = typeof covers === 'number' ? covers : Number.POSITIVE_INFINITY;
    return [{ slot, startMs, available: field(item, 'available') === true, remainingCovers }];
  });
}

export function daysOf(exchange: Exchange): readonly Day[] {
  return listOf(field(exchange.json, 'days')).flatMap((entry) => {
    const [date, partySize] = [field(entry, 'date'), field(entry, 'partySize')];
    if (typeof date !== 'string' || typeof partySize !== 'number') return [];
    return [{ date, partySize, slots: slotsOf(field(entry, 'slots')), exchange }];
  });
}

export function freeSlots({ slots }: Pick<Day, 'slots'>): readonly Slot[] {
  return slots.filter(({ available }) => available);
}

export function slotAt({ slots }: Pick<Day, 'slots'>, startMs: number): Slot | undefined {
  return slots.find((slot) => slot.startMs === startMs);
}
