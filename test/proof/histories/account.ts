/** Compares the answers to clients in a round with the database, the receiver of events and the mail server. */
import { type WebhookEvent, verifyWebhook } from '@bord/engine/webhooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Scripted } from './clients.ts';
import type { RunDatabase, StoredRow } from './database.ts';
import type { History, Operation, Request } from './history.ts';
import type { Installation } from './installation.ts';
import { type PartyState, shown } from './model.ts';
import { wireNameOf as wireNameOfParty } from './wire.ts';
import type { Prepared } from './round.ts';

export interface Account {
  /** Changes that were acknowledged: bookings made, moved and cancelled, holds placed, confirmed and released. */
  readonly acknowledged: number;
  /** Acknowledged bookings that are not stored, and cancellations of which the booking is not cancelled. */
  readonly lost: readonly string[];
  /** Bookings that share a table, unrequested bookings, two of one key, and unexpected answers. */
  readonly strange: readonly string[];
  /** Missing events and e-mails of stored changes, and those of changes that are not stored. */
  readonly unsent: readonly string[];
  readonly events: number;
  readonly mails: number;
}

export async function account(
  installation: Installation,
  prepared: Prepared,
  scripts: readonly Scripted[],
): Promise<Account> {
  const { database } = installation;
  const rows = await database.rowsOf([...new Set(prepared.grounds.map(({ locationId }) => locationId))]);
  for (const script of scripts) noteStored(script, rows);
  const overlapping = await database.overlapping();
  const expected = expectedOf(rows);
  const messages = await waitForMessages(installation, prepared, rows, expected);
  return {
    acknowledged: scripts.reduce((sum, { history }) => sum + acknowledgedIn(history), 0),
    lost: scripts.flatMap((script) => lostOf(script, rows)),
    strange: [
      ...overlapping.map((id) => `${id} shares its table`),
      ...scripts.flatMap(({ oddities }) => oddities),
      ...strangersAmong(rows, scripts),
    ],
    unsent: messages.missing,
    events: messages.events,
    mails: messages.mails,
  };
}

/** Each change once, however often it was asked for. */
export function acknowledgedIn({ operations }: Pick<History, 'operations'>): number {
  const changes = operations.filter(
    ({ request, answer }) => CHANGES[request.kind]?.test(answer ?? '') === true,
  );
  // A party is made, held for and cancelled once, and may be moved often.
  const nameOf = ({ id, request }: Operation): string =>
    request.kind === 'move' ? `move ${id}` : `${request.kind} ${'party' in request ? request.party : ''}`;
  return new Set(changes.map(nameOf)).size;
}

/** How a change is acknowledged; a booking that is read or listed is none. */
const CHANGES: Readonly<Partial<Record<Request['kind'], RegExp>>> = {
  create: /^(?:booked|replayed)/,
  hold: /^held/,
  confirm: /^(?:booked|replayed)/,
  release: /^released$/,
  cancel: /^cancelled$/,
  move: /^confirmed/,
};

const isHold = ({ id }: StoredRow): boolean => id.startsWith('hd_');

/** The party of a row, by its name on the wire. */
const wireNameOf = (row: StoredRow): string => (isHold(row) ? row.key!.split(' ').at(-1)! : row.reference!);

function rowsAt({ ground }: Scripted, rows: readonly StoredRow[]): readonly StoredRow[] {
  return rows.filter(({ locationId, date }) => locationId === ground.locationId && date === ground.date);
}

/** The last operation of a history: all that is stored. */
function noteStored(script: Scripted, rows: readonly StoredRow[]): void {
  const own = rowsAt(script, rows);
  const booked = new Set(own.filter((row) => !isHold(row)).map(wireNameOf));
  const answers = own
    .filter((row) => !isHold(row) || !booked.has(wireNameOf(row)))
    .map((row): readonly [string, string] => {
      const status = isHold(row) ? HOLD_STATUS[row.status] : row.status;
      const name = wireNameOf(row).slice(wireNameOfParty(script.ground, '').length);
      return [name, shown({ ...row, status: status as PartyState['status'] })];
    });
  script.noteStored(new Map(answers));
}

/** A hold that was confirmed is completed, and then there is its booking. */
const HOLD_STATUS: Readonly<Record<string, string>> = { confirmed: 'held', cancelled: 'released' };

function lostOf(script: Scripted, rows: readonly StoredRow[]): string[] {
  const stored = new Map(rowsAt(script, rows).map((row) => [row.id, row]));
  const missing = script.parties.flatMap(({ name, holdId, bookingId }) =>
    [holdId, bookingId].flatMap((id) =>
      id === undefined || stored.has(id)
        ? []
        : `${id} of ${wireNameOfParty(script.ground, name)} is not stored`,
    ),
  );
  const back = script.history.operations.flatMap(({ request, answer }) => {
    if (request.kind !== 'cancel' || answer === null) return [];
    const { bookingId } = script.parties.find(({ name }) => name === request.party)!;
    const status = stored.get(bookingId!)?.status;
    return status === 'confirmed' ? `${bookingId} was cancelled, and is ${status}` : [];
  });
  return [...missing, ...back];
}

