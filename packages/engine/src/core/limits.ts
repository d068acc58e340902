/** The limits of the contract (§8) and of the texts it leaves open (D11). Lengths count Unicode code points. */

export const BATCH_DAYS_MAX = 92;
export const BATCH_PARTY_SIZES_MAX = 12;
export const BATCH_PARTY_SIZE_MAX = 50;

export const NAME_LENGTH_MAX = 200;
export const EMAIL_LENGTH_MAX = 254;
export const PHONE_LENGTH_MAX = 40;
export const NOTES_LENGTH_MAX = 2000;
export const PARTNER_BOOKING_REF_LENGTH_MAX = 200;
export const IDEMPOTENCY_KEY_LENGTH_MAX = 120;

/** No booking is made longer ago or further ahead than this, whatever a location's horizon says. */
export const REACH_YEARS = 50;

/** What a location's plan may hold at most: far more than any house has, and little enough to be looked through. */
export const TABLES_MAX = 1000;
export const COMBINATIONS_MAX = 2000;
export const COMBINED_TABLES_MAX = 20;
export const SERVICE_PERIODS_MAX = 200;
export const PERIOD_DATES_MAX = 1000;
export const CLOSURES_MAX = 5000;
export const TURN_TIMES_MAX = 100;

export const RATE_LIMIT_DEFAULT = 120;
export const RATE_LIMIT_SANDBOX = 60;
export const RATE_WINDOW_SECONDS = 60;

export const AVAILABILITY_CACHE_SECONDS = 8;
export const SANDBOX_KEY_DAYS = 30;
export const SANDBOX_KEYS_MAX = 3;
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** So many failed events in a row disable an endpoint (§6.5); the operator hears of it somewhat earlier. */
export const FAILED_EVENTS_MAX = 15;
export const FAILED_EVENTS_WARNING = 10;
/** How long the events of a disabled endpoint wait (D23). */
export const EVENTS_WAIT_DAYS = 7;
/** How long it can be looked up what became of a delivery. */
export const DELIVERIES_KEPT_DAYS = 30;
/** How long mails are kept that go into a folder instead of to a mail server. */
export const MAILS_KEPT_DAYS = 30;
export const WEBHOOK_URL_LENGTH_MAX = 2048;

export const SIGN_UP_HOURS = 24;
/** How long it is counted how often keys are asked for by one mailbox, one network, and all. */
export const SIGN_UP_WINDOW_SECONDS = 3600;
/** Of the name that a developer gives her program. */
export const SYSTEM_LENGTH_MAX = 200;
/** Bookings of the demo location older than this are cancelled every night (§8). */
export const DEMO_BOOKING_HOURS = 24;
/** How long it is kept what was turned away. */
export const REFUSALS_KEPT_DAYS = 400;
/** How long a sandbox key, and who signed up for it, can be looked up after it has ended. */
export const SANDBOX_KEYS_KEPT_DAYS = 30;
