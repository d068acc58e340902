/** Rate limits of public pages, counted in the memory of this process. */
import { UNKNOWN_ADDRESS } from '../http/client-address.ts';

export interface PageLimits {
  readonly perToken: number;
  /** Requests from one IP address in a window, if addresses are known. */
  readonly perAddress: number;
  readonly windowMs: number;
}

/** A guest who views every day of a month needs half of this; a large office shares one IP address. */
const DEFAULT_PAGE_LIMITS: PageLimits = { perToken: 60, perAddress: 600, windowMs: 60_000 };

/**
 * Booking pages also limit holds, bookings and e-mails (D52). So the limit per IP address is high: other guests behind it can book during a flood.
 * Requests beyond the capacity of the server are shed.
 */
export const BOOK_PAGE_LIMITS: PageLimits = { ...DEFAULT_PAGE_LIMITS, perAddress: 12_000 };

/** The number of counted clients. Further clients are not counted. */
const COUNTED_MAX = 50_000;
const NAME_LENGTH_MAX = 100;

export interface PageCounter {
  /** Counts a request; returns the milliseconds until it can be repeated, or 0 if it is permitted. */
  waitMs(who: { readonly address: string; readonly token: string }): number;
}

/** @param nowMs a monotonic clock */
export function createPageCounter(
  { perToken, perAddress, windowMs }: PageLimits = DEFAULT_PAGE_LIMITS,
  nowMs: () => number = () => performance.now(),
): PageCounter {
  const addresses = new Map<string, number>();
  const tokens = new Map<string, number>();
  let endsMs = 0;

  function count(counts: Map<string, number>, name: string, limit: number): boolean {
    const key = name.slice(0, NAME_LENGTH_MAX);
    const counted = (counts.get(key) ?? 0) + 1;
    if (counted > limit) return false;
    if (counted > 1 || counts.size < COUNTED_MAX) counts.set(key, counted);
    return true;
  }

  return {
    waitMs({ address, token }) {
      const now = nowMs();
      if (now >= endsMs) {
        addresses.clear();
        tokens.clear();
        endsMs = now + windowMs;
      }
      // The address first: a client over its limit must not use up the guest's limit.
      const isIn =
        (address === UNKNOWN_ADDRESS || count(addresses, address, perAddress)) &&
        (token === '' || count(tokens, token, perToken));
      return isIn ? 0 : endsMs - now;
    },
  };
}
