/** Holds of guests at a booking page (D52). */
import { exceedsShare, isNetworkFull } from '../../core/booking/visitor-limits.ts';
import type { Rule } from '../../core/booking/diary.ts';
import { releaseHold } from '../../core/booking/decide-hold.ts';
import type { Hold, HoldOutcome } from '../../core/booking/hold.ts';
import { type HoldRow, isHold } from '../../core/booking/row.ts';
import type { Rejected } from '../../core/location/reason.ts';
import { BookingError } from '../../core/errors.ts';
import { optional } from '../../core/fields.ts';
import { REF_LENGTH_MAX } from '../../core/limits.ts';
import { giveUp, takeHold } from '../holds.ts';
import { readHoldRow } from '../read-booking.ts';
import {
  chosenArea,
  type HoldToken,
  opened,
  type PagedLocation,
  pagedLocation,
  sealed,
  type Visitor,
} from './visitor.ts';

/** A time that a guest chooses. */
export interface VisitorChoice {
  /** The start: a slot of the location. */
  readonly startMs: number;
  /** 1 or more. */
  readonly partySize: number;
  /** The id of an area; null or absent: any. */
  readonly area?: string | null | undefined;
}

/** A guest's request for a hold. */
export interface VisitorHoldRequest extends VisitorChoice {
  /** The `ref` of the link that the guest followed to the page, at most 60 characters. */
  readonly ref?: string | null | undefined;
  /** The client has shown a proof of work: the limit of its network does not apply. Default false. */
  readonly isProven?: boolean | undefined;
  /** Repeating with the same key returns the same hold. 1 to 120 characters. */
  readonly idempotencyKey?: string | undefined;
}

/** The outcome of a request for a hold. */
export type VisitorHoldOutcome =
  | {
      /** Tables are held for five minutes. */
      readonly kind: 'held';
      /** The token of the hold, for its page. */
      readonly token: string;
      /** The hold. */
      readonly hold: Hold;
    }
  | ({
      /** The time is not available. */
      readonly kind: 'refused';
    } & Rejected)
  | {
      /** A limit applies (D52). */
      readonly kind: 'limited';
      /** `network`: a proof of work helps, or the link of an e-mail. `share`: only the link of an e-mail. */
      readonly by: 'network' | 'share';
    };

/** A hold, as its page shows it. */
export interface HeldVisit {
  /** The hold. */
  readonly hold: Hold;
  /** The restaurant. */
  readonly location: PagedLocation;
  /** The id of the chosen area; null for any. */
  readonly area: string | null;
  /** No other request can book its tables until then, in milliseconds since 1970. */
  readonly heldUntilMs: number;
}

/** The terms of a new hold. */
interface Making {
  readonly isProven: boolean;
  /** The e-mail address to which the link of the hold was sent; null: made without a link. */
  readonly email: string | null;
  readonly ref: string | null;
  /** The hold that is released for it. */
  readonly instead?: HoldRow;
  /** The same key is the same hold. */
  readonly idempotencyKey?: string | undefined;
}

export async function holdAsVisitor(
  visitor: Visitor,
  locationId: string,
  request: VisitorHoldRequest,
): Promise<VisitorHoldOutcome> {
  const { isProven = visitor.caller.channel === 'assistant', idempotencyKey } = request;
  const making = { isProven, email: null, ref: refOf(request), idempotencyKey };
  return makeHold(visitor, locationId, request, making);
}

export function refOf({ ref }: Pick<VisitorHoldRequest, 'ref'>): string | null {
  return optional('ref', ref, REF_LENGTH_MAX);
}

type Limited = Extract<VisitorHoldOutcome, { kind: 'limited' }>;

export async function makeHold(
  visitor: Visitor,
  locationId: string,
  { startMs, partySize, area }: VisitorChoice,
  { isProven, email, ref, instead, idempotencyKey }: Making,
): Promise<VisitorHoldOutcome> {
  const { app, caller } = visitor;
  const location = await pagedLocation(visitor, locationId);
  const request = { startMs, partySize, idempotencyKey };
  const outcome = await takeHold<HoldOutcome | Limited>(app, caller, location.id, request, {
    keyId: email === null ? caller.keyId : null,
    area: chosenArea(location, area),
    instead,
    ruleOf: (hold, at) => {
      const holding = hold(Infinity);
      if (email !== null) return holding;
      return limitedTo(holding, (snapshot, made) => {
        if (!isProven && isNetworkFull(snapshot, caller.keyId, at.window.nowMs)) return 'network';
        return exceedsShare(snapshot, made, at) ? 'share' : null;
      });
    },
  });
  if (outcome.kind === 'refused' || outcome.kind === 'limited') return outcome;
  const token: HoldToken = { kind: 'hold', holdId: outcome.hold.id, isProven, email, ref };
  return { kind: 'held', token: sealed(visitor, token), hold: outcome.hold };
}

/** The rule, with the outcome `limited` if its hold would exceed a limit. */
function limitedTo(
  holding: Rule<HoldOutcome>,
  limitOf: (...held: [...Parameters<Rule<unknown>>, HoldRow]) => Limited['by'] | null,
): Rule<HoldOutcome | Limited> {
  return (snapshot) => {
    const amendment = holding(snapshot);
    const { booking } = amendment;
    const by = booking && isHold(booking) ? limitOf(snapshot, booking) : null;
    return by === null ? amendment : { result: { kind: 'limited', by } };
  };
}

/** The hold of a token, and the token's content. */
export async function holdBehind(
  visitor: Visitor,
  token: string,
): Promise<{ readonly row: HoldRow; readonly sealed: HoldToken }> {
  const content = opened(visitor.app, token);
  if (content?.kind !== 'hold') throw new BookingError('hold_not_found');
  const row = await holdOfId(visitor, content.holdId);
  if (row.channel !== visitor.caller.channel) throw new BookingError('hold_not_found');
  return { row, sealed: content };
}

export async function holdOfId({ app }: Visitor, holdId: string): Promise<HoldRow> {
  const row = await app.storage.bookings.find(holdId, null);
  if (row?.kind !== 'hold') throw new BookingError('hold_not_found');
  return row;
}

export async function readHeld(visitor: Visitor, token: string): Promise<HeldVisit> {
  const { row } = await holdBehind(visitor, token);
  const [hold, location] = await Promise.all([
    readHoldRow(visitor.app, row),
    pagedLocation(visitor, row.locationId),
  ]);
  return { hold, location, area: row.area ?? null, heldUntilMs: row.expiresMs };
}

/** Holds the new time in the step that releases the old one: if it is not available, the old one stays held. */
export async function changeHold(
  visitor: Visitor,
  token: string,
  choice: VisitorChoice,
): Promise<VisitorHoldOutcome> {
  const { row, sealed: known } = await holdBehind(visitor, token);
  return makeHold(visitor, row.locationId, choice, { ...known, instead: row });
}

export async function releaseAsVisitor(visitor: Visitor, token: string): Promise<void> {
  const { row } = await holdBehind(visitor, token);
  await giveUp(visitor.app, row, visitor.caller.author, releaseHold);
}
