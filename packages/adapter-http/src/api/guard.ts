import {
  assertScope,
  BookingError,
  type Engine,
  type ErrorCode,
  type PartnerActions,
  type PartnerCaller,
  type Scope,
  visibilityOf,
} from '@bord/engine';
import type { Exchange } from '../http/exchange.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { keyOf } from '../http/presented-key.ts';
import type { PathIds } from '../http/router.ts';

/** What an endpoint asks of its callers. */
export interface Requirement {
  readonly scope: Scope;
  /** What an unknown location, or an id that is no UUID, is called where the specification has a 404 for it (D15). */
  readonly unknownLocation?: ErrorCode;
  /**
   * `own channel`: also for a key without a list of locations, as far as its partner's own goes: who may hold and book (§5.6) may confirm, and give up what
   * it holds. `named locations`: the body names them, and the operation looks whether the caller may see each. Left out: what is not below a location
   * needs a list.
   */
  readonly access?: 'own channel' | 'named locations';
}

/** A caller whose request may be answered, and what the caller may do: made once for each request. */
export interface Admitted {
  readonly caller: PartnerCaller;
  readonly partner: PartnerActions;
}

/** Admits a request, or throws its first fault in the order of D14. Query and body are for the operation, which runs after this. */
export async function admit(
  engine: Engine,
  requirement: Requirement,
  request: Pick<HttpRequest, 'headers' | 'search'>,
  ids: PathIds,
  exchange: Exchange,
): Promise<Admitted> {
  await assertEnabled(engine);
  const caller = await engine.authenticate(keyOf(request));
  exchange.caller = caller;
  const admitted = { caller, partner: engine.partner(caller) };
  exchange.rate = await admitted.partner.countRequest();
  await admitCounted(requirement, admitted, ids, exchange);
  return admitted;
}

/** The rest of {@link admit} for a caller that is known and has been counted. */
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

/** Throws `not_enabled` while the operator has the service switched off (§7). */
export async function assertEnabled(engine: Engine): Promise<void> {
  if (!(await engine.operator.service.isEnabled())) throw new BookingError('not_enabled');
}
