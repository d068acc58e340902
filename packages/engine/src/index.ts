/**
 * The public names of the engine, for whoever embeds it; those for writing a storage are in `@bord/engine/storage`, those for receiving
 * webhooks in `@bord/engine/webhooks`. What is in none of them may change without notice.
 */
export { createEngine, type Engine, type EngineOptions, type HealthActions } from './engine.ts';

// What an engine does, by who asks
export type { PartnerActions } from './app/partner-actions.ts';
export type {
  DemandActions,
  MaintenanceActions,
  MenuActions,
  OperatorActions,
} from './app/operator-actions.ts';
export type { BookingActions } from './app/operator-bookings.ts';
export type { ClosureActions } from './app/closures.ts';
export type { GuestRecordActions } from './app/guests.ts';
export type { KeyActions } from './app/keys.ts';
export type { LocationActions } from './app/locations.ts';
export type { SecretKeyActions } from './app/secret-keys.ts';
export type { ServiceActions } from './app/service.ts';
export type { GuestActions } from './app/guest-actions.ts';
export type { SandboxActions, SignUpRequest } from './app/sandbox.ts';
export type { BackgroundActions } from './app/background-actions.ts';

// What is booked
export type { BookingInput } from './core/booking-request.ts';
export type { BookingRequest, BookOutcome, ChangeOutcome } from './core/booking-rules.ts';
export {
  BOOKING_STATES,
  type Booking,
  type BookingStatus,
  type Channel,
  type Guest,
  isLive,
  type Source,
} from './core/booking.ts';
export type { BatchRange } from './core/batch.ts';
export type { DayAvailability, SlotAvailability } from './core/availability.ts';
export type { AnsweredDay, AnswerForm, AnswerStats } from './app/answer-cache.ts';
export type { DayRequest, LocationAvailability } from './app/read-availability.ts';
export { type Reason, REASONS } from './core/reason.ts';
export type { Demand, DemandCount, DemandHour } from './core/demand.ts';
export type { DemandReport } from './app/read-demand.ts';
export type { MoveRequest } from './core/booking-rules.ts';
export { BookingError, type ErrorCode } from './core/errors.ts';

// The house
export {
  definePlan,
  type PeriodDescription,
  type PlanDescription,
  type TableDescription,
  withPlanDefaults,
} from './core/define-plan.ts';
export type { Combination, FloorPlan, Table } from './core/floor-plan.ts';
export {
  type Closure,
  type Contact,
  DEFAULT_TURN_TIMES,
  isLocationId,
  type Language,
  LANGUAGES,
  type Location,
  type LocationPlan,
  type Pacing,
  type ServicePeriod,
  type TurnTime,
} from './core/location.ts';
export type { Menu, MenuCategory, MenuItem } from './core/menu.ts';

// Time
export {
  addDays,
  datesTouched,
  dayInterval,
  daysBetween,
  instantOf,
  instantsOf,
  isLocalDate,
  isTimeZone,
  type LocalDate,
  localDateAt,
  minuteOfDayAt,
  type Weekday,
  weekdayOf,
} from './core/local-day.ts';
export { localText, type LocalTextOptions, machineTimeZone, zoneName } from './local-text.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './core/interval.ts';
export { formatInstant, formatInstantMs, parseInstant } from './core/instant.ts';

// Access
export type { ApiKeyRecord } from './core/api-key.ts';
export type { ApiKeyRequest, MadeApiKey, SandboxKeyRequest } from './app/keys.ts';
export {
  assertScope,
  isPartnerSlug,
  isVisible,
  type PartnerCaller,
  type Scope,
  SCOPES,
  type Visibility,
  visibilityOf,
} from './core/policy.ts';

// Events
export { type Endpoint, EVENT_TYPES, type EventType, type SigningSecret } from './core/event.ts';
export type { Attempt, DeliveryRecord, DeliveryState } from './core/delivery.ts';
export type {
  EndpointMessage,
  GuestMessage,
  GuestMessageKind,
  Message,
  SignUpMessage,
} from './core/message.ts';
export type { DeliveryOptions } from './app/deliver.ts';
export type { DeliveryWorker } from './app/delivery-worker.ts';
export type {
  EndpointRequest,
  HandDelivery,
  MadeEndpoint,
  MailActions,
  ReplayedFailures,
  WebhookActions,
} from './app/endpoints.ts';
export type { GuestView } from './app/guest-link.ts';
export type { GuestTimes, GuestWish } from './app/guest-times.ts';
export type { DateChoice } from './core/choices.ts';
export type { GuestStage } from './core/guest-stage.ts';
export type { ErasedGuest } from './app/guests.ts';
export type { SecretKeyFit } from './app/secret-keys.ts';
export type { Housekeeping, HousekeepingOptions, KnownChores } from './app/housekeeping.ts';
export type { SignUp } from './core/sign-up.ts';
export type { NoAnswer, WebhookAnswer, WebhookRequest } from './core/webhook.ts';
export { DEFAULT_RETRY_DELAYS_SECONDS, retryDelaySeconds } from './core/backoff.ts';
export { signatureHeader } from './core/signature.ts';
export * as limits from './core/limits.ts';

// Time and what is compared
export { type TimeStand, timeStandOf } from './core/trusted-time.ts';
export { emailKeyOf } from './core/email-key.ts';

// Ports
export type { Clock } from './ports/clock.ts';
export { type Mailer, MailRefusedError } from './ports/mailer.ts';
export type { Fact, Observer } from './ports/observer.ts';
export type { OutboxStand } from './ports/outbox.ts';
export type { Random } from './ports/random.ts';
export type { RateStand } from './ports/rate-limiter.ts';
export type { Storage } from './ports/storage.ts';
export type { WebhookSender } from './ports/webhook-sender.ts';

// For whoever writes an adapter
export { BoundedMap } from './core/bounded-map.ts';
