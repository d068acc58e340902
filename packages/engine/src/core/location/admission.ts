/** The rules that an integrator adds to those of `slots.ts` (D51). They apply to partners and guests, never to staff. */
import type { PartnerCaller } from '../access/policy.ts';
import type { Booking, Channel } from '../booking/booking.ts';
import type { LocalDate } from '../local-date.ts';
import type { Location } from './location.ts';
import { type Reason, REASONS, type Rejected } from './reason.ts';
import type { BookingWindow } from './slots.ts';

/** The channel of a guest: `web` for the pages of a booking, `assistant` for the guest's assistant. */
export type GuestChannel = 'web' | 'assistant';

/** The caller of a request: a partner, or a guest. */
export type PolicyCaller = PartnerCaller | GuestCaller;

/** A guest without a partner: at the booking page, or with the link of an e-mail. */
export interface GuestCaller {
  /** The way in which the guest sends requests. */
  readonly channel: GuestChannel;
  /** The integrator's name for the person behind the request. Bord does not read it. */
  readonly subject?: unknown;
}

/** The caller whose facts a policy loads. */
export interface LoadQuestion {
  /** A partner, or a guest with the link of an e-mail. */
  readonly caller: PolicyCaller;
  /** The value that the integrator passed to `engine.partner` or `engine.visitor`, or derived from the HTTP request; otherwise `undefined`. */
  readonly subject: unknown;
  /** The requested location. */
  readonly location: Location;
}

/** The facts of a policy about one caller. */
export interface LoadedFacts<Facts> {
  /** The facts for `decide`. Plain JSON of at most 4,096 characters, because a waitlist entry keeps it. */
  readonly facts: Facts;
  /** Callers with the same key have the same facts: they share the answers about availability. */
  readonly cacheKey: string;
}

/** A requested time, which Bord's own rules for starts allow. */
export interface PolicySlot {
  /** The start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The end, when another party can have the table. */
  readonly endMs: number;
  /** The service date. */
  readonly date: LocalDate;
}

/** The question that a policy decides. */
export interface PolicyQuestion {
  /** The time. */
  readonly slot: PolicySlot;
  /** The number of guests, 1 or more. */
  readonly partySize: number;
  /** The time of the decision, in milliseconds since 1970. */
  readonly nowMs: number;
  /** `partner:<slug>`, `web` or `assistant`. */
  readonly channel: Channel | GuestChannel;
  /** The booking to be moved, in its state before; `undefined` for a new booking, a hold or a shown time of one. */
  readonly change: Booking | undefined;
}

/** An integrator's rule, made by {@link definePolicy}. */
export interface Policy<Facts = unknown> {
  /** 1 to 60 lower-case letters, digits, `-` and `_`: answers name the policy by it. */
  readonly id: string;
  /** Fetches facts before the diary is locked, within 250 ms. If it is late or throws, the time is unavailable. */
  load(question: LoadQuestion): LoadedFacts<Facts> | Promise<LoadedFacts<Facts>>;
  /** Pure and synchronous: `undefined` admits the party, the value of {@link reject} rejects it. If it throws, the time is unavailable. */
  decide(facts: Facts, question: PolicyQuestion): PolicyRejection | undefined;
}

/** The value of {@link reject}. */
export interface PolicyRejection {
  /** One of Bord's reasons, or `policy`. */
  readonly reason: Reason;
  /** For people. The answer of the partner API contains it. */
  readonly message: string;
}

const POLICY_ID = /^[a-z0-9][a-z0-9_-]{0,59}$/;

/** Checks a policy and infers the type of its facts. Throws a `TypeError` that names a wrong field. */
export function definePolicy<Facts>(policy: Policy<Facts>): Policy<Facts> {
  const { id, load, decide } = policy;
  if (typeof id !== 'string' || !POLICY_ID.test(id))
    throw new TypeError('id of a policy must be 1 to 60 lower-case letters, digits, hyphens and underscores');
  if (typeof load !== 'function') throw new TypeError(`load of the policy "${id}" must be a function`);
  if (typeof decide !== 'function') throw new TypeError(`decide of the policy "${id}" must be a function`);
  return policy;
}

/** Registered for the whole process, so that copies of this package recognize it. */
const MARK = Symbol.for('@bord/engine PolicyRejection');

/** A class, because a rejection is made for each slot of a day. */
class MarkedRejection implements PolicyRejection {
  readonly reason: Reason;
  readonly message: string;

  constructor(reason: Reason, message: string) {
    this.reason = reason;
    this.message = message;
  }

  get [MARK](): true {
    return true;
  }
}

/** Makes the value that `decide` returns to reject a party. Throws a `TypeError` for a reason that Bord does not know, or an empty message. */
export function reject({ reason, message }: PolicyRejection): PolicyRejection {
  if (!REASONS.includes(reason)) throw new TypeError(`reason must be one of ${REASONS.join(', ')}`);
  if (typeof message !== 'string' || message.trim() === '')
    throw new TypeError('message must be a text that is not empty');
  return new MarkedRejection(reason, message);
}

/** Whether the value is one of {@link reject}. */
export function isPolicyRejection(value: unknown): value is PolicyRejection {
  return typeof value === 'object' && value !== null && MARK in value;
}

/** The policies with their facts: their rejection of a party, or null if all of them admit it. */
export type Admission = (
  slot: PolicySlot,
  partySize: number,
  at: Pick<BookingWindow, 'nowMs' | 'change'>,
) => Rejected | null;
