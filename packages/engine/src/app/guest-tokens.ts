/** The tokens of guests' links, which are stored nowhere but as their hashes (D27). */
import type { Booking, Channel, Guest } from '../core/booking/booking.ts';
import type { WaitlistRow } from '../core/booking/row.ts';
import { tokenHashOf, tokenOf } from '../core/access/secret.ts';
import type { App } from './context.ts';

/** The token of a booking's link, with the key and the address that it was made with; null where there is none or the booking has ended. */
export function manageTokenOf(app: App, { id, manageTokenHash, status, guest }: Booking): string | null {
  if (status !== 'confirmed') return null;
  const tokens = app.secretKeys.flatMap((key) => [
    tokenOf(key, 'manage', id),
    ...(guest.email === null ? [] : [tokenOf(key, 'manage', id, guest.email)]),
  ]);
  return tokens.find((token) => tokenHashOf(token) === manageTokenHash) ?? null;
}

/** The token of the link of who waits (D36), derived with whichever key it was made with; null where there is none. */
export function waitingTokenOf(app: App, { id, manageTokenHash }: WaitlistRow): string | null {
  const tokens = app.secretKeys.map((key) => tokenOf(key, 'waitlist', id));
  return tokens.find((token) => tokenHashOf(token) === manageTokenHash) ?? null;
}

/** The hash of the token in the guest's link; null for a guest who never sees it, having neither an e-mail address nor the booking page. */
export function linkHashOf(
  { secretKeys: [key] }: App,
  purpose: 'manage' | 'waitlist',
  id: string,
  { email }: Pick<Guest, 'email'>,
  channel: Channel = 'operator',
): string | null {
  return key && (email !== null || channel === 'web') ? tokenHashOf(tokenOf(key, purpose, id)) : null;
}
