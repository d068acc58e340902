import {
  assertChoice,
  type BookingInput,
  soundRequest,
  type TableChoice,
} from '../../core/booking/booking-request.ts';
import { found } from '../../core/booking/booking.ts';
import type { BookOutcome } from '../../core/booking/decide.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import { daysBetween, type LocalDate } from '../../core/local-date.ts';
import type { Location } from '../../core/location/location.ts';
import { createBooking } from '../partner/create-booking.ts';
import { datesOf, dayFor, groundOf } from '../prepare.ts';
import { takeStep } from '../step.ts';
import type { App } from '../context.ts';
import { visibleLocation } from '../read-location.ts';
import { amendingBy, rehearsalOf } from './rehearsal.ts';

/** A booking of another system. */
export interface ImportRow {
  /** The booking request. Each row has its idempotency key, by which a second import finds the booking (D10). */
  readonly request: BookingInput & {
    /** 1 to 120 characters, the same whenever the booking is imported. */
    readonly idempotencyKey: string;
  };
  /** The tables for the party, as in {@link BookingActions.create}. */
  readonly choice?: TableChoice | undefined;
  /** The other system has cancelled it: it is not booked, only looked up. Default false. */
  readonly isCancelled?: boolean | undefined;
}

/** The result of a row: as when an operator books, or skipped. */
export type ImportOutcome =
  | BookOutcome
  | {
      /** The row is invalid: for example a name that is too long, an invalid e-mail address, or a repeated idempotency key. */
      readonly kind: 'invalid';
      /** The fault. */
      readonly message: string;
    }
  | {
      /** Cancelled in the other system and not known here. */
      readonly kind: 'absent';
    };

/** Options of an import. */
export interface ImportOptions {
  /** Saves and sends no data: the outcomes are those that an import would have now. Default false. */
  readonly dryRun?: boolean | undefined;
  /** Guests get a confirmation and a reminder, as for any booking (D26). Default false: the other system has confirmed. */
  readonly writesMail?: boolean | undefined;
  /** Called with the number of finished rows after each row. */
  readonly progress?: ((done: number) => void) | undefined;
}

/**
 * Books the rows of another system, each in a separate step: a rejected row does not stop others, and an interrupted import can be repeated.
 * {@link wavesOf} describes the order, which does not depend on timing.
 *
 * @returns the outcomes, in the order of the rows
 * @throws BookingError `unavailable` if the storage is unavailable; earlier rows stay booked
 */
export async function importBookings(
  app: App,
  locationId: string,
  rows: readonly ImportRow[],
  { dryRun = false, writesMail = false, progress = () => undefined }: ImportOptions = {},
): Promise<readonly ImportOutcome[]> {
  const location = await visibleLocation(app, 'operator', locationId);
  const quiet = withoutDemand({ ...app, isQuiet: !writesMail });
  const into = dryRun ? rehearsalOf(quiet) : quiet;
  const outcomes: ImportOutcome[] = [];
  let done = 0;
  const settle = (i: number, outcome: ImportOutcome): void => {
    outcomes[i] = outcome;
    progress(++done);
  };
  const faults = faultsOf(rows, location);
  const dates = datesOf(app, location);
  for (const [i, message] of faults) settle(i, { kind: 'invalid', message });
  const sound = rows.flatMap(({ request, choice }, i) => {
    if (faults.has(i)) return [];
    const { date } = dayFor(dates, request.startMs);
    return [{ index: i, date, isChosen: choice !== undefined }];
  });
  for (const wave of wavesOf(sound))
    await inOrder(wave, async (i) => settle(i, await importRow(into, location, rows[i]!)));
  return outcomes;
}

/** Rejected rows are not unmet demand: the other system had accepted them. */
function withoutDemand(app: App): App {
  const { bookings } = app.storage;
  return amendingBy(app, (scope, rule) =>
    bookings.amend(scope, (snapshot) => {
      const { refusal: _, ...amendment } = rule(snapshot);
      return amendment;
    }),
  );
}

function importRow(
  app: App,
  location: Location,
  { request, choice, isCancelled = false }: ImportRow,
): Promise<ImportOutcome> {
  if (isCancelled) return lookUp(app, location, request);
  return createBooking(app, 'operator', location.id, request, choice);
}

/** Whether a cancelled row is known here. Saves no data. */
function lookUp(
  app: App,
  { id }: Location,
  { startMs, idempotencyKey }: ImportRow['request'],
): Promise<ImportOutcome> {
  return takeStep<ImportOutcome>(app, { caller: 'operator', locationId: id }, (at) => ({
    ...groundOf(at.location, dayFor(at, startMs), { held: null, named: { idempotencyKey }, range: at.range }),
    rule: ({ named }) => ({
      result: named ? { kind: 'replayed', booking: found(named) } : { kind: 'absent' },
    }),
  }));
}

/** The faults of rows that can be found without the diary, by row index. */
function faultsOf(rows: readonly ImportRow[], location: Location): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  const keys = new Set<string>();
  for (const [i, { request, choice }] of rows.entries()) {
    try {
      const { idempotencyKey } = soundRequest(request, 'operator');
      if (idempotencyKey === null) invalid('idempotencyKey is missing');
      if (keys.has(idempotencyKey))
        invalid('another row has the same idempotencyKey: each row must have its own');
      keys.add(idempotencyKey);
      if (choice) assertChoice(choice, location.floorPlan);
    } catch (error) {
      if (!BookingError.is(error) || error.code !== 'invalid_request') throw error;
      faults.set(i, error.message);
    }
  }
  return faults;
}

interface DatedRow {
  /** Its index among all rows. */
  readonly index: number;
  readonly date: LocalDate;
  /** Whether it names its tables. */
  readonly isChosen: boolean;
}

/** Indexes of rows that are imported one after another. */
type RowSequence = readonly number[];

/**
 * Independent sequences, in waves to be done one after another: independent of timing, and yet concurrent, so that steps share transactions.
 *
 * Rows of a service date are imported one after another: those with chosen tables first, since they have no alternative, then the others, in the
 * given order. Service dates are imported concurrently only if they have no instant in common, so the result of a row does not depend on
 * concurrent rows.
 */
function wavesOf(rows: readonly DatedRow[]): readonly (readonly RowSequence[])[] {
  const dates = Map.groupBy(rows, ({ date }) => date);
  const waves = Array.from({ length: DAYS_APART }, (): RowSequence[] => []);
  for (const date of [...dates.keys()].toSorted()) {
    const sequence = dates.get(date)!.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
    waves[Math.abs(daysBetween(EPOCH, date)) % DAYS_APART]!.push(sequence.map(({ index }) => index));
  }
  return waves;
}

/** The longest period, turn and buffer of a plan end within four days of midnight, and bookings that can make room end one date before and after. */
const DAYS_APART = 6;
const EPOCH: LocalDate = '1970-01-01';

/** Concurrent sequences. */
const AT_ONCE = 64;

/** Runs the sequences, each in order and many concurrently. After a failure no further row is begun, and those in progress are completed. */
async function inOrder(
  sequences: readonly RowSequence[],
  work: (index: number) => Promise<void>,
): Promise<void> {
  const waiting = sequences.values();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const sequence of waiting)
      for (const index of sequence) {
        if (hasFailed) return;
        await work(index).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
