/** Messages of codes that have several. Clients do not branch on them (§2.11). */
import type { Reason } from '@bord/engine';
import type { KeyFault } from './malformed.ts';

const KEY_HEADERS = '“Authorization: Bearer <key>” or “x-partner-key: <key>”';

/** Why no key was found in a request (401). */
export const KEY_FAULTS = {
  missing: `The API key is missing. Send it in a header: ${KEY_HEADERS}.`,
  no_bearer: `The API key is missing: the header Authorization lacks the word Bearer. Write ${KEY_HEADERS}.`,
  empty: `The API key is missing: its header is there without a key, or with spaces within it. Write ${KEY_HEADERS}; is the variable set that holds the key?`,
  in_query: `The API key is in the URL, which many logs store. Send it in a header, ${KEY_HEADERS}, and have a key replaced that others can have seen.`,
  differing: 'Two headers carry two different API keys. Send one.',
} as const satisfies Record<KeyFault, string>;

/** Why a booking was rejected (409). */
export const REFUSALS = {
  closed: 'The restaurant takes no bookings at this time.',
  too_soon: 'This time has passed, or is too soon to be booked.',
  too_far: 'This time is too far ahead to be booked yet.',
  party_size: 'The restaurant takes no party of this size at this time.',
  last_seating: 'This time is too late: the party could not finish before the restaurant closes.',
  pacing: 'The restaurant takes no more guests at this time.',
  tables: 'No table is free for this party at this time.',
  policy: 'The terms of the restaurant do not allow this booking.',
} as const satisfies Record<Reason, string>;

/** For `closed` if the time is between two slots. */
export const OFF_GRID =
  'No slot starts at exactly this time. Book one of the `alternatives`, or a `slot` of availability.';
