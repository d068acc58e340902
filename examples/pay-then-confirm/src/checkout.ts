/** Hold, pay, confirm. Every step can be taken again: after a lost answer, by a webhook that comes twice, or by a page that is loaded once more. */
import type { PartnerActions } from '@bord/engine';
import type { Payment } from './payment-provider.ts';

/** An order in the shop's database. */
export interface Order {
  /** Ours: the idempotency key of the hold, and the reference of the payment. */
  readonly id: string;
  readonly locationId: string;
  readonly startMs: number;
  readonly partySize: number;
  readonly guest: { readonly name: string; readonly email: string };
}

/** The state of an order. `unpaid`: the table is available again. `refunded`: the guest has paid, but the table was taken. */
export type Settled = 'waiting' | 'booked' | 'unpaid' | 'refunded';

/** The least that is asked of a provider. */
export interface Payments {
  /** The same reference is the same payment. */
  create(reference: string): Promise<Payment>;
  read(reference: string): Promise<Payment>;
  /** Idempotent: repeating has no further effect. */
  refund(reference: string): Promise<Payment>;
}

/** The time to pay. After it, the guest still gets the table if it is available. */
const SECONDS = 600;

export function createCheckout(partner: PartnerActions, payments: Payments) {
  return {
    /** First the hold, then the payment: a guest pays only for a held table. Save the returned id with the order; null: no table. */
    async begin({ id, locationId, startMs, partySize }: Order): Promise<string | null> {
      // The order's number is the key: after a lost answer, or a crash, the same hold is found again.
      const request = { startMs, partySize, seconds: SECONDS, idempotencyKey: id };
      const held = await partner.createHold(locationId, request);
      if (held.kind === 'refused') return null;
      await payments.create(id);
      return held.hold.id;
    },

    /** The result of an order. Called by the page to which the guest returns, by the webhook, and regularly for waiting orders. */
    async settle({ id, guest }: Order, holdId: string): Promise<Settled> {
      const { status } = await payments.read(id);
      if (status === 'pending') return 'waiting';
      if (status === 'refunded') return 'refunded';
      if (status === 'refused') {
        await partner.releaseHold(holdId); // makes the table available before the hold expires
        return 'unpaid';
      }
      // Repeated calls make one booking. An expired hold can be confirmed while its tables are free.
      const outcome = await partner.confirmHold(holdId, { guest, partnerBookingRef: id });
      if (outcome.kind !== 'refused') return 'booked';
      await payments.refund(id);
      return 'refunded';
    },
  };
}
