/** The tokens of guests' links. Only their hashes are stored (D27). */
import { type Booking, type Channel, type Guest, isByGuest } from '../core/booking/booking.ts';
import type { WaitlistRow } from '../core/booking/row.ts';
import { isTokenOf, tokenHashOf, tokenOf } from '../core/access/secret.ts';
import type { App } from './context.ts';

/** The token of a booking's link, derived with the key and e-mail address of its hash; null without one, or if the booking has ended. */
export function manageTokenOf(app: App, booking: Booking): string | null {
  const { id, manageTokenHash, status } = booking;
  if (status !== 'confirmed') return null;
  const tokens = [...app.secretKeys.map((key) => tokenOf(key, 'manage', id)), ...addressTokens(app, booking)];
  return tokens.find((token) => tokenHashOf(token) === manageTokenHash) ?? null;
}

/**
 * The token in e-mails about a booking. For a guest's own booking it differs from that of the page, so its use confirms the e-mail address (D52).
 */
export function mailedTokenOf(app: App, booking: Booking): string | null {
  const token = manageTokenOf(app, booking);
  if (token === null || !booking.visitor) return token;
  return addressTokens(app, booking)[0] ?? token;
}

/** Whether the token opens the booking and was sent to the guest's e-mail address. */
export function isMailedToken(app: App, booking: Booking, token: string): boolean {
  if (!booking.visitor || booking.manageTokenHash === null) return false;
  return addressTokens(app, booking).some((one) => isTokenOf(token, tokenHashOf(one)));
}

function addressTokens({ secretKeys }: App, { id, guest: { email } }: Booking): readonly string[] {
  return email === null ? [] : secretKeys.map((key) => tokenOf(key, 'manage', id, email));
}

/** The token of the link of a waiting party (D36), derived with the key of its hash; null if there is none. */
export function waitingTokenOf(app: App, { id, manageTokenHash }: WaitlistRow): string | null {
  const tokens = app.secretKeys.map((key) => tokenOf(key, 'waitlist', id));
  return tokens.find((token) => tokenHashOf(token) === manageTokenHash) ?? null;
}

/** The hash of the token in the guest's link; null for a guest without an e-mail address whose booking the restaurant made. */
export function linkHashOf(
  { secretKeys: [key] }: App,
  purpose: 'manage' | 'waitlist',
  id: string,
  { email }: Pick<Guest, 'email'>,
  channel: Channel = 'operator',
): string | null {
  return key && (email !== null || isByGuest(channel)) ? tokenHashOf(tokenOf(key, purpose, id)) : null;
}
