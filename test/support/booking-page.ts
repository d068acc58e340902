/** A restaurant with a booking page, on any storage, and guests at it (D52). */
import { BookingError, type Location, type VisitorActions } from '@bord/engine';
import { BOOKING_PAGE_DEFAULTS } from '@bord/engine/adapters';
import { fixtures } from '@bord/engine/testing';
import type { StorageKind } from './storages.ts';
import { aWaitedRestaurant, SEVEN_MS, type WaitedRestaurant } from './waited-restaurant.ts';

const { LOCATION_ID } = fixtures;

export const MAJA = { name: 'Maja', email: 'maja@example.com', phone: null, notes: null, language: 'sv' };

export interface Page extends WaitedRestaurant {
  readonly visitor: VisitorActions;
  /** A guest in another network. */
  from(network: string): VisitorActions;
  /** Sends what is due, and returns the latest token. */
  mailedToken(): Promise<string>;
}

/** A restaurant with tables for two, so many of them. */
export async function aPage(kind: StorageKind, tables: number, plan: Partial<Location> = {}): Promise<Page> {
  const ids = Object.fromEntries(Array.from({ length: tables }, (_, i) => [`T${i}`, 2]));
  const bookingPage = { ...BOOKING_PAGE_DEFAULTS, unconfirmedPercent: 100, ...plan.bookingPage };
  const restaurant = await aWaitedRestaurant(kind, ids, { alias: 'fyren', ...plan, bookingPage });
  const from = (networkKey: string): VisitorActions => restaurant.engine.visitor({ networkKey });
  return {
    ...restaurant,
    visitor: from('192.0.2.1'),
    from,
    async mailedToken() {
      await restaurant.engine.background.deliverDue();
      const message = restaurant.mails.find((one) => 'alias' in one && one.token !== null);
      if (!message || !('alias' in message)) throw new Error('no link was sent');
      return message.token!;
    },
  };
}

export async function held(visitor: VisitorActions, startMs = SEVEN_MS): Promise<string> {
  const outcome = await visitor.hold(LOCATION_ID, { startMs, partySize: 2 });
  if (outcome.kind !== 'held') throw new Error(JSON.stringify(outcome));
  return outcome.token;
}

export const kindOf = async (outcome: Promise<{ readonly kind: string }>): Promise<string> =>
  (await outcome).kind;
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (BookingError.is(error) ? error.code : String(error)),
  );
