import { BookingError } from '@bord/engine';
import { type BodySource, readText } from '../http/read-body.ts';
import { readQuery } from '../http/http-request.ts';

/** The fields of a form; throws `invalid_request` unless it is a form of at most 64 KiB without repeated fields. */
export async function readForm(
  request: BodySource,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/x-www-form-urlencoded')
    throw new BookingError('invalid_request', 'the content type must be application/x-www-form-urlencoded');
  return readQuery(await readText(request, signal));
}

/**
 * Whether a page of another site sent the request, by `Sec-Fetch-Site`, or by `Origin` in older browsers. An `Origin` of `null` is not a proof,
 * because pages with `no-referrer` send it, including Bord's. That is safe: these pages do not use cookies, so a request for a booking must contain
 * the secret of its link.
 * @param ownOrigin the public origin of this server
 */
export function isForeign(headers: Pick<Headers, 'get'>, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  if (origin === null || origin === 'null' || origin === ownOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.get('host');
}
