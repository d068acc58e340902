/** How often pages are shown: anybody can open them. Counted in the memory of this process. */
import { UNKNOWN_ADDRESS } from '../http/client-address.ts';

export interface PageLimits {
  /** Requests with one link in a window. */
  readonly perToken: number;
  /** Requests from one address in a window, where addresses are known. */
  readonly perAddress: number;
  readonly windowMs: number;
}

/** A guest who looks at every day of a month asks half as often; a large office is one address. */
const DEFAULT_PAGE_LIMITS: PageLimits = { perToken: 60, perAddress: 600, windowMs: 60_000 };

/**
 * Booking pages have limits on holds, bookings and e-mails (D52), so one address can ask for more: its other guests book while it floods the page. More
 * than the server can answer is shed.
 */
export const BOOK_PAGE_LIMITS: PageLimits = { ...DEFAULT_PAGE_LIMITS, perAddress: 12_000 };

/** Counted at a time. Whoever comes when all are taken is not counted. */
const COUNTED_MAX = 50_000;
const NAME_LENGTH_MAX = 100;

export interface PageCounter {
  /** Counts a request; after how many milliseconds it may be repeated, or 0 when it may be answered. */
  waitMs(who: { readonly address: string; readonly token: string }): number;
}

/** @param nowMs of a clock that only goes on */
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
      // The address first: who asks too often must not use up what the guest may.
      const isIn =
        (address === UNKNOWN_ADDRESS || count(addresses, address, perAddress)) &&
        (token === '' || count(tokens, token, perToken));
      return isIn ? 0 : endsMs - now;
    },
  };
}
