/** Requests for a guest's pages without a browser, and the content of their answers. */
import type { Booking } from '@bord/engine';
import type { GuestRuntime } from './guest-runtime.ts';

/** Redirects are not followed. */
export const get = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', ...init });
export const post = (
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) => get(url, { method: 'POST', body: new URLSearchParams(fields), headers });
export const queryOf = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
export const textOf = async (url: string, init: RequestInit = {}): Promise<string> =>
  (await get(url, init)).text();

/** The starts that a page offers. */
export const timesIn = (html: string): string[] =>
  [...html.matchAll(/name="start" value="([^"]+)"/g)].map(([, start]) => start!);

/** The booking as it is now. */
export const stateOf = (runtime: GuestRuntime, { id }: Booking): Promise<Booking> =>
  runtime.engine.operator.bookings.read(id);

/** A move to the day after {@link GuestRuntime.book}'s. */
export const aMove = { partySize: '2', start: '2026-12-05T18:00:00Z', date: '2026-12-05' };
