/**
 * The public names of the engine for integrators. `@bord/engine/storage` has those for storages, `@bord/engine/webhooks` those for webhook receivers.
 * All other names can change without notice.
 */
export {
  type BoundEngine,
  createEngine,
  type Engine,
  type EngineOptions,
  type HealthActions,
} from './engine.ts';

// Actions of the engine, by caller
export * from './actions.ts';

// Holds and waitlist
export type { ConfirmInput } from './app/holds.ts';
export {
  type GuestMove,
  type Hold,
  type HoldOutcome,
  type HoldRequest,
  type HoldState,
} from './core/booking/hold.ts';
export type { HeldMove, HoldMoveOutcome } from './core/booking/move-hold.ts';
export { type MoveTerms, WAITING_MODES, type WaitingMode } from './core/booking/terms.ts';
export {
  type JoinedWaiting,
  type Waiting,
  WAITING_STATES,
  type WaitingInput,
  type WaitingState,
} from './core/booking/waiting.ts';

// Bookings
export type {
  BookingInput,
  BookingRequest,
  CreateOptions,
  MoveRequest,
  TableChoice,
} from './core/booking/booking-request.ts';
export type { BookingFilter } from './core/booking/booking-filter.ts';
export type { BookingSelection } from './app/read-booking.ts';
export type { BookOutcome, ChangeOutcome } from './core/booking/decide.ts';
export type { GuestEdit } from './core/booking/decide-edit.ts';
export type { OwnEdit } from './app/guest/guest-link.ts';
export type { Extension, VisitStep } from './core/booking/decide-visit.ts';
export {
  BOOKING_STATES,
  type Booking,
  type BookingStatus,
  type Channel,
  type Guest,
  isLive,
  isSeated,
  NO_VISIT,
  type Source,
  type VisitTimes,
} from './core/booking/booking.ts';
export type { EventActions } from './app/events.ts';
export type { InternalEvent, SubscriberEvent } from './core/outbox/webhook-events.ts';
export type { GuestRow } from './core/booking/row.ts';
export { versionOf } from './core/booking/booking-version.ts';
export {
  type Author,
  beforeLatest,
  type BookingChange,
  type ChangeKind,
  changesOf,
  creatorOf,
  HISTORY_MAX,
  type HistoryEntry,
} from './core/booking/history.ts';
export type { MovePreview, PreviewedMove } from './app/operator/preview-move.ts';
export type { ImportOptions, ImportOutcome, ImportRow } from './app/operator/import-bookings.ts';
export type { BatchRange } from './core/seating/batch.ts';
export {
  type CompactAvailability,
  type DayAvailability,
  reasonOf,
  type SlotAvailability,
} from './core/seating/availability.ts';
export type { AnsweredDay, AnswerForm, AnswerStats } from './app/answer-cache.ts';
export type { AnsweredRange, RangeForm } from './app/cached-range.ts';
export type { DayRequest, LocationAvailability, RangeAvailability } from './app/partner/read-availability.ts';
export { type Reason, REASON_TEXTS, REASONS, type Rejected } from './core/location/reason.ts';
export {
  definePolicy,
  type GuestCaller,
  type GuestChannel,
  type LoadedFacts,
  type LoadQuestion,
  type Policy,
  type PolicyCaller,
  type PolicyQuestion,
  type PolicyRejection,
  type PolicySlot,
  reject,
} from './core/location/admission.ts';
export type { AvailabilitySearch, FoundAvailability } from './app/partner/search-availability.ts';
export type { BookingList, BookingListRequest, ListedBooking } from './app/partner/list-bookings.ts';
export type { Alternatives } from './core/booking/alternatives.ts';
export type { RefusedTime } from './app/alternatives.ts';
export type { TableOffers, TableWish } from './app/operator/read-table-offers.ts';
export type { TableOffer } from './core/booking/table-offers.ts';
export type { BookingSearch, FoundBookings } from './app/operator/search-bookings.ts';
export { BOOKING_ACTIONS, type PossibleAction, possibleActions } from './core/booking/possible-actions.ts';
export { beforeReversal } from './core/booking/decide-reversal.ts';
export type { OperatorSlot, OperatorTimes } from './app/operator/operator-times.ts';
export type { Demand, DemandCount, DemandHour, DemandPart } from './core/booking/demand.ts';
export type {
  Block,
  BlockOutcome,
  BlockRequest,
  InTheWay,
  TableChange,
  UnblockOutcome,
} from './core/booking/block.ts';
export { type StayBand, STAYS_ENOUGH } from './core/booking/stays.ts';
export type { MonthDay } from './core/booking/month.ts';
export type { MonthReport } from './app/operator/read-month.ts';
export type { TurnReport } from './app/operator/read-turns.ts';
export type { DemandReport } from './app/operator/read-demand.ts';
export { BookingError, type ErrorCode, NotAdmittedError } from './core/errors.ts';

// The restaurant and its plan
export {
  definePlan,
  type PeriodDescription,
  type PlanDescription,
  type TableDescription,
  withPlanDefaults,
} from './core/location/define-plan.ts';
export { type Brand, BRAND_GROUND, contrastOf, darkened, lightened } from './core/location/brand.ts';
export type { Combination, FloorPlan, Table } from './core/location/floor-plan.ts';
export type { Season, SeasonTimes } from './core/location/season.ts';
export {
  type Area,
  type Closure,
  type Contact,
  DEFAULT_TURN_TIMES,
  isLocationAlias,
  isLocationId,
  type Language,
  type Location,
  type LocationPlan,
  type LeadTime,
  type Pacing,
  type ServicePeriod,
  type TurnTime,
} from './core/location/location.ts';
export type { Menu, MenuCategory, MenuItem } from './core/location/menu.ts';

