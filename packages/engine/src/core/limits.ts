/** The limits of the contract (§8) and of the texts it leaves open (D11). Lengths count Unicode code points. */

/** Locations whose plans are applied together. */
export const LOCATIONS_APPLIED_MAX = 1000;
/** Days of one batch, both ends counted (§4.2.1, D28). */
export const BATCH_DAYS_MAX = 92;
/** Party sizes of one batch (§4.2.1). */
export const BATCH_PARTY_SIZES_MAX = 12;
/** The largest party size of a batch (§4.2.1). */
export const BATCH_PARTY_SIZE_MAX = 50;

/** The length of a guest's name (D11). */
export const NAME_LENGTH_MAX = 200;
/** The length of an e-mail address (D11). */
export const EMAIL_LENGTH_MAX = 254;
/** The length of a guest's telephone number (D11). */
export const PHONE_LENGTH_MAX = 40;
/** The length of a guest's notes (D11). */
export const NOTES_LENGTH_MAX = 2000;
/** The length of a partner's reference for a booking (D11). */
export const PARTNER_BOOKING_REF_LENGTH_MAX = 200;
/** The length of an idempotency key (D8). */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 120;

/** Locations of one search (D34). */
export const SEARCH_LOCATIONS_MAX = 50;
/** Slots of a location in the answer to a search (D34). */
export const SEARCH_SLOTS_MAX = 5;

/** Bookings of one page of a partner's list (D33). */
export const LIST_LIMIT_MAX = 200;
/** The default number of bookings of one page. */
export const LIST_LIMIT_DEFAULT = 50;

/** Starts are at most this far in the past or future, for any horizon. */
export const START_RANGE_YEARS = 50;

// Limits of a location's plan: far more than a restaurant needs, and few enough to search.
/** Tables in a plan. */
export const TABLES_MAX = 1000;
/** Combinations of tables in a plan. */
export const COMBINATIONS_MAX = 2000;
/** Tables in one combination. */
export const COMBINED_TABLES_MAX = 20;
/** Seasons of a table or a combination, and exceptions of a season (D40). */
export const SEASONS_MAX = 50;
/** Service periods in a plan. */
export const SERVICE_PERIODS_MAX = 200;
/** Single dates of one service period. */
export const PERIOD_DATES_MAX = 1000;
/** Closures in a plan. */
export const CLOSURES_MAX = 5000;
/** Areas in a plan. */
export const AREAS_MAX = 100;
/** Days for which a table can be blocked at a time (D39); for longer, change the plan. */
export const BLOCK_DAYS_MAX = 31;
/** Bands of lead times in a plan. */
export const LEAD_TIMES_MAX = 100;
/** Bands of turn times in a plan or period. */
export const TURN_TIMES_MAX = 100;

/** Requests a minute of a key by default (§8, D17). */
export const RATE_LIMIT_DEFAULT = 120;
/** Requests a minute of a sandbox key (§8, D20). */
export const RATE_LIMIT_SANDBOX = 60;
/** The window in which the requests of a key are counted (D17). */
export const RATE_WINDOW_SECONDS = 60;

