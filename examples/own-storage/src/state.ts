import {
  type DiaryRow,
  type ChangeOrders,
  type DeliveryRecord,
  emptyRecordTables,
  type EventRow,
  type Location,
  type Menu,
  type RecordTables,
  type Refusal,
} from '@bord/engine/storage';

/** A stored delivery: its record for the operator, and its lease. */
export interface StoredDelivery extends DeliveryRecord {
  /** Counts the leases; the latest alone may settle. */
  readonly lease: number;
  /** Null without a lease. */
  readonly leasedUntilMs: number | null;
}

/** All that the storage keeps: records by their ids, each in the order in which they were written. */
export interface State {
  readonly locations: Record<string, Location>;
  readonly menus: Record<string, Menu>;
  readonly bookings: Record<string, DiaryRow>;
  /** The order in which bookings changed for their partners. */
  readonly changes: ChangeOrders;
  refusals: Refusal[];
  readonly deliveries: Record<string, StoredDelivery>;
  /** The events that subscribers in the host's program have not read, in order. */
  events: readonly EventRow[];
  readonly leaderLocks: Record<string, { readonly holder: string; readonly untilMs: number }>;
  /** Switches, keys, endpoints, staff and other small records, by their kinds and ids. */
  readonly records: RecordTables;
}

export const EMPTY: State = {
  locations: {},
  menus: {},
  bookings: {},
  changes: {},
  refusals: [],
  deliveries: {},
  events: [],
  leaderLocks: {},
  records: emptyRecordTables(),
};

/** Sorts by numbers in order of importance; the sort is stable. */
export function by<T>(...numbers: readonly ((record: T) => number)[]): (a: T, b: T) => number {
  return (a, b) => {
    for (const number of numbers) if (number(a) !== number(b)) return number(a) - number(b);
    return 0;
  };
}
