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
export type { Clock } from './ports/clock.ts';
export { DUTY_LEASE_MAX_MS, type Duties } from './ports/duties.ts';
export type { EndpointStore } from './ports/endpoint-store.ts';
export type { GuestStore } from './ports/guest-store.ts';
export type { LocationStore } from './ports/location-store.ts';
export type { MaintenanceLog } from './ports/maintenance-log.ts';
export type { Notice, Notices } from './ports/notices.ts';
export type { LeasedDelivery, LeaseRequest, Outbox, OutboxStand } from './ports/outbox.ts';
export type { RateLimiter, RateStand } from './ports/rate-limiter.ts';
export type { SecretKeyRecord } from './ports/secret-key-record.ts';
export type { ServiceSwitch } from './ports/service-switch.ts';
export type { SignUpStore } from './ports/sign-up-store.ts';
export type { Storage } from './ports/storage.ts';

// What it keeps
export type { ApiKeyRecord } from './core/api-key.ts';
export {
  type Booking,
  type BookingStatus,
  type Channel,
  type Guest,
  isLive,
  type Source,
  toDiary,
} from './core/booking.ts';
export {
  type Attempt,
  type Delivery,
  type DeliveryRecord,
  type DeliveryState,
  MAIL_LANE,
  type Settlement,
} from './core/delivery.ts';
export type { Amendment, DiaryBooking, DiaryPage, DiaryScope, Reseating, Rule } from './core/diary.ts';
export { emailKeyOf, mailboxKeyOf } from './core/email-key.ts';
export type { Endpoint, EventType, SigningSecret } from './core/event.ts';
export { DAY_MS, HOUR_MS, type Interval } from './core/interval.ts';
export type { LocalDate } from './core/local-day.ts';
export type { Language, Location, LocationPlan } from './core/location.ts';
export type { Menu } from './core/menu.ts';
export type { Scope, Visibility } from './core/policy.ts';
export type { Reason } from './core/reason.ts';
export type { Refusal } from './core/refusal.ts';
export type { SignUp } from './core/sign-up.ts';
export { BookingError, type ErrorCode } from './core/errors.ts';

// What storages have in common
export {
  allReseated,
  type BookingChanges,
  evolve,
  evolveDiary,
  evolveNamed,
  reseated,
} from './core/evolve.ts';
export { ERASED, type GuestData, isErasable, isExpected, withoutGuest } from './core/erasure.ts';
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
