/** The models of `npm run model`: the protocols in several small worlds, and their deliberately wrong twins. */

export interface Model {
  readonly name: string;
  /** Of this folder, without its ending. */
  readonly file: 'amend' | 'deliver';
  readonly what: string;
  /** The enabled parts of the file, and its bounds. */
  readonly defines: Readonly<Record<string, number | true>>;
  /** The property that must be found broken: of a twin, or of the protocol itself where it is known not to hold. */
  readonly breaks?: string;
  /** Takes minutes, and is tried with `--long` only. */
  readonly isLong?: true;
}

const WHO = { TWICE_AND_RIVAL: 0b0111, RIVAL_CANCELLED: 0b1101, ALL: 0b1111 };

/** The protocols as they are. */
const RIGHT: readonly Model[] = [
  {
    name: 'last-table',
    file: 'amend',
    what: 'two servers; a partner who asks twice and a rival, one table',
    defines: { REQUESTS: WHO.TWICE_AND_RIVAL, REMEMBERS: true },
  },
  {
    name: 'two-tables',
    file: 'amend',
    what: 'the same with two tables',
    defines: { REQUESTS: WHO.TWICE_AND_RIVAL, REMEMBERS: true, TABLES: 2 },
  },
  {
    name: 'three-tries',
    file: 'amend',
    what: 'one table, and each group tried three times: a doubt about a doubt',
    defines: { REQUESTS: WHO.TWICE_AND_RIVAL, TRIES: 3 },
  },
  {
    name: 'one-key-two-dates',
    file: 'amend',
    what: 'one idempotency key on two dates, that is under two locks',
    defines: { REQUESTS: WHO.TWICE_AND_RIVAL, TWO_DATES: true },
  },
  {
    name: 'fault-in-group',
    file: 'amend',
    what: 'a step among others that the database refuses',
    defines: { REQUESTS: WHO.TWICE_AND_RIVAL, FAULTY: true, TABLES: 2 },
  },
  {
    name: 'cancelled',
    file: 'amend',
    what: 'a rival whose booking is cancelled meanwhile',
    defines: { REQUESTS: WHO.RIVAL_CANCELLED, REMEMBERS: true },
  },
  {
    name: 'constraint-alone',
    file: 'amend',
    what: 'no locks at all: the constraint of the database by itself',
    defines: { REQUESTS: WHO.TWICE_AND_RIVAL, TWIN_NO_LOCK: true, CONSTRAINT: true },
  },
  {
    name: 'everybody',
    file: 'amend',
    what: 'all four requests',
    defines: { REQUESTS: WHO.ALL },
    isLong: true,
  },
  {
    name: 'deliver',
    file: 'deliver',
    what: 'two workers, two events; a lease lapses, a worker dies, an answer is lost',
    defines: {},
  },
  {
    name: 'deliver-one',
    file: 'deliver',
    what: 'two workers, one event, and each of these twice',
    defines: { EVENTS: 1, LAPSES: 2, DEATHS: 2, LOSSES: 2 },
  },
  {
    name: 'deliver-three',
    file: 'deliver',
    what: 'three workers, one event',
    defines: { EVENTS: 1, WORKERS: 3 },
  },
  {
    name: 'endpoint-removed',
    file: 'deliver',
    what: 'two workers, two events, and the endpoint is removed',
    defines: { REMOVAL: true },
  },
];

const ONE_TABLE = { REQUESTS: WHO.TWICE_AND_RIVAL };

/** Each is wrong in one way. */
const TWINS: readonly Model[] = [
  {
    name: 'same-snapshot',
    file: 'amend',
    what: 'locks and reads in one statement, whose snapshot is older than its lock',
    defines: { ...ONE_TABLE, TWIN_SAME_SNAPSHOT: true },
    breaks: 'never two parties at one table',
  },
  {
    name: 'no-lock',
    file: 'amend',
    what: 'nobody waits for a lock',
    defines: { ...ONE_TABLE, TWIN_NO_LOCK: true },
    breaks: 'never two parties at one table',
  },
  {
    name: 'no-compare',
    file: 'amend',
    what: 'what a server remembers is believed',
    defines: { ...ONE_TABLE, REMEMBERS: true, TABLES: 2, TWIN_NO_COMPARE: true },
    breaks: 'never two parties at one table',
  },
  {
    name: 'no-unique-key',
    file: 'amend',
    what: 'a key is looked for under the lock of its date alone',
    defines: { ...ONE_TABLE, TWO_DATES: true, TWIN_NO_UNIQUE_KEY: true },
    breaks: 'never two bookings under one key',
  },
  {
    name: 'early-answer',
    file: 'amend',
    what: 'answers when COMMIT is sent',
    defines: { ...ONE_TABLE, TWIN_EARLY_ANSWER: true },
    breaks: 'what was acknowledged is stored',
  },
  {
    name: 'blind-retry',
    file: 'amend',
    what: 'takes a lost COMMIT for one that failed, and goes again',
    defines: { ...ONE_TABLE, TWIN_BLIND_RETRY: true },
    breaks: 'what was refused has left no trace',
  },
  {
    name: 'no-bar',
    file: 'amend',
    what: 'what was found not saved, and may still arrive, is not barred',
    defines: { REQUESTS: WHO.RIVAL_CANCELLED, REMEMBERS: true, TWIN_NO_BAR: true },
    breaks: 'what was refused has left no trace',
  },
  {
    name: 'event-apart',
    file: 'amend',
    what: 'the event in a transaction of its own',
    defines: { ...ONE_TABLE, TWIN_EVENT_APART: true },
    breaks: 'each change has its event',
  },
  {
    name: 'group-keeps',
    file: 'amend',
    what: 'what a failed step of a group wrote is committed with the others',
    defines: { ...ONE_TABLE, FAULTY: true, TABLES: 2, TWIN_GROUP_KEEPS: true },
    breaks: 'what was refused has left no trace',
  },
  {
    name: 'no-expiry',
    file: 'deliver',
    what: 'a lease has no end',
    defines: { TWIN_NO_EXPIRY: true },
    breaks: 'every event is settled in the end',
  },
  {
    name: 'no-owner',
    file: 'deliver',
    what: 'settles without looking whose lease it is',
    defines: { TWIN_NO_OWNER: true },
    breaks: 'one worker at a time has an event in hand',
  },
  {
    name: 'settle-again',
    file: 'deliver',
    what: 'settles again what it has not heard of',
    defines: { TWIN_SETTLE_AGAIN: true },
    breaks: 'what has come to an end stays as it is',
  },
  {
    name: 'no-version',
    file: 'deliver',
    what: 'counts failures on the endpoint as it was seen last',
    defines: { TWIN_NO_VERSION: true },
    breaks: 'failures in a row are counted exactly',
  },
];

/** Properties that the protocol does not promise, and that are shown not to hold. */
const LIMITS: readonly Model[] = [
  {
    name: 'late-arrival',
    file: 'amend',
    what: 'answered 503, asked again, refused; then what was sent first arrives',
    defines: { REQUESTS: WHO.ALL, REMEMBERS: true, TRIES: 1, STRICT_REFUSAL: true },
    breaks: 'a key that was refused has no booking',
  },
];

export const GROUPS: readonly { readonly title: string; readonly models: readonly Model[] }[] = [
  { title: 'As it is: no property may be broken', models: RIGHT },
  { title: 'Twins, each wrong in one way: its property must be found broken', models: TWINS },
  { title: 'What is not promised: known to be broken', models: LIMITS },
];

export const MODELS: readonly Model[] = GROUPS.flatMap(({ models }) => models);
