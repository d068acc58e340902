import type { Booking } from '@bord/engine';
import type { Query } from '../../web/page-route.ts';
import type { ConsoleInput } from '../console-route.ts';

export interface BookingInput extends ConsoleInput {
  readonly booking: Booking;
}
export type SentBooking = BookingInput & { readonly form: Query };
