/**
 * The reason why a time is not available (D1, D8). A closed set, shown to partners and stored for the operator.
 *
 * - `closed`: no service period takes bookings at this instant: a closed day, a closed hour, a start off the grid
 * - `too_soon`: in the past, or nearer than the lead time
 * - `too_far`: beyond the booking horizon
 * - `party_size`: no service period at this instant, or no table of the location, admits a party of this size
 * - `last_seating`: the party could not finish by closing, or the last seating is over
 * - `pacing`: the kitchen takes no more parties or covers at this instant
 * - `tables`: no allowed arrangement of the tables holds the party
 * - `policy`: a policy of the integrator rejects the party (D51)
 */
export const REASONS = [
  'closed',
  'too_soon',
  'too_far',
  'party_size',
  'last_seating',
  'pacing',
  'tables',
  'policy',
] as const;
/** One of {@link REASONS}. */
export type Reason = (typeof REASONS)[number];

/** Each reason in English, for operators and staff: it follows `not booked: `. */
export const REASON_TEXTS: Readonly<Record<Reason, string>> = {
  closed: 'the restaurant is closed then',
  too_soon: 'that time is over, or too near',
  too_far: 'that is too far ahead',
  party_size: 'no table takes a party of this size',
  last_seating: 'the last seating is over by then',
  pacing: 'the kitchen takes no more guests at that time',
  tables: 'no table is free then',
  policy: 'a policy of the integrator rejects it',
};

/** The reason of a rejection: a rule of Bord, or a policy of the integrator (D51). */
export interface Rejected {
  /** The reason why the time is unavailable. */
  readonly reason: Reason;
  /** The id of the policy that rejects the party; absent for a rule of Bord. */
  readonly policy?: string;
  /** The message of the policy, for people. */
  readonly message?: string;
}

/** A reason without a policy is a rule of Bord. */
export function asRejected(why: Reason | Rejected): Rejected {
  return typeof why === 'string' ? { reason: why } : why;
}
