/** An assistant of a partner, with its API key: the scopes, locations and limits of the key hold as for the API. */
import { Buffer } from 'node:buffer';
import type { DayAvailability, Engine, Hold, Location, PartnerCaller } from '@bord/engine';
import { assertScope } from '@bord/engine/adapters';
import { type AssistantCaller, type FoundTimes, isRefused, type KnownBooking } from './callers.ts';
import { Rejection } from './rejection.ts';
import type { Seals } from './seals.ts';

/** The content of a hold's handle. */
interface SealedHold extends Pick<Hold, 'id' | 'startMs' | 'partySize' | 'expiresMs'> {
  /** The location's id. */
  readonly at: string;
}

const NO_AREA = 'A partner cannot choose an area.';

/** @param page the restaurant of the endpoint `/mcp/{alias}`; null: all that the key can see */
export function partnerCaller(
  engine: Engine,
  caller: PartnerCaller,
  page: Location | null,
  seals: Seals,
): AssistantCaller {
  const partner = engine.partner(caller);
  const name = `partner:${caller.partner}`;
  const booking = async (handle: string): Promise<KnownBooking> => {
    const read = await partner.readBooking(handle);
    if (page && read.locationId !== page.id) throw new Rejection('booking_unknown');
    return { handle, booking: read, location: await partner.readLocation(read.locationId) };
  };
  const located = async (locationId: string): Promise<Location | null> =>
    page && page.id !== locationId ? null : partner.readLocation(locationId);
  const restaurants = async (): Promise<readonly Location[]> => {
    const ids = page ? [page.id] : caller.locationIds;
    if (ids) return Promise.all(ids.map((id) => partner.readLocation(id)));
    return engine.visitor({ networkKey: '', assistant: '' }).restaurants();
  };
  return {
    name,
    async menu({ id }) {
      assertScope(caller, 'menu:read');
      return engine.operator.menus.read(id);
    },
    located,
    booking,
    restaurants,
    async times(location, { date, partySize, area }) {
      if (area !== null) throw new Rejection('invalid', {}, NO_AREA);
      return found(await partner.readAvailability(location.id, { date, partySize }));
    },
    async hold(location, { nonce, ...offer }) {
      const idempotencyKey = `offer ${nonce}`;
      const request = { startMs: offer.startMs, partySize: offer.partySize, idempotencyKey };
      const outcome = await partner.createHold(location.id, request);
      if (isRefused(outcome)) return outcome;
      return { ...outcome.hold, handle: sealHold(seals, name, outcome.hold), location, area: null };
    },
    async held(handle) {
      const hold = holdIn(seals, name, handle);
      const location = await located(hold.at);
      if (!location) throw new Rejection('hold_unknown');
      return { ...hold, handle, location, area: null };
    },
    fields: () => ['name', 'email'],
    async book({ handle, location }, guest) {
      const outcome = await partner.confirmHold(holdIn(seals, name, handle).id, { guest });
      return isRefused(outcome)
        ? outcome
        : { handle: outcome.booking.id, booking: outcome.booking, location };
    },
    async wait(location, { area = null, ...party }) {
      if (area !== null) throw new Rejection('invalid', {}, NO_AREA);
      await partner.joinWaitlist(location.id, { ...party, mode: 'offer' });
    },
    async timesToMove({ location }, wish) {
      return found(await partner.readAvailability(location.id, wish));
    },
    async move(known, to) {
      const outcome = await partner.moveBooking(known.handle, to);
      return isRefused(outcome) ? outcome : { ...known, booking: outcome.booking };
    },
    async cancel(known) {
      const outcome = await partner.cancelBooking(known.handle);
      return isRefused(outcome) ? known : { ...known, booking: outcome.booking };
    },
  };
}

function found({ answer }: { readonly answer: DayAvailability }): FoundTimes {
  return { slots: answer.slots, nextDate: null };
}

function sealHold(seals: Seals, caller: string, hold: Hold): string {
  const { id, locationId: at, startMs, partySize, expiresMs } = hold;
  const content: SealedHold = { id, at, startMs, partySize, expiresMs };
  return seals.seal({ purpose: 'hold', caller }, Buffer.from(JSON.stringify(content)));
}

/** Throws `hold_unknown` for a text that was not sealed for this partner. */
function holdIn(seals: Seals, caller: string, handle: string): SealedHold {
  const content = seals.open({ purpose: 'hold', caller }, handle);
  if (content === null) throw new Rejection('hold_unknown');
  return JSON.parse(content.toString()) as SealedHold;
}
