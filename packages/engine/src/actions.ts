/** Public names of the engine: what it does, by who asks. */
export type { PartnerActions } from './app/partner/partner-actions.ts';
export type { RecallActions } from './app/partner/recall.ts';
export type {
  OperatorActions,
  DemandActions,
  HoldActions,
  TurnActions,
  MaintenanceActions,
  MenuActions,
  MonthActions,
  WaitlistActions,
} from './app/operator/operator-actions.ts';
export type { BookingActions } from './app/operator/bookings.ts';
export type {
  AppliedLocation,
  ApplyOptions,
  LocationActions,
  PlanReview,
  RemovalReview,
  RemovedLocation,
  RemoveOptions,
} from './app/operator/locations.ts';
export type { WatchListener } from './app/shared/watchers.ts';
export type { AffectedBooking, Concern } from './core/booking/affected-bookings.ts';
export { type ClosurePolicy, isMadeOneByOne } from './core/location/remaining-closures.ts';
export type { AddedClosure, ClosureActions } from './app/operator/closures.ts';
export type { GuestRecordActions } from './app/operator/guests.ts';
export type { TableActions } from './app/operator/tables.ts';
export type { VisitActions } from './app/operator/visits.ts';
export type { KeyActions } from './app/operator/keys.ts';
export type { SecretKeyActions } from './app/operator/secret-keys.ts';
export type { ServiceActions } from './app/operator/service.ts';
export type { GuestActions } from './app/guest/guest-actions.ts';
export type {
  ListenedEvent,
  ListenedEvents,
  ListeningActions,
  ListeningSession,
  NextEvents,
} from './app/developer/listening.ts';
export type { SandboxActions, SignUpRequest } from './app/developer/sandbox.ts';
export type { SignInActions, SignInRequest } from './app/staff/sign-in.ts';
export type { Entered } from './app/staff/sessions.ts';
export type {
  MadePasskey,
  PasskeyActions,
  PasskeySignInActions,
  VerifyPasskey,
} from './app/staff/passkeys.ts';
export type { OwnSessionActions, StaffActions, StaffLocation } from './app/staff/staff-actions.ts';
export type { HouseActions } from './app/staff/house-actions.ts';
export type { HouseBookingActions } from './app/staff/house-bookings.ts';
export type { HouseClosureActions } from './app/staff/house-closures.ts';
export type { HouseHoldActions } from './app/staff/house-holds.ts';
export type { HousePlanActions } from './app/staff/house-plan.ts';
export type { HouseStaffActions } from './app/staff/house-staff.ts';
export type { HouseTableActions } from './app/staff/house-tables.ts';
export type { HouseWaitlistActions } from './app/staff/house-waitlist.ts';
export type { BookingMessage } from './app/staff/booking-messages.ts';
export type { OperatorStaffActions, StaffRequest } from './app/operator/staff.ts';
export type { BackgroundActions } from './app/background/background-actions.ts';
