import { BookingError } from '@bord/engine';
import type { HttpRequest } from './http-request.ts';

/** Why a request carries no key that could be looked up (§5.1). What is wrong with a key that could be is told to nobody. */
export type KeyFault =
  /** No header has one, and the query neither. */
  | 'missing'
  /** `Authorization` is there, without the word Bearer. */
  | 'no_bearer'
  /** A header for the key is there, with nothing in it, or with something in pieces. */
  | 'empty'
  /** It stands in the query, which logs of others keep. */
  | 'in_query'
  /** Two headers have two keys. */
  | 'differing';

/** A request without a key that could be looked up; the code is `key_invalid`. */
export class NoKey extends BookingError {
  readonly fault: KeyFault;

  constructor(fault: KeyFault) {
    super('key_invalid');
    this.fault = fault;
  }
}

const BEARER = /^bearer +(\S+)$/i;

/**
 * The key of a request (§5.1); null for none. An `Authorization` of another scheme is not for us and counts as absent.
 *
 * Throws `key_invalid` when both headers carry a key and the two differ: neither can be preferred.
 */
export function presentedKey(headers: Pick<Headers, 'get'>): string | null {
  const bearer = BEARER.exec(headers.get('authorization') ?? '')?.[1] ?? null;
  const own = headers.get('x-partner-key');
  if (bearer !== null && own !== null && bearer !== own) throw new NoKey('differing');
  return bearer ?? own;
}

/** The key of a request; throws `key_invalid` that says why there is none (§5.2). */
export function keyOf({ headers, search }: Pick<HttpRequest, 'headers' | 'search'>): string {
  const key = presentedKey(headers);
  if (key !== null && key !== '') return key;
  const authorization = headers.get('authorization');
  if (key === '' || /^bearer\b/i.test(authorization ?? '')) throw new NoKey('empty');
  if (authorization !== null) throw new NoKey('no_bearer');
  throw new NoKey(isInQuery(search) ? 'in_query' : 'missing');
}

/** Names under which keys are sent to other services. */
const KEY_NAMES = /^(?:x-)?(?:(?:partner|api|access)[-_]?)?(?:key|token)$|^authorization$/i;

function isInQuery(search: string): boolean {
  return Array.from(new URLSearchParams(search)).some(
    ([name, value]) => KEY_NAMES.test(name) || /^(?:bearer +)?bord_(?:live|test)_/i.test(value),
  );
}