/** Rows that are stored twice, or that no client has requested. */
function strangersAmong(rows: readonly StoredRow[], scripts: readonly Scripted[]): string[] {
  const names = new Set(
    scripts.flatMap((script) => script.parties.map(({ name }) => wireNameOfParty(script.ground, name))),
  );
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const name = wireNameOf(row);
    if (!names.has(name)) return `${row.id} is of ${name}, who has not asked`;
    const key = `${isHold(row) ? 'hold' : 'booking'} ${name}`;
    if (seen.has(key)) return `${row.id} is the second ${key}`;
    seen.add(key);
    return [];
  });
}

const EVENT_KINDS = ['created', 'updated', 'cancelled'] as const;
type EventKind = (typeof EVENT_KINDS)[number];
const MAIL_OF: Readonly<Record<EventKind, string>> = {
  created: 'booked',
  updated: 'changed',
  cancelled: 'cancelled',
};

/** How many events of each kind a booking must have had, by its id; and as many mails. */
type Expected = ReadonlyMap<string, Readonly<Record<EventKind, number>>>;

function expectedOf(rows: readonly StoredRow[]): Expected {
  return new Map(
    rows
      .filter((row) => !isHold(row))
      .map(({ id, status, moves }) => [
        id,
        { created: 1, updated: moves, cancelled: Number(status === 'cancelled') },
      ]),
  );
}

/** For so long it is waited for messages. */
const MESSAGES_MS = 45_000;

interface Messages {
  readonly missing: readonly string[];
  readonly events: number;
  readonly mails: number;
}

async function waitForMessages(
  { database, receiver, mailServer }: Installation,
  { endpoint, secret }: Prepared,
  rows: readonly StoredRow[],
  expected: Expected,
): Promise<Messages> {
  const addressOf = new Map(rows.map((row) => [row.id, `${wireNameOf(row)}@example.com`]));
  const addresses = new Set(addressOf.values());
  const events = new Map<string, Set<string>>();
  const mails = new Map<string, number>();
  const wrong: string[] = [];
  let [eventsSeen, mailsSeen] = [0, 0];
  const count = (): string[] => {
    for (const { url, headers, rawBody } of receiver.received.slice(eventsSeen)) {
      if (url !== endpoint) continue;
      try {
        const signature = headers['x-partner-signature'] as string;
        const event: WebhookEvent = verifyWebhook({ secret, signature, rawBody });
        const key = `${event.data.bookingId} ${event.type.slice('booking.'.length)}`;
        events.set(key, (events.get(key) ?? new Set()).add(event.id));
        if (!expected.has(event.data.bookingId)) wrong.push(`${event.id} tells of what is not stored`);
      } catch (error) {
        wrong.push(`an event that cannot be trusted: ${String(error)}`);
      }
    }
    for (const { to, raw } of mailServer.arrived.slice(mailsSeen)) {
      if (!addresses.has(to[0]!)) continue;
      const kind = SUBJECT.exec(raw.toString('latin1'))?.[1] ?? 'of another kind';
      mails.set(`${to[0]} ${kind}`, (mails.get(`${to[0]} ${kind}`) ?? 0) + 1);
    }
    eventsSeen = receiver.received.length;
    mailsSeen = mailServer.arrived.length;
    return missingOf(expected, addressOf, events, mails);
  };
  let missing = count();
  for (const startMs = performance.now(); missing.length > 0; missing = count()) {
    const waitedMs = performance.now() - startMs;
    if (waitedMs > MESSAGES_MS) break;
    await pause(100);
    // Whatever was under way when a process died is due again when its lease ends.
    if (waitedMs > 700 && Math.floor(waitedMs / 100) % 10 === 0) await endLeases(database);
  }
  return {
    missing: [...missing, ...wrong],
    events: [...events.values()].reduce((sum, { size }) => sum + size, 0),
    mails: [...mails.values()].reduce((sum, one) => sum + one, 0),
  };
}

const SUBJECT = /^Subject: .*?(?:Table|Booking)[ _](booked|changed|cancelled)/m;

const endLeases = (database: RunDatabase): Promise<void> => database.endLeases().catch(() => undefined);

/** Events have ids, so each is counted once; that they are not more than there were changes is seen as well. */
function missingOf(
  expected: Expected,
  addressOf: ReadonlyMap<string, string>,
  events: ReadonlyMap<string, ReadonlySet<string>>,
  mails: ReadonlyMap<string, number>,
): string[] {
  return [...expected].flatMap(([id, counts]) =>
    EVENT_KINDS.flatMap((kind) => {
      const heard = events.get(`${id} ${kind}`)?.size ?? 0;
      const written = mails.get(`${addressOf.get(id)} ${MAIL_OF[kind]}`) ?? 0;
      return [
        ...(heard === counts[kind] ? [] : [`${heard} of ${counts[kind]} events booking.${kind} of ${id}`]),
        ...(written >= counts[kind]
          ? []
          : [`${written} of ${counts[kind]} mails "${MAIL_OF[kind]}" of ${id}`]),
      ];
    }),
  );
}
