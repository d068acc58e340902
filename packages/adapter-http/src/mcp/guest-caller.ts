/** A guest's assistant without a key: as a guest at the restaurant's booking page, within the same limits (D52, D53). */
import type { Engine, Location, PagedLocation } from '@bord/engine';
import { nullFor } from '../http/wire-error.ts';
import { type AssistantCaller, isRefused, type KnownBooking } from './callers.ts';
import { Rejection } from './rejection.ts';

/**
 * @param alias of the endpoint `/mcp/{alias}`; null: all listed restaurants
 * @param client the name that the assistant gives itself
 */
export function guestCaller(engine: Engine, alias: string | null, client: string): AssistantCaller {
  const visitor = engine.visitor({ networkKey: '', assistant: client });
  const restaurants = async (): Promise<readonly PagedLocation[]> =>
    alias === null ? visitor.restaurants() : [await visitor.restaurant(alias)];
  const located = async (locationId: string): Promise<PagedLocation | null> =>
    (await restaurants()).find(({ id }) => id === locationId) ?? null;
  const booking = async (handle: string): Promise<KnownBooking> => {
    const { booking: found, location } = await visitor.booked(handle).open();
    if (alias !== null && location.alias !== alias) throw new Rejection('booking_unknown');
    return { handle, booking: found, location };
  };
  return {
    name: 'guest',
    restaurants,
    located,
    booking,
    times: (location, wish) => visitor.times(location.id, wish),
    async hold(location, { startMs, partySize, area, nonce }) {
      const outcome = await visitor.hold(location.id, { startMs, partySize, area, idempotencyKey: nonce });
      if (outcome.kind === 'limited') throw new Rejection('limited');
      return isRefused(outcome) ? outcome : { ...outcome.hold, handle: outcome.token, location, area };
    },
    async held(handle) {
      const { hold, location, area } = await visitor.held(handle);
      if (!(await located(location.id))) throw new Rejection('hold_unknown');
      return { ...hold, handle, location, area };
    },
    fields(location) {
      const { bookingPage } = location as PagedLocation;
      const contact = (['email', 'phone'] as const).filter((field) => bookingPage[field] === 'required');
      return ['name', ...contact];
    },
    async book({ handle, location }, guest) {
      const outcome = await visitor.confirm(handle, guest);
      if (outcome.kind === 'mailed') throw new Rejection('confirm_by_email');
      return isRefused(outcome) ? outcome : { handle: outcome.handle, booking: outcome.booking, location };
    },
    async wait(location, party) {
      const { kind } = await visitor.wait(location.id, party);
      if (kind === 'mailed') throw new Rejection('limited');
    },
    async timesToMove({ handle }, wish) {
      const { times, nearby } = await visitor.booked(handle).times(wish);
      const slots = times.map((startMs) => ({ startMs, available: true, reason: null }));
      return { slots, nextDate: nearby.find((date) => date > wish.date) ?? null };
    },
    async move({ handle }, to) {
      const outcome = await visitor.booked(handle).move(to);
      return isRefused(outcome) ? outcome : booking(handle);
    },
    async cancel({ handle }) {
      await visitor.booked(handle).cancel();
      return booking(handle);
    },
    menu: (location) => engine.operator.menus.read(location.id),
  };
}

/** The restaurant with this alias; null if it has no booking page. */
export function pagedAt(engine: Engine, alias: string): Promise<Location | null> {
  const visitor = engine.visitor({ networkKey: '', assistant: '' });
  return visitor.restaurant(alias).catch(nullFor('location_not_found'));
}
