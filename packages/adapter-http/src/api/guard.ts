import {
  assertScope,
  BookingError,
  type Engine,
  type ErrorCode,
  type PartnerCaller,
  type Scope,
  visibilityOf,
} from '@bord/engine';
import type { Exchange } from './exchange.ts';

/** What an endpoint asks of its callers. */
export interface Requirement {
  readonly scope: Scope;
  /** What an unknown location, or an id that is no UUID, is called where the specification has a 404 for it (D15). */
  readonly unknownLocation?: ErrorCode;
}

/** The ids in the path: a location's or a booking's. */
export type PathIds = Readonly<Record<string, string>>;

/**
 * Lets a request pass, or throws its first fault in the order of D14: not enabled, key, rate, scope, path, location or
 * missing list. The query and the body are for the operation, which runs after this.
 */
export async function admit(
  engine: Engine,
  requirement: Requirement,
  headers: Pick<Headers, 'get'>,
  ids: PathIds,
  exchange: Exchange,
): Promise<PartnerCaller> {
  await assertEnabled(engine);
  const caller = await engine.authenticate(presentedKey(headers));
  exchange.caller = caller;
  exchange.rate = await engine.partner(caller).countRequest();
  await admitCounted(engine, requirement, caller, ids, exchange);
  return caller;
}

/** The rest of {@link admit} for a caller that is known and has been counted. */
export async function admitCounted(
  engine: Engine,
  requirement: Requirement,
  caller: PartnerCaller,
  { locationId }: PathIds,
  exchange: Exchange,
): Promise<void> {
  if (!exchange.rate?.allowed) throw new BookingError('rate_limited');
  assertScope(caller, requirement.scope);
  if (locationId === undefined) visibilityOf(caller);
  else
    exchange.locationId = (
      await engine.partner(caller).readLocation(locationId, requirement.unknownLocation)
    ).id;
}

/** Throws `not_enabled` while the operator has the service switched off (§7). */
export async function assertEnabled(engine: Engine): Promise<void> {
  if (!(await engine.operator.service.isEnabled())) throw new BookingError('not_enabled');
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
  if (bearer !== null && own !== null && bearer !== own) throw new BookingError('key_invalid');
  return bearer ?? own;
}
