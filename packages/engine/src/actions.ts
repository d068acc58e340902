/** Public names of the engine: its actions, by caller. */
export type { PartnerActions } from './app/partner/partner-actions.ts';
export type { RecallActions } from './app/partner/recall.ts';
export type {
  OperatorActions,
  OperatorBookingActions,
  MaintenanceActions,
  MenuActions,
} from './app/operator/operator-actions.ts';
export type {
  DemandActions,
  LocationActions,
  MonthActions,
  TurnActions,
} from './app/location/location-actions.ts';
export type { BookingActions, KnownBookingActions } from './app/location/bookings.ts';
export type { VisitActions } from './app/location/visits.ts';
export type { TableActions } from './app/location/tables.ts';
export type { HoldActions } from './app/location/holds.ts';
export type { WaitlistActions } from './app/location/waitlist.ts';
export type { AddedClosure, ClosureActions } from './app/location/closures.ts';
export type { PlanActions } from './app/location/plan.ts';
export type { LocationStaffActions } from './app/location/staff.ts';
export type { BookingMessage } from './app/location/messages.ts';
export type {
  AppliedLocation,
  ApplyOptions,
  OperatorLocationActions,
  PlanReview,
  PlanToApply,
  RemovalReview,
  RemovedLocation,
  RemoveOptions,
} from './app/operator/locations.ts';
export type { WatchListener } from './app/signals.ts';
export type { Affected, AffectedBooking, AffectedHold, Concern } from './core/booking/affected-bookings.ts';
export type { ClosurePolicy } from './core/location/remaining-closures.ts';
export type { GuestRecordActions } from './app/operator/guests.ts';
export type { KeyActions } from './app/operator/keys.ts';
export type { SecretKeyActions } from './app/operator/secret-keys.ts';
export type { ServiceActions } from './app/service.ts';
export type { VisitorActions } from './app/visitor/visitor-actions.ts';
export type { PagedLocation, VisitorRequest } from './app/visitor/visitor.ts';
export type { VisitorTimes, VisitorWish } from './app/visitor/visitor-times.ts';
export type {
  HeldVisit,
  VisitorChoice,
  VisitorHoldOutcome,
  VisitorHoldRequest,
} from './app/visitor/visitor-holds.ts';
export type {
  VisitorBookOutcome,
  VisitorGuest,
  VisitorWaiting,
  VisitorWaitOutcome,
} from './app/visitor/visitor-bookings.ts';
export type { MailedHoldRequest, VisitorLink } from './app/visitor/visitor-links.ts';
export type { GuestActions } from './app/guest/guest-actions.ts';
export type {
  ListenedEvent,
  ListenedEvents,
  ListeningActions,
  ListeningSession,
  NextEvents,
} from './app/developer/listening.ts';
export type { SandboxActions, SignUpRequest } from './app/developer/sandbox.ts';
export type { SignInActions, SignInRequest } from './app/sign-in/sign-in.ts';
export type { Entered } from './app/sign-in/sessions.ts';
export type {
  MadePasskey,
  PasskeyActions,
  PasskeySignInActions,
  VerifyPasskey,
} from './app/sign-in/passkeys.ts';
export type { OwnSessionActions, StaffActions, StaffLocation } from './app/sign-in/staff-actions.ts';
export type { OperatorStaffActions, StaffRequest } from './app/operator/staff.ts';
export type { BackgroundActions } from './app/background/background-actions.ts';
