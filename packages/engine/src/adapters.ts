/** For servers, consoles and command-line tools around the engine: the timeline of a day, colours, field checks, formatted times, and serialized answers. */
export { WAITING_MODES } from './core/booking/terms.ts';
export { NO_VISIT } from './core/booking/booking.ts';
export { beforeLatest, type BookingChange, creatorOf, HISTORY_MAX } from './core/booking/history.ts';
export { type CompactAvailability, reasonOf } from './core/seating/availability.ts';
export type { AnsweredDay, AnswerForm, AnswerStats } from './app/answer-cache.ts';
export type { AnsweredRange, RangeForm } from './app/cached-range.ts';
export { BOOKING_ACTIONS, type PossibleAction, possibleActions } from './core/booking/possible-actions.ts';
export { beforeReversal } from './core/booking/decide-reversal.ts';
export { surgeOf, type Surge } from './core/booking/visitor-limits.ts';
export { STAYS_ENOUGH } from './core/booking/stays.ts';
export { withPlanDefaults } from './core/location/define-plan.ts';
export { AREA_RULES, BOOKING_PAGE_DEFAULTS, EMAIL_RULES, PHONE_RULES } from './core/location/booking-page.ts';
export { BRAND_GROUND, contrastOf, darkened, lightened } from './core/location/brand.ts';
export { tableOptionsOn } from './core/location/options-on.ts';
export type { TableOption } from './core/location/floor-plan.ts';
export { DEMO_RESTAURANT_ID, isLocationAlias, isLocationId } from './core/location/location.ts';
export { isComing, sheetCounts, type SheetCounts } from './core/timeline/day-sheet.ts';
export { tablesFreeNow } from './core/timeline/tables-free.ts';
export { timelineOf } from './core/timeline/timeline-of.ts';
export { axisScale, type TimelineView } from './core/timeline/axis.ts';
export * from './core/timeline/timeline.ts';
export { isMadeOneByOne } from './core/location/remaining-closures.ts';
export { sittingReachedInto } from './core/booking/next-sitting.ts';
export { lastServiceOf } from './core/location/service-day.ts';
export {
  clockTime,
  dayInterval,
  daysBetween,
  instantOfWall,
  instantsOf,
  minuteOfDayAt,
  wallTimeAt,
} from './core/local-date.ts';
export { machineTimeZone, zoneName } from './local-text.ts';
export {
  bookingLine,
  type BookingLine,
  type BookingLineWords,
  LINE_SEPARATOR,
  sizesText,
} from './booking-line.ts';
export { SECOND_MS } from './core/instant.ts';
export {
  assertDate,
  assertEmail,
  assertText,
  BATCH_RULES,
  EMAIL_PATTERN,
  emailKeyOf,
  type FieldRule,
} from './core/fields.ts';
export {
  assertScope,
  isPartnerSlug,
  partnerOf,
  type Visibility,
  isSandboxPartner,
  visibilityOf,
} from './core/access/policy.ts';
export { SPECIFIED_EVENT_TYPES } from './core/outbox/event-type.ts';
export { timeOnServiceDate } from './core/location/time-on-date.ts';
export type { SecretKeyFit } from './app/operator/secret-keys.ts';
export { DEFAULT_RETRY_DELAYS_SECONDS } from './core/outbox/backoff.ts';
export { signatureHeader } from './core/outbox/signature.ts';
export { type TimeStatus, timeStatusOf } from './core/trusted-time.ts';
export {
  HOLD_CHANGES,
  type HoldChange,
  WAITING_CHANGES,
  type WaitingChange,
} from './core/booking/pending-changes.ts';
export type { RateStats } from './ports/rate-limiter.ts';
export type { PoolStats } from './ports/storage.ts';
export { BoundedMap } from './core/bounded-map.ts';
export * as shape from './core/shape.ts';
