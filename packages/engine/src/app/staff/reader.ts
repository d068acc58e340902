import { type Alias, aliasBy, ownBooking, takenBlock, takenBooking } from '../../core/access/sight.ts';
import { type HouseMember, isVisible, visibilityOf } from '../../core/access/policy.ts';
import { pseudonymOf, secretKeyOf } from '../../core/access/secret.ts';
import type { Block, InTheWay } from '../../core/booking/block.ts';
import type { Booking, Channel } from '../../core/booking/booking.ts';
import type { BookOutcome, ChangeOutcome } from '../../core/booking/decide.ts';
import type { MovePreview } from '../operator/preview-move.ts';
import type { App } from '../shared/context.ts';
import { findBooking } from '../shared/read-booking.ts';

/** A member who knows the bookings of one channel only. */
export type VisitingMember = HouseMember & { readonly sight: Channel };

/** Shows somebody who knows one channel only what she may see of anything. Made for one request: what it has named can be looked at for so long. */
export interface Reader {
  readonly alias: Alias;
  /** One's own whole, anybody else's as a taken table. */
  booking(booking: Booking): Booking;
  block(block: Block): Block;
  /** Ids of bookings: one's own as they are, those of others as names that lead to nothing. */
  ids(ids: readonly string[]): Promise<readonly string[]>;
  /** The taken table of this name, if this reader was given it; null for any other id. */
  named(name: string): Booking | null;
  outcome<O extends BookOutcome | ChangeOutcome>(outcome: O): Promise<O>;
  preview(preview: MovePreview): MovePreview;
}

/** A reader who sees the bookings of the caller's channel. */
export function createReader(app: App, caller: VisitingMember): Reader {
  const key = app.secretKeys[0] ?? secretKeyOf(app.random.bytes(32));
  const { sight } = caller;
  const visibility = visibilityOf(caller);
  const alias = aliasBy((id) => pseudonymOf(key, sight, id));
  const named = new Map<string, Booking>();

  function booking(one: Booking): Booking {
    if (isVisible(one, visibility)) return ownBooking(one, sight);
    const taken = takenBooking(one, alias);
    named.set(taken.id, taken);
    return taken;
  }

  async function ids(known: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(known.map((id) => findBooking(app, id, null)));
    return known.map((id, i) => (found[i] ? booking(found[i]).id : alias(id)));
  }

  async function inTheWay(refused: Partial<InTheWay>): Promise<Partial<InTheWay>> {
    return {
      ...(refused.inTheWay && { inTheWay: await ids(refused.inTheWay) }),
      ...(refused.holds && { holds: refused.holds.map(alias) }),
      ...(refused.blocks && { blocks: refused.blocks.map(alias) }),
    };
  }

  return {
    alias,
    booking,
    block: (block) => takenBlock(block, alias),
    ids,
    named: (name) => named.get(name) ?? null,
    outcome: async (outcome) =>
      outcome.kind === 'refused'
        ? { ...outcome, ...(await inTheWay(outcome)) }
        : { ...outcome, booking: booking(outcome.booking) },
    preview(preview) {
      if (preview.kind === 'refused')
        return {
          kind: preview.kind,
          reason: preview.reason,
          outOfSeason: preview.outOfSeason,
          inTheWay: preview.inTheWay.map(booking),
          holds: preview.holds.filter(({ channel }) => channel === sight),
          blocks: preview.blocks.map((block) => takenBlock(block, alias)),
        };
      const own = booking(preview.booking);
      if (preview.kind === 'unchanged') return { kind: 'unchanged', booking: own };
      const moves = preview.moves.map(({ before, tables, ...move }) => ({
        booking: booking(move.booking),
        before,
        tables,
      }));
      return { kind: 'changed', booking: own, moves };
    },
  };
}
