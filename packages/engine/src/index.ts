/**
 * The public names of the engine for integrators. Other entries serve adapters, storages and webhook receivers.
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
export type { MoveTerms, WaitingMode } from './core/booking/terms.ts';
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
  type Source,
  type VisitorTerms,
  type VisitTimes,
} from './core/booking/booking.ts';
export type { EventActions } from './app/events.ts';
export type { InternalEvent, SubscriberEvent } from './core/outbox/webhook-events.ts';
export { versionOf } from './core/booking/booking-version.ts';
export { type Author, type ChangeKind, changesOf, type HistoryEntry } from './core/booking/history.ts';
export type { MovePreview, PreviewedMove } from './app/operator/preview-move.ts';
export type { ImportOptions, ImportOutcome, ImportRow } from './app/operator/import-bookings.ts';
export type { BatchRange } from './core/seating/batch.ts';
export type { DayAvailability, SlotAvailability } from './core/seating/availability.ts';
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
export type { MonthReport } from './app/operator/read-month.ts';
export type { TurnReport } from './app/operator/read-turns.ts';
export type { DemandReport } from './app/operator/read-demand.ts';
export { BookingError, type ErrorCode, NotAdmittedError } from './core/errors.ts';
export type { GuestRow } from './core/booking/row.ts';
export type { StayBand } from './core/booking/stays.ts';
export type { MonthDay } from './core/booking/month.ts';

// The restaurant and its plan
export {
  definePlan,
  type PeriodDescription,
  type PlanDescription,
  type TableDescription,
} from './core/location/define-plan.ts';
export type { BookingPage } from './core/location/booking-page.ts';
export type { Brand } from './core/location/brand.ts';
export type { Combination, FloorPlan, Table } from './core/location/floor-plan.ts';
export type { Season, SeasonTimes } from './core/location/season.ts';
export {
  type Area,
  type Closure,
  type Contact,
  DEFAULT_TURN_TIMES,
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
export type { DaySheet, TableBlock, TableHold, WaitingParty } from './core/timeline/day-sheet.ts';
export { currentServiceDate } from './core/location/service-day.ts';

// Time
export { localText, type LocalTextOptions } from './local-text.ts';
export {
  addDays,
  instantOf,
  isTimeZone,
  type LocalDate,
  localDateAt,
  type Weekday,
  weekdayOf,
} from './core/local-date.ts';
export { DAY_MS, HOUR_MS, type Interval, MINUTE_MS, isLocalDate } from './core/instant.ts';
export { formatInstant, formatInstantMs, parseInstant } from './core/instant.ts';

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
export { type PartnerCaller, type Scope, SCOPES } from './core/access/policy.ts';

// Events
export type { Endpoint, SigningSecret } from './core/booking/event.ts';
export { type BookingEventType, EVENT_TYPES, type EventType } from './core/outbox/event-type.ts';
export type { Attempt, DeliveryRecord, DeliveryState } from './core/outbox/delivery.ts';
export type {
  EndpointMessage,
  GuestMessage,
  GuestMessageKind,
  Message,
  LinkMessage,
  PasskeyMessage,
  SignInMessage,
  SignUpMessage,
  VisitorMessage,
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
export type { GuestWaiting } from './app/guest/guest-waiting.ts';
export type { GuestTimes, GuestWish } from './app/guest/guest-times.ts';
export type { DateChoice } from './core/booking/choices.ts';
export type { GuestStage } from './core/booking/guest-stage.ts';
export type { ErasedGuest } from './app/operator/guests.ts';
export type { Maintenance, MaintenanceOptions, KnownTasks } from './app/background/maintenance.ts';
export type { SignUp } from './core/access/sign-up.ts';
export type { NoAnswer, WebhookAnswer, WebhookRequest } from './core/outbox/webhook.ts';
export * as limits from './core/limits.ts';

// Ports
export type { Clock } from './ports/clock.ts';
export { type Mailer, MailRefusedError } from './ports/mailer.ts';
export type { Fact, Observer } from './ports/observer.ts';
export type { OutboxStats } from './ports/outbox.ts';
export type { Random } from './core/ids.ts';
export type { PrimaryChange, PrimaryWatch } from './ports/primary-watch.ts';
export type { Storage } from './ports/storage.ts';
export type { WebhookSender } from './ports/webhook-sender.ts';
