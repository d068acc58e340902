/** The restaurant's own booking page (D52), as described in its location file. */
import { invalid } from '../errors.ts';
import { assertText } from '../fields.ts';
import { SURGE_BOOKINGS, SURGE_BOOKINGS_MAX, UNCONFIRMED_PERCENT } from '../limits.ts';
import { assertImage } from './brand.ts';

/** Whether guests must give their telephone number. `no`: the page does not ask for it. */
export const PHONE_RULES = ['required', 'optional', 'no'] as const;
/** Whether guests must give their e-mail address. */
export const EMAIL_RULES = ['required', 'optional'] as const;
/** `choose`: guests can choose an area. */
export const AREA_RULES = ['choose', 'no'] as const;

/** The restaurant's own booking page. */
export interface BookingPage {
  /** Whether the list of restaurants contains it. The page can always be opened by its URL. */
  readonly listed: boolean;
  /** The origins that can show the page in a frame, such as `https://fyren.example`; at most 20. */
  readonly embedOn: readonly string[];
  /** Whether guests must give their telephone number. */
  readonly phone: (typeof PHONE_RULES)[number];
  /** Whether guests must give their e-mail address. */
  readonly email: (typeof EMAIL_RULES)[number];
  /** Whether guests can choose an area. */
  readonly areas: (typeof AREA_RULES)[number];
  /** A text for guests above the times, at most 1,000 characters; null for none. */
  readonly text: string | null;
  /** A picture, in the forms of {@link Brand.logo}; null for none. */
  readonly picture: string | null;
  /** `https` URL of the restaurant's privacy notice; null: Bord makes one. */
  readonly privacyUrl: string | null;
  /** The share of a service period's tables, in percent and at least two tables, that guests without a confirmed e-mail address can have at the same time. */
  readonly unconfirmedPercent: number;
  /** If guests without a confirmed e-mail address have made this many bookings in 10 minutes, further ones need the link of an e-mail. */
  readonly surgeBookings: number;
}

/** The values of omitted fields. */
export const BOOKING_PAGE_DEFAULTS: BookingPage = {
  listed: true,
  embedOn: [],
  phone: 'optional',
  email: 'required',
  areas: 'no',
  text: null,
  picture: null,
  privacyUrl: null,
  unconfirmedPercent: UNCONFIRMED_PERCENT,
  surgeBookings: SURGE_BOOKINGS,
};

const URL_MAX = 500;
const ORIGINS_MAX = 20;
const TEXT_MAX = 1000;

/** Throws `invalid_request`. */
export function assertBookingPage(bookingPage: BookingPage, alias: string | null): void {
  const path = (field: string, ...more: readonly number[]) => ['bookingPage', field, ...more];
  if (alias === null) invalid('a booking page needs an alias: it is part of its URL', ['alias']);
  assertOneOf(bookingPage.phone, PHONE_RULES, path('phone'));
  assertOneOf(bookingPage.email, EMAIL_RULES, path('email'));
  assertOneOf(bookingPage.areas, AREA_RULES, path('areas'));
  if (bookingPage.embedOn.length > ORIGINS_MAX) invalid(`at most ${ORIGINS_MAX} origins`, path('embedOn'));
  for (const [i, origin] of bookingPage.embedOn.entries())
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !/^https?:/.test(origin))
      invalid(`${origin} is not an origin such as https://fyren.example`, path('embedOn', i));
  if (bookingPage.text !== null) assertText('text', bookingPage.text, TEXT_MAX, path('text'));
  if (bookingPage.picture !== null) assertImage('picture', bookingPage.picture, path('picture'));
  const { privacyUrl } = bookingPage;
  if (privacyUrl !== null && (privacyUrl.length > URL_MAX || !isHttps(privacyUrl)))
    invalid(`privacyUrl must be an https URL of at most ${URL_MAX} characters`, path('privacyUrl'));
  assertWhole(bookingPage.unconfirmedPercent, 100, path('unconfirmedPercent'));
  assertWhole(bookingPage.surgeBookings, SURGE_BOOKINGS_MAX, path('surgeBookings'));
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:';
}

function assertOneOf(value: string, known: readonly string[], path: readonly (string | number)[]): void {
  if (!known.includes(value)) invalid(`${value} must be one of ${known.join(', ')}`, path);
}

function assertWhole(value: number, max: number, path: readonly (string | number)[]): void {
  if (!Number.isInteger(value) || value < 1 || value > max)
    invalid(`${value} is not a whole number from 1 to ${max}`, path);
}
