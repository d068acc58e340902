/** Checks a partner's request before its operation, in the order of D14. */
import {
  BookingError,
  type Engine,
  type ErrorCode,
  type PartnerActions,
  type PartnerCaller,
  type Scope,
} from '@bord/engine';
import { assertScope, isSandboxPartner, visibilityOf } from '@bord/engine/adapters';
import type { Exchange, Listeners } from '../http/exchange.ts';
import { type Extra, extraOf } from '../http/extra.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { ignoredFields } from '../http/ignored-fields.ts';
import { NoKey } from '../http/malformed.ts';
import type { Overload } from '../http/load.ts';
import type { PipelineWork } from '../http/pipeline.ts';
import type { PathIds } from '../http/router.ts';
import type { Endpoint } from './endpoints/endpoint.ts';

export interface Requirement {
  readonly scope: Scope;
  /** The error for an unknown location or an id that is not a UUID, for operations that specify a 404 (D15). */
  readonly unknownLocation?: ErrorCode;
  /**
   * `own channel`: a key without a list of locations is accepted for its partner's bookings. A key that can hold and book (§5.6) can also confirm
   * and release. `named locations`: the body names the locations, and the operation checks each. Omitted: an operation that is not below a location
   * requires a list.
   */
  readonly access?: 'own channel' | 'named locations';
}

/** An admitted caller with its actions, made once for each request. */
export interface Admitted {
  readonly caller: PartnerCaller;
  readonly partner: PartnerActions;
}

/** The parts of the server that operations need. */
export interface Surroundings extends Pick<Listeners, 'onError'> {
  readonly engine: Engine;
  readonly overload: Overload;
  readonly subject?: SubjectOf | undefined;
}

/** Derives the person behind a partner's request (D51). */
export type SubjectOf = (request: HttpRequest) => unknown;

/** The caller, with the subject of the request. */
export function withSubject(caller: PartnerCaller, request: HttpRequest, subject: SubjectOf): PartnerCaller {
  return { ...caller, subject: subject(request) };
}

/** The guard, then the operation. */
export function guarded(
  { engine, overload, onError, subject }: Surroundings,
  endpoint: Endpoint,
): PipelineWork {
  return async (request, ids, receive, exchange) => {
    const { caller, partner } = await admit({ engine, subject }, endpoint, request, ids, exchange);
    const extra: Extra = (find) =>
      extraOf(overload, ids['locationId']?.toLowerCase() ?? null, (error) =>
        onError(error, exchange.requestId),
      )(find);
    return endpoint.respond({
      partner,
      id: exchange.locationId ?? Object.values(ids)[0] ?? '',
      request,
      receive,
      owners: [caller.keyId],
      onSent: isSandboxPartner(caller.partner)
        ? (sent) => (exchange.ignoredFields = [...exchange.ignoredFields, ...ignoredFields(sent)])
        : undefined,
      extra,
    });
  };
}

/** Admits a request, or throws its first fault in the order of D14. The operation validates query and body afterwards. */
export async function admit(
  { engine, subject }: Pick<Surroundings, 'engine' | 'subject'>,
  requirement: Requirement,
  request: HttpRequest,
  ids: PathIds,
  exchange: Exchange,
): Promise<Admitted> {
  await assertEnabled(engine);
  const known = await engine.authenticate(keyOf(request));
  const caller = subject ? withSubject(known, request, subject) : known;
  exchange.caller = caller;
  const admitted = { caller, partner: engine.partner(caller) };
  exchange.rate = await admitted.partner.countRequest();
  await admitCounted(requirement, admitted, ids, exchange);
  return admitted;
}

/** The rest of {@link admit} for a known caller that has been counted. */
export async function admitCounted(
  requirement: Requirement,
  { caller, partner }: Admitted,
  { locationId }: PathIds,
  exchange: Exchange,
): Promise<void> {
  if (!exchange.rate?.allowed) throw new BookingError('rate_limited');
  assertScope(caller, requirement.scope);
  if (locationId === undefined) {
    if (requirement.access === undefined) visibilityOf(caller);
  } else exchange.locationId = (await partner.readLocation(locationId, requirement.unknownLocation)).id;
}

/** Throws `not_enabled` while the service is switched off (§7). */
export async function assertEnabled(engine: Engine): Promise<void> {
  if (!(await engine.operator.service.isEnabled())) throw new BookingError('not_enabled');
}

const BEARER = /^bearer +(\S+)$/i;

/**
 * The key of a request (§5.1) from its headers `authorization` and `x-partner-key`; null if absent. An `Authorization` of another scheme counts as
 * absent.
 *
 * Throws `key_invalid` if the headers have two different keys, because that is ambiguous.
 */
export function presentedKey(authorization: string | null, own: string | null): string | null {
  const bearer = BEARER.exec(authorization ?? '')?.[1] ?? null;
  if (bearer !== null && own !== null && bearer !== own) throw new NoKey('differing');
  return bearer ?? own;
}

/** The key of a request; throws `key_invalid` with the fault (§5.2). */
export function keyOf({ headers, search }: Pick<HttpRequest, 'headers' | 'search'>): string {
  const authorization = headers.get('authorization');
  const key = presentedKey(authorization, headers.get('x-partner-key'));
  if (key !== null && key !== '') return key;
  if (key === '' || /^bearer\b/i.test(authorization ?? '')) throw new NoKey('empty');
  if (authorization !== null) throw new NoKey('no_bearer');
  throw new NoKey(isInQuery(search) ? 'in_query' : 'missing');
}

/** Parameter names that other services use for keys. */
const KEY_NAMES = /^(?:x-)?(?:(?:partner|api|access)[-_]?)?(?:key|token)$|^authorization$/i;

function isInQuery(search: string): boolean {
  return Array.from(new URLSearchParams(search)).some(
    ([name, value]) => KEY_NAMES.test(name) || /^(?:bearer +)?bord_(?:live|test)_/i.test(value),
  );
}
