import { formatInstant, type GuestWish, isLocalDate, parseInstant } from '@bord/engine';
import type { Query } from '../web/page-route.ts';

export interface MoveWish {
  readonly about: GuestWish;
  /** Null until a time is chosen. */
  readonly startMs: number | null;
  readonly isReadable: boolean;
}

export function readWish({ date, partySize, start }: Query): MoveWish {
  const isDate = date !== undefined && isLocalDate(date);
  const isSize = partySize !== undefined && /^[1-9]\d{0,3}$/.test(partySize);
  const startMs = start === undefined ? null : parseInstant(start);
  return {
    about: { ...(isDate && { date }), ...(isSize && { partySize: Number(partySize) }) },
    startMs,
    isReadable:
      (date === undefined || isDate) &&
      (partySize === undefined || isSize) &&
      (start === undefined || startMs !== null),
  };
}

/** The query that {@link readWish} reads: the day, the party size, and the time if there is one. */
export function queryOf({ date, partySize }: GuestWish, startMs: number | null): Query {
  return {
    ...(date !== undefined && { date }),
    ...(partySize !== undefined && { partySize: `${partySize}` }),
    ...(startMs !== null && { start: formatInstant(startMs) }),
  };
}
