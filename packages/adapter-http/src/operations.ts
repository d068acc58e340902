/** What each endpoint does once the guard has let a request pass (§4). */
import type { Engine, PartnerCaller } from '@bord/engine';
import type { Answer } from './answer.ts';
import { availabilityJson, batchJson } from './availability-json.ts';
import { refusalAnswer } from './errors.ts';
import type { HttpRequest } from './http-request.ts';
import { assertDeclaredSize } from './read-body.ts';
import { readQuery } from './read-query.ts';
import { availabilityQuery, batchRequest, bookingRequest } from './schemas.ts';
import { validate } from './validate.ts';
import { bookingCreatedOf, bookingRequestOf, bookingStatusOf, menuOf } from './wire.ts';

/** A request that may be answered. */
export interface Call {
  readonly engine: Engine;
  readonly caller: PartnerCaller;
  /** Of the location or of the booking: the one id in the path. */
  readonly id: string;
  readonly request: HttpRequest;
  /** Waits for the body and parses it; throws `invalid_request` for one that cannot be read. */
  readonly readJson: () => Promise<unknown>;
}

export type Operation = (call: Call) => Promise<Answer>;

/** §4.1; with `explain=true` each slot that is not available says why. */
export async function readAvailability({ engine, caller, id, request }: Call): Promise<Answer> {
  const { date, partySize, explain } = dayAsked(request.search);
  const found = await engine.readAvailability(caller, id, date, partySize);
  return { status: 200, body: availabilityJson(found, explain === true) };
}

type DayAsked = ReturnType<typeof validate<typeof availabilityQuery>>;

/** The same few questions come again and again: well-formed ones are read once. */
const daysAsked = new Map<string, DayAsked>();
const DAYS_ASKED_MAX = 1000;
const SEARCH_LENGTH_MAX = 64;

function dayAsked(search: string): DayAsked {
  const known = daysAsked.get(search);
  if (known) return known;
  const asked = validate(availabilityQuery, readQuery(search));
  if (daysAsked.size >= DAYS_ASKED_MAX) daysAsked.clear();
  if (search.length <= SEARCH_LENGTH_MAX) daysAsked.set(search, asked);
  return asked;
}

/** §4.2 */
export async function readAvailabilityBatch({ engine, caller, id, readJson }: Call): Promise<Answer> {
  const range = validate(batchRequest, await readJson());
  const found = await engine.readAvailabilityBatch(caller, id, range);
  return { status: 200, body: batchJson(found, range) };
}

/** §4.3; a replay says so in a header (D10). */
export async function createBooking({ engine, caller, id, readJson }: Call): Promise<Answer> {
  const wanted = bookingRequestOf(validate(bookingRequest, await readJson()));
  const outcome = await engine.createBooking(caller, id, wanted);
  if (outcome.kind === 'refused') return refusalAnswer(outcome.reason);
  return {
    status: 201,
    body: bookingCreatedOf(outcome.booking),
    about: { deed: { kind: outcome.kind } },
    ...(outcome.kind === 'replayed' && { headers: ['idempotent-replayed', 'true'] }),
  };
}

/** §4.4 */
export async function readBooking({ engine, caller, id }: Call): Promise<Answer> {
  const booking = await engine.readBooking(caller, id);
  return {
    status: 200,
    body: bookingStatusOf(booking),
    about: { locationId: booking.locationId },
  };
}

/** §4.5; a body is left unread, and must not be declared as larger than others may be (D18). */
export async function cancelBooking({ engine, caller, id, request }: Call): Promise<Answer> {
  assertDeclaredSize(request.headers);
  const outcome = await engine.cancelBooking(caller, id);
  if (outcome.kind === 'refused') return refusalAnswer(outcome.reason);
  const kind = outcome.kind === 'changed' ? 'cancelled' : 'unchanged';
  return {
    status: 200,
    body: { ok: true },
    about: { locationId: outcome.booking.locationId, deed: { kind } },
  };
}

/** §4.6 */
export async function readMenu({ engine, caller, id }: Call): Promise<Answer> {
  const { location, menu } = await engine.readMenu(caller, id);
  return { status: 200, body: menuOf(location, menu) };
}