// Day sheets
export {
  type DaySheet,
  isComing,
  sheetCounts,
  type SheetCounts,
  type TableBlock,
  type TableHold,
  type WaitingParty,
} from './core/timeline/day-sheet.ts';
export { timelineOf } from './core/timeline/timeline-of.ts';
export { axisScale, type TimelineView } from './core/timeline/axis.ts';
export type {
  CoverStep,
  Timeline,
  TimelineAxis,
  TimelineBar,
  TimelinePeriod,
  TimelinePiece,
  TimelineRow,
  TimelineSection,
  TimelineTick,
  VisitStage,
} from './core/timeline/timeline.ts';
export { sittingReachedInto } from './core/booking/next-sitting.ts';
export { currentServiceDate, lastServiceOf } from './core/location/service-day.ts';

// Time
export {
  addDays,
  dayInterval,
  daysBetween,
  instantOf,
  instantsOf,
  isTimeZone,
  type LocalDate,
  localDateAt,
  minuteOfDayAt,
  type Weekday,
  weekdayOf,
} from './core/local-date.ts';
export { localText, type LocalTextOptions, machineTimeZone, zoneName } from './local-text.ts';
export { DAY_MS, HOUR_MS, type Interval, MINUTE_MS, SECOND_MS, isLocalDate } from './core/instant.ts';
export { formatInstant, formatInstantMs, parseInstant } from './core/instant.ts';

// Checks, for adapters that report all faults of a request together
export { assertEmail, assertText, assertDate } from './core/fields.ts';

// Access
export {
  type Passkey,
  type Role,
  ROLES,
  type StaffCaller,
  type StaffMember,
  type StaffRole,
  type StaffSession,
} from './core/access/staff.ts';
export type { ApiKeyRecord } from './core/access/api-key.ts';
export type { ApiKeyRequest, MadeApiKey, SandboxKeyRequest } from './app/operator/keys.ts';
export {
  assertScope,
  isPartnerSlug,
  type PartnerCaller,
  type Scope,
  SCOPES,
  type Visibility,
  isSandboxPartner,
  visibilityOf,
} from './core/access/policy.ts';

// Events
export type { Endpoint, SigningSecret } from './core/booking/event.ts';
export {
  type BookingEventType,
  EVENT_TYPES,
  type EventType,
  SPECIFIED_EVENT_TYPES,
} from './core/outbox/event-type.ts';
export type { Attempt, DeliveryRecord, DeliveryState } from './core/outbox/delivery.ts';
export type {
  EndpointMessage,
  GuestMessage,
  GuestMessageKind,
  Message,
  PasskeyMessage,
  SignInMessage,
  SignUpMessage,
  WaitingMessage,
  WaitingMessageKind,
} from './core/outbox/message.ts';
export type { DeliveryOptions } from './app/background/deliver.ts';
export type { DeliveryWorker } from './app/background/delivery-worker.ts';
export type {
  EndpointRequest,
  ManualDelivery,
  MadeEndpoint,
  MailActions,
  ReplayedFailures,
  WebhookActions,
} from './app/operator/endpoints.ts';
export type { GuestView } from './app/guest/guest-link.ts';
export { timeOnServiceDate } from './core/location/time-on-date.ts';
export type { GuestWaiting } from './app/guest/guest-waiting.ts';
export type { GuestTimes, GuestWish } from './app/guest/guest-times.ts';
export type { DateChoice } from './core/booking/choices.ts';
export type { GuestStage } from './core/booking/guest-stage.ts';
export type { ErasedGuest } from './app/operator/guests.ts';
export type { SecretKeyFit } from './app/operator/secret-keys.ts';
export type { Maintenance, MaintenanceOptions, KnownTasks } from './app/background/maintenance.ts';
export type { SignUp } from './core/access/sign-up.ts';
export type { NoAnswer, WebhookAnswer, WebhookRequest } from './core/outbox/webhook.ts';
export { DEFAULT_RETRY_DELAYS_SECONDS } from './core/outbox/backoff.ts';
export { signatureHeader } from './core/outbox/signature.ts';
export * as limits from './core/limits.ts';
export { BATCH_RULES, type FieldRule, WAITLIST_RULES } from './core/fields.ts';
export { EMAIL_PATTERN } from './core/fields.ts';

// Comparisons
export { type TimeStatus, timeStatusOf } from './core/trusted-time.ts';
export { emailKeyOf } from './core/fields.ts';

// Ports
export type { Clock } from './ports/clock.ts';
export { type Mailer, MailRefusedError } from './ports/mailer.ts';
export {
  HOLD_CHANGES,
  type HoldChange,
  WAITING_CHANGES,
  type WaitingChange,
} from './core/booking/pending-changes.ts';
export type { Fact, Observer } from './ports/observer.ts';
export type { OutboxStats } from './ports/outbox.ts';
export type { Random } from './core/ids.ts';
export type { RateStats } from './ports/rate-limiter.ts';
export type { PrimaryChange, PrimaryWatch } from './ports/primary-watch.ts';
export type { PoolStats, Storage } from './ports/storage.ts';
export type { WebhookSender } from './ports/webhook-sender.ts';

// Tools for adapters
export { BoundedMap } from './core/bounded-map.ts';
