/** The keys that a run can hold, by the option that gives each. */
export const KEY_NAMES = ['key', 'second-key', 'elsewhere-key', 'unlisted-key', 'read-only-key'] as const;
export type KeyName = (typeof KEY_NAMES)[number];

export interface WebhookSettings {
  readonly host: string;
  readonly port: number;
  readonly secret: string;
}

export interface Settings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** A UUID in lower case. */
  readonly locationId: string;
  /** The keys to use; all but the first are optional. */
  readonly keys: Readonly<Partial<Record<KeyName, string>>> & { readonly key: string };
  /** The day to book on, `YYYY-MM-DD`; null looks for one. */
  readonly date: string | null;
  /** How many guests are booked for. Defaults to 2. */
  readonly party: number;
  /** A day on which the location is known to be closed. */
  readonly closedDate: string | null;
  /** A booking of the key's that is completed or a no-show. */
  readonly endedBooking: string | null;
  /** The location is the sandbox restaurant of §8. */
  readonly sandbox: boolean;
  /** Also check the additions within v1 that are not part of the contract: moves, lists, searches, holds, the waitlist. */
  readonly added: boolean;
  /** Use the key's minute up: at so many requests, or at as many as the target says. */
  readonly rateLimit: number | true | null;
  /** Where the target sends its events; null, the default: they are not tried. */
  readonly webhook: WebhookSettings | null;
  /** The receiver of a webhook endpoint that lists only `availability.changed` and `waitlist.offered`; null, the default: these events are not checked. */
  readonly namedWebhook: Pick<WebhookSettings, 'host' | 'port'> | null;
  /** With an MCP server: how long to wait for an offer to expire; null, the default: not tried. */
  readonly expiryMs: number | null;
  /** How often the last table is raced for. */
  readonly rounds: number;
  /** How long an answer may take. Defaults to 10,000. */
  readonly timeoutMs: number;
  /** Rules to run, by the beginning of their ids; empty for all. */
  readonly only: readonly string[];
  /** Failures of recommended rules count as failures. */
  readonly strict: boolean;
}

/** The required settings; the others have defaults. */
export type GivenSettings = Partial<Settings> & Pick<Settings, 'baseUrl' | 'locationId' | 'keys'>;

export const PARTY_DEFAULT = 2;
export const TIMEOUT_DEFAULT_SECONDS = 10;

export function settingsOf(given: GivenSettings): Settings {
  return {
    date: null,
    party: PARTY_DEFAULT,
    closedDate: null,
    endedBooking: null,
    sandbox: false,
    added: false,
    rateLimit: null,
    webhook: null,
    namedWebhook: null,
    expiryMs: null,
    rounds: 1,
    timeoutMs: TIMEOUT_DEFAULT_SECONDS * 1000,
    only: [],
    strict: false,
    ...given,
  };
}

/** Time as a run sees it. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Ends early when the signal is given. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The functions of the environment that a run uses. Defaults to the real ones. */
export interface Surroundings {
  /** Sends a request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Time. */
  readonly clock: Clock;
  /** Aborts the run; its bookings are still cancelled. */
  readonly signal: AbortSignal;
  /** Called with the reason before a pause. */
  readonly onWait: (seconds: number, why: string) => void;
}

/** The settings without which a rule cannot be tried, by the option that gives each. */
export type Need =
  | Exclude<KeyName, 'key'>
  | 'ended-booking'
  | 'sandbox'
  | 'added'
  | 'with-rate-limit'
  | 'receive'
  | 'receive-named'
  | 'expiry';

export function isGiven(need: Need, settings: Settings): boolean {
  if (need === 'ended-booking') return settings.endedBooking !== null;
  if (need === 'sandbox') return settings.sandbox;
  if (need === 'added') return settings.added;
  if (need === 'with-rate-limit') return settings.rateLimit !== null;
  if (need === 'receive') return settings.webhook !== null;
  if (need === 'receive-named') return settings.namedWebhook !== null;
  if (need === 'expiry') return settings.expiryMs !== null;
  return settings.keys[need] !== undefined;
}
