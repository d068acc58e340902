import { BookingError } from '@bord/engine';
import { type BodySource, readText } from '../http/read-body.ts';
import { readQuery } from '../http/http-request.ts';

/** The fields of a form that was sent; throws `invalid_request` unless it is one, of at most 64 KiB, with no field twice. */
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
 * The request was sent by a page of another site. Browsers say so in `Sec-Fetch-Site`, or those that are older in `Origin`. A page that lets
 * nobody know where it is has the origin `null`: ours do, so it proves nothing. That is no gap. Nothing here goes by cookies;
 * whoever sends something for a booking must know its link, and then needs no other's browser.
 *
 * @param ownOrigin where people reach this server
 */
export function isForeign(headers: Pick<Headers, 'get'>, ownOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('origin');
  if (origin === null || origin === 'null' || origin === ownOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.get('host');
}
