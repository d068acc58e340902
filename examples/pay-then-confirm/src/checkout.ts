/** Hold, pay, confirm. Every step can be taken again: after a lost answer, by a webhook that comes twice, or by a page that is loaded once more. */
import type { PartnerActions } from '@bord/engine';
import type { Payment } from './payment-provider.ts';

/** What a shop keeps of an order, in its own database. */
export interface Order {
  /** Ours: the idempotency key of the hold, and the reference of the payment. */
  readonly id: string;
  readonly locationId: string;
  readonly startMs: number;
  readonly partySize: number;
  readonly guest: { readonly name: string; readonly email: string };
}

/** How an order stands. `unpaid`: the table is free again. `refunded`: she has paid, and somebody else has the table. */
export type Settled = 'waiting' | 'booked' | 'unpaid' | 'refunded';

/** The least that is asked of a provider. */
export interface Payments {
  /** The same reference is the same payment. */
  create(reference: string): Promise<Payment>;
  read(reference: string): Promise<Payment>;
  /** Twice is once. */
  refund(reference: string): Promise<Payment>;
}

/** So long a guest has to pay. Should it take her longer, her table is hers as long as nobody else needs it. */
const SECONDS = 600;

export function createCheckout(partner: PartnerActions, payments: Payments) {
  return {
    /** The table first, then the money: nobody pays for a table that is not to be had. The id of the hold, to be kept with the order; null when there is none. */
    async begin({ id, locationId, startMs, partySize }: Order): Promise<string | null> {
      // The order's number is the key: after a lost answer, or a crash, the same hold is found again.
      const request = { startMs, partySize, seconds: SECONDS, idempotencyKey: id };
      const held = await partner.createHold(locationId, request);
      if (held.kind === 'refused') return null;
      await payments.create(id);
      return held.hold.id;
    },

    /** What has come of an order. Called by the page to which the guest returns, by the webhook, and now and then for orders that still wait. */
    async settle({ id, guest }: Order, holdId: string): Promise<Settled> {
      const { status } = await payments.read(id);
      if (status === 'pending') return 'waiting';
      if (status === 'refunded') return 'refunded';
      if (status === 'refused') {
        await partner.releaseHold(holdId); // others need not wait until it lapses
        return 'unpaid';
      }
      // Once or ten times, it is one booking; late, too, unless somebody has needed the table.
      const outcome = await partner.confirmHold(holdId, { guest, partnerBookingRef: id });
      if (outcome.kind !== 'refused') return 'booked';
      await payments.refund(id);
      return 'refunded';
    },
  };
}
