import { edit, type GuestEdit, soundEdit } from '../../core/booking/decide-edit.ts';
import { found } from '../../core/booking/booking.ts';
import type { ChangeOutcome } from '../../core/booking/decide.ts';
import { type HouseCaller, visibilityOf } from '../../core/access/policy.ts';
import { tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import { changeAs, changerOf } from '../change-booking.ts';
import { findBooking } from '../read-booking.ts';
import type { App } from '../context.ts';

/**
 * Changes what a booking says of its guest (D42).
 *
 * A link that was mailed to a wrong address is in a stranger's hands. So the link of a corrected address is derived from the address, too, and is
 * the booking's only one from then on; without an address there is none (D27).
 */
export async function editBooking(
  app: App,
  caller: HouseCaller,
  bookingId: string,
  wanted: GuestEdit,
): Promise<ChangeOutcome> {
  const fields = soundEdit(wanted);
  const key = app.secretKeys[0];
  const { email } = fields;
  const link = key && email ? tokenHashOf(tokenOf(key, 'manage', bookingId, email)) : null;
  const read = found(await findBooking(app, bookingId, visibilityOf(caller)));
  return changeAs(app, { ...changerOf(caller), read }, (at) => edit(at, fields, link));
}
