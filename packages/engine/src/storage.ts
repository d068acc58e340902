/**
 * For whoever writes a storage: the ports to implement, what they carry, and what storages have in common. Prove it with the contract of
 * `@bord/engine/testing`.
 */
// What a storage implements
export type { ApiKeyStore } from './ports/api-key-store.ts';
export {
  type BookingPageRequest,
  type BookingPosition,
  type BookingStore,
  StaleStepError,
} from './ports/booking-store.ts';
export { type Clock, wholeClock } from './ports/clock.ts';
export { LOCK_LEASE_MAX_MS, type LeaderLocks } from './ports/leader-locks.ts';
export type { EndpointStore } from './ports/endpoint-store.ts';
export type { EndedVisits, GuestStore } from './ports/guest-store.ts';
export type { GuestRetention, LocationStore } from './ports/location-store.ts';
export type { MaintenanceLog } from './ports/maintenance-log.ts';
export type { Invalidation, Invalidations } from './ports/invalidations.ts';
export type { LeasedDelivery, LeaseRequest, Outbox, OutboxStats } from './ports/outbox.ts';
export type { RateLimiter, RateStats } from './ports/rate-limiter.ts';
export type { SecretKeyRecord } from './ports/secret-key-record.ts';
export type { ServiceSwitch } from './ports/service-switch.ts';
export type { SignUpStore } from './ports/sign-up-store.ts';
export type { StaffStore } from './ports/staff-store.ts';
export type { PasskeyStore } from './ports/passkey-store.ts';
export type { PrimaryChange, PrimaryWatch } from './ports/primary-watch.ts';
export type { PoolStats, Storage } from './ports/storage.ts';

// What it keeps
export type { ApiKeyRecord } from './core/access/api-key.ts';
export {
  type Booking,
  type BookingKind,
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
export type { HoldTerms, MoveTerms, Terms, WaitingMode, WaitingTerms } from './core/booking/terms.ts';
export { fromStored, positionOf, toStored } from './core/booking/stored.ts';
export { HISTORY_MAX, type HistoryEntry } from './core/booking/history.ts';
export {
  type Attempt,
  type Delivery,
  type DeliveryRecord,
  type DeliveryState,
  fromStoredAttempt,
  MAIL_QUEUE,
  type Settlement,
  type StoredAttempt,
  toStoredAttempt,
} from './core/outbox/delivery.ts';
export type { Amendment, DiaryBooking, Snapshot, DiaryScope, Reseating, Rule } from './core/booking/diary.ts';
export { emailKeyOf, mailboxKeyOf } from './core/access/email-key.ts';
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
export type { PlanCheck } from './ports/location-store.ts';
export type { Endpoint, SigningSecret } from './core/outbox/event.ts';
export type { BookingEventType, EventType } from './core/outbox/event-type.ts';
export { DAY_MS, HOUR_MS, type Interval } from './core/time/interval.ts';
export type { LocalDate } from './core/time/local-date.ts';
export type { Language, Location, LocationPlan } from './core/location/location.ts';
export { type StoredLocation, storedLocation } from './core/location/define-plan.ts';
export type { Menu } from './core/location/menu.ts';
export type { Scope, Visibility } from './core/access/policy.ts';
export type { Reason } from './core/booking/reason.ts';
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

// What storages have in common
export {
  type BookingChange,
  CHANGES_EXAMINED_MAX,
  changedSecondsOf,
  type ChangeFilter,
  type ChangeOrder,
  listChanges,
  type ChangeList,
  type ChangesRequest,
  hasChangedForPartner,
  isWantedChange,
  NO_ORDER,
  type OrderedChanges,
  positionBehind,
  withoutPosition,
} from './core/booking/changes.ts';
export {
  allReseated,
  type BookingChanges,
  evolve,
  evolveDiary,
  evolveNamed,
  isChange,
  reseated,
  savedRows,
} from './core/booking/evolve.ts';
export { ERASED, type GuestData, isErasable, isExpected, withoutGuest } from './core/booking/erasure.ts';
export { BoundedMap } from './core/bounded-map.ts';
export { processRates } from './memory/process-rates.ts';
export {
  assertCurrent,
  assertNotNewer,
  type Migration,
  readMigrations,
  type SchemaState,
  schemaStateOf,
} from './storage/migrations.ts';
export { sharedCheck } from './storage/shared-check.ts';
export { type StepBudget, stepBudget } from './storage/step-budget.ts';
