import type {
  ApiKeyRecord,
  Booking,
  ChangeOrder,
  DeliveryRecord,
  Endpoint,
  Location,
  Menu,
  NewSession,
  Refusal,
  SignInLink,
  SignUp,
  StaffMember,
} from '@bord/engine/storage';
import type { StoredPasskey } from './staff.ts';

/** A delivery as it is kept: what the operator sees, and who has it in hand. */
export interface StoredDelivery extends DeliveryRecord {
  /** Counts the leases; the latest alone may settle. */
  readonly lease: number;
  /** Null when nobody has it in hand. */
  readonly leasedUntilMs: number | null;
}

/** All that the storage keeps: records by their ids, each in the order in which they were written. */
export interface State {
  readonly locations: Record<string, Location>;
  readonly menus: Record<string, Menu>;
  readonly bookings: Record<string, Booking>;
  /** The order in which partners have been shown their changes, by channel. */
  readonly changes: Record<string, ChangeOrder>;
  refusals: Refusal[];
  readonly keys: Record<string, ApiKeyRecord>;
  readonly signUps: Record<string, SignUp>;
  readonly staff: Record<string, StaffMember>;
  readonly staffSessions: Record<string, NewSession>;
  readonly signInLinks: Record<string, SignInLink>;
  readonly passkeys: Record<string, StoredPasskey>;
  /** When each was used, by its hash. */
  readonly usedChallenges: Record<string, number>;
  readonly endpoints: Record<string, Endpoint>;
  readonly deliveries: Record<string, StoredDelivery>;
  readonly leaderLocks: Record<string, { readonly holder: string; readonly untilMs: number }>;
  serviceEnabled: boolean;
  secretKeyFingerprint: string | null;
  lastRunMs: number | null;
}

export const EMPTY: State = {
  locations: {},
  menus: {},
  bookings: {},
  changes: {},
  refusals: [],
  keys: {},
  signUps: {},
  staff: {},
  staffSessions: {},
  signInLinks: {},
  passkeys: {},
  usedChallenges: {},
  endpoints: {},
  deliveries: {},
  leaderLocks: {},
  serviceEnabled: true,
  secretKeyFingerprint: null,
  lastRunMs: null,
};

/** Sorts by numbers, the first first; what is equal stays in the order in which it was written. */
export function by<T>(...numbers: readonly ((record: T) => number)[]): (a: T, b: T) => number {
  return (a, b) => {
    for (const number of numbers) if (number(a) !== number(b)) return number(a) - number(b);
    return 0;
  };
}
