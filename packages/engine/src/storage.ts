/**
 * For authors of storages: the ports to implement, their data and common parts. Prove a storage with the contract of `@bord/engine/testing`.
 */
// Ports of a storage
export * from './ports/booking-store.ts';
export { type Clock, wholeClock } from './ports/clock.ts';
export { LOCK_LEASE_MAX_MS, type LeaderLocks } from './ports/leader-locks.ts';
export type { EndedRow, EndedVisits, GuestStore } from './ports/guest-store.ts';
export * from './ports/location-store.ts';
export type { Invalidation, Invalidations } from './ports/invalidations.ts';
export type { LeasedDelivery, LeaseRequest, Outbox, OutboxStats } from './ports/outbox.ts';
export type { RateLimiter, RateStats } from './ports/rate-limiter.ts';
export { recordFinders, type Records } from './ports/records.ts';
export type { PrimaryChange, PrimaryWatch } from './ports/primary-watch.ts';
export type { PoolStats, Storage } from './ports/storage.ts';

// Stored data
export type { ApiKeyRecord } from './core/access/api-key.ts';
export {
  type Booking,
  type BookingStatus,
  type Channel,
  type Guest,
  isBegun,
  isLive,
  NO_VISIT,
  type Source,
  toDiary,
  type VisitTimes,
} from './core/booking/booking.ts';
export {
  type BlockRow,
  type DiaryRow,
  type GuestRow,
  type HoldClaim,
  type HoldFields,
  type HoldRow,
  isBooking,
  isGuestRow,
  isPending,
  type PendingRow,
  type RowFields,
  type RowKind,
  type WaitlistRow,
} from './core/booking/row.ts';
export type { MoveTerms, WaitingMode } from './core/booking/terms.ts';
export {
  fromStored,
  type HoldTerms,
  positionOf,
  type StoredColumns,
  type StoredRow,
  type Terms,
  toEntry,
  toKeyHolds,
  toStored,
  type WaitingTerms,
} from './core/booking/stored.ts';
export { HISTORY_MAX, type HistoryEntry } from './core/booking/history.ts';
export * from './core/outbox/delivery.ts';
export type {
  Amendment,
  BlockEntry,
  BookingEntry,
  DiaryBooking,
  DiaryScope,
  Entry,
  HoldEntry,
  KeyHold,
  KeyHolds,
  Reseating,
  Rule,
  Snapshot,
  WaitingEntry,
} from './core/booking/diary.ts';
export { emailKeyOf, mailboxKeyOf } from './core/fields.ts';
export {
  coalesce,
  coalesceAmong,
  type Coalesced,
  type DatedDelivery,
  type DateRange,
  giveWay,
  giveWayAmong,
  type StoredDelivery,
  type TriedDelivery,
  type WaitingDelivery,
  type WaitingOn,
} from './core/outbox/coalesce.ts';
export { AVAILABILITY_EVENT_SECONDS, DELIVERIES_COUNTED_MAX } from './core/limits.ts';
export type { EventLog } from './ports/event-log.ts';
export type { LoggedEvent, NumberedEvent } from './core/booking/subscriber-event.ts';
export type { Endpoint, SigningSecret } from './core/booking/event.ts';
export type { BookingEventType, EventType } from './core/outbox/event-type.ts';
export { DAY_MS, HOUR_MS, type Interval } from './core/instant.ts';
export type { LocalDate } from './core/local-date.ts';
export type { Language, Location, LocationPlan } from './core/location/location.ts';
export { type StoredLocation, storedLocation } from './core/location/define-plan.ts';
export type { Menu } from './core/location/menu.ts';
export type { Scope, Visibility } from './core/access/policy.ts';
export type { Reason } from './core/location/reason.ts';
export type { Refusal } from './core/booking/refusal.ts';
export type { SignUp } from './core/access/sign-up.ts';
export {
  addressHashOf,
  assertByManager,
  CLOCK_TOLERANCE_MS,
  demotedBy,
  isLinkGood,
  isSessionGood,
  type NewSession,
  type Passkey,
  type Role,
  SESSION_IDLE_MS,
  type SignInLink,
  type StaffMember,
  type StaffRole,
  type StaffSession,
} from './core/access/staff.ts';
export { BookingError, type ErrorCode } from './core/errors.ts';

export type {
  FoundRecords,
  MaintenanceRun,
  RecordChange,
  RecordKind,
  RecordsBy,
  RecordSelection,
  RecordSelectors,
  RecordStep,
  RecordTypes,
  SecretKeyRecord,
  ServiceSwitch,
  Subscriber,
  UsedChallenge,
} from './core/access/records.ts';

// Common parts of storages
export * as shape from './core/shape.ts';
export * from './core/access/record-kinds.ts';
export * from './core/access/record-tables.ts';
export * from './core/access/record-steps.ts';
export * from './core/booking/changes.ts';
export {
  allReseated,
  type BookingChanges,
  evolve,
  evolveDiary,
  countedAmong,
  evolveHolds,
  evolveNamed,
  evolveRows,
  isChange,
  reseated,
  savedRows,
} from './core/booking/evolve.ts';
export * from './core/outbox/event-log.ts';
export {
  bodyWithoutGuest,
  erased,
  ERASED,
  type GuestData,
  isErasable,
  isExpected,
  withoutGuest,
  withoutNetwork,
} from './core/booking/erasure.ts';
export { BoundedMap } from './core/bounded-map.ts';
export { processRates } from './memory/process-rates.ts';
export * from './ports/migrations.ts';
export * from './ports/row-format.ts';
export { assertRuntime } from './ports/runtime.ts';
export { sharedCheck } from './ports/shared-check.ts';
export { type StepBudget, stepBudget } from './ports/step-budget.ts';