/** The maximum age of an answer about availability (D7). */
export const AVAILABILITY_CACHE_SECONDS = 8;
/** How long a sandbox key is valid (D20). */
export const SANDBOX_KEY_DAYS = 30;
/** Active sandbox keys of one mailbox (D20). */
export const SANDBOX_KEYS_MAX = 3;
/** The maximum difference between the time of a signature and a receiver's clock (§6.4). */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Failed events in a row that disable an endpoint (§6.5). The operator is notified earlier. */
export const FAILED_EVENTS_MAX = 15;
/** Failed events in a row after which the operator is notified. */
export const FAILED_EVENTS_WARNING = 10;
/** Seconds between the first change of availability and its event (D37). */
export const AVAILABILITY_EVENT_SECONDS = 5;
/** The maximum number of dates in an event about a changed plan (D37). */
export const AVAILABILITY_DATES_MAX = 731;
/** How long the events of a disabled endpoint wait (D23). */
export const EVENTS_WAIT_DAYS = 7;
/** Hours without a request after which a session of `bord webhooks listen` ends. */
export const LISTENING_HOURS = 24;
/** Days for which the outcome of a delivery can be looked up. */
export const DELIVERIES_RETENTION_DAYS = 30;
/** Days for which an event waits for subscribers that have not read it. */
export const EVENTS_RETENTION_DAYS = 30;
/** Deliveries are counted up to this number, for monitoring: an outbox with more is full. */
export const DELIVERIES_COUNTED_MAX = 10_000;
/** Days for which e-mails in a folder, instead of a mail server, are kept. */
export const MAILS_RETENTION_DAYS = 30;
/** The length of an endpoint's URL. */
export const WEBHOOK_URL_LENGTH_MAX = 2048;

/** The shortest time for which tables are held (D35). */
export const HOLD_SECONDS_MIN = 60;
/** The longest time for which tables are held. */
export const HOLD_SECONDS_MAX = 900;
/** The time for which tables are held by default. */
export const HOLD_SECONDS_DEFAULT = 300;
/** Live holds and waitlist offers of an API key at a location (D35, D47). */
export const HOLDS_MAX = 10;
/** Waiting entries of a partner for one service date of a location (D47). */
export const WAITING_MAX = 20;
/** Times within an hour that a table is held for a guest who moves a booking (D35). */
export const MOVE_HOLDS_MAX = 10;
/** Minutes for which an offer to a waiting party lasts by default (D36). */
export const OFFER_MINUTES = 30;
/** The shortest offer that a location can set. */
export const OFFER_MINUTES_MIN = 5;
/** The longest offer that a location can set. */
export const OFFER_MINUTES_MAX = 1440;

/** Live holds, and bookings of a day without a confirmed e-mail address, of a guest's network at a location (D52). */
export const VISITOR_HOLDS_MAX = 3;
/** How long a guest's hold lasts while the link of an e-mail is awaited (D52). */
export const MAILED_HOLD_SECONDS = 600;
/** Live bookings of an e-mail address or telephone number in a service period that guests made themselves (D52). */
export const GUEST_BOOKINGS_MAX = 2;
/** E-mails that an address receives in an hour because of guests' own bookings (D52). */
export const GUEST_MAILS_MAX = 5;
/** The share of the tables for guests without a confirmed e-mail address, by default, in percent (D52). */
export const UNCONFIRMED_PERCENT = 25;
/** Bookings of such guests in 10 minutes, by default, after which further ones need a link (D52). */
export const SURGE_BOOKINGS = 12;
/** The largest value that a location can set. */
export const SURGE_BOOKINGS_MAX = 1000;
/** The minutes in which these bookings are counted. */
export const SURGE_MINUTES = 10;
/** The length of the `ref` of a link to the booking page (D52). */
export const REF_LENGTH_MAX = 60;
/** Characters that are kept of an assistant's name (D53). */
export const ASSISTANT_NAME_LENGTH_MAX = 60;
/** Waiting entries of guests themselves for one service date of a location (D47). */
export const GUESTS_WAITING_MAX = 60;

/** How long a verification link is valid (D20). */
export const SIGN_UP_HOURS = 24;
/** Seconds of the window in which requests for keys are counted: per mailbox, per network, and in total. */
export const SIGN_UP_WINDOW_SECONDS = 3600;
/** The length of a developer's name for a program. */
export const SYSTEM_LENGTH_MAX = 200;
/** Bookings of the demo location older than this are cancelled every night (§8). */
export const DEMO_BOOKING_HOURS = 24;
/** Days for which rejected requests are stored. */
export const REFUSALS_RETENTION_DAYS = 400;
/** Days for which a sandbox key and its sign-up can be looked up after its end. */
export const SANDBOX_KEYS_RETENTION_DAYS = 30;
