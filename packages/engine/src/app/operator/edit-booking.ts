import { edit, type GuestEdit, soundEdit } from '../../core/booking/decide-edit.ts';
import { found } from '../../core/booking/booking.ts';
import type { ChangeOutcome } from '../../core/booking/decide.ts';
import { type HouseCaller, visibilityOf } from '../../core/access/policy.ts';
import { tokenHashOf, tokenOf } from '../../core/access/secret.ts';
import { changeAs, changerOf } from '../change-booking.ts';
import { findBooking } from '../read-booking.ts';
import type { App } from '../context.ts';

/**
 * Changes the guest data of a booking (D42).
 *
 * The old link was sent to a wrong address, where a stranger can use it. So the new link is derived from the corrected address, too, and is the
 * only valid one from then on. A guest without an e-mail address has no link (D27).
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
