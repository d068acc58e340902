/** A deterministic day of a full restaurant at 19:45: forty tables in three areas, two hundred bookings, and typical problems. */
import {
  type Booking,
  type DaySheet,
  type Location,
  MINUTE_MS,
  type Table,
  type VisitTimes,
} from '@bord/engine';
import { NO_VISIT } from '@bord/engine/adapters';
import { fixtures } from '@bord/engine/testing';

const SURNAMES =
  'Berg Lind Öberg Ek Åkesson Nyström Holm Dahl Sandvik Hansen Kjær Østergaard Haugen Moen Lund Virtanen Nowak Rossi Haddad Kowalczyk'.split(
    ' ',
  );
const LONG = 'Familjen von und zu Hohenstein-Wallenberg med vänner från Göteborgs segelsällskap';
const NOTES = [
  'Nut allergy, one guest',
  'Högstol, tack. Vi kommer med vagn och behöver plats vid bordet.',
  'Birthday: candle in the dessert',
  'Rullstol',
];
/** Minutes after midnight at which a table's parties come, before its own shift. */
const SITTINGS = [11 * 60 + 30, 13 * 60, 17 * 60, 18 * 60 + 45, 20 * 60 + 45];
const TURNS = [75, 75, 90, 105, 105];

/** Minutes after midnight of the fixtures' Friday, in Stockholm. */
export const minuteMs = (minute: number): number =>
  Date.parse(`${fixtures.FRIDAY}T00:00:00+01:00`) + minute * MINUTE_MS;

/** The sheet; up to five bookings a table. */
export function busySheet(tableCount = 40, nowMinute = 19 * 60 + 42): DaySheet {
  const tables = Array.from({ length: tableCount }, (_, i) => tableAt(i));
  const bookings = tables
    .flatMap((table, i) => SITTINGS.map((start, sitting) => bookingAt(table, i, start, sitting, nowMinute)))
    .map((booking, i) => ({ ...booking, id: `bk_${String(i).padStart(4, '0')}` }));
  const spoilt = bookings
    .map((booking, i) => withTrouble(booking, i, tables))
    .toSorted((a, b) => a.startMs - b.startMs);
  const location: Location = {
    ...fixtures.aPlan({
      name: 'Bistro Nord',
      floorPlan: { tables, combinations: [], wastedSeatsMax: null },
      servicePeriods: [
        fixtures.aPeriod({ name: 'Lunch', opensMinute: 11 * 60 + 30, closesMinute: 14 * 60 + 30 }),
        fixtures.aPeriod({
          name: 'Dinner',
          opensMinute: 17 * 60,
          closesMinute: 24 * 60,
          lastSeatingMinute: 22 * 60,
        }),
      ],
      pacing: { coversPerStep: 40, partiesPerStep: null },
    }),
    id: fixtures.LOCATION_ID,
    revision: 1,
  };
  const block = {
    id: 'bl_1',
    table: tables.at(-1)!.id,
    startMs: minuteMs(17 * 60),
    endMs: minuteMs(20 * 60 + 15),
    reason: 'wobbles',
  };
  return {
    location,
    date: fixtures.FRIDAY,
    nowMs: minuteMs(nowMinute),
    bookings: spoilt,
    others: [],
    blocks: [block],
  };
}

/** The day of a full bistro: 22 tables, of which five have parties beyond their end while the next party is due. */
export function overrunSheet(): DaySheet {
  const { bookings, ...sheet } = busySheet(22);
  const known = new Set(sheet.location.floorPlan.tables.map(({ id }) => id));
  const own = bookings.filter(({ tables }) => tables.length < 2 && tables.every((id) => known.has(id)));
  const nextOf = ({ tables }: Booking): Booking | undefined =>
    own.find((one) => one.startMs > sheet.nowMs && one.tables.join() === tables.join());
  const late = own
    .filter(({ visit, endMs }) => visit.seatedMs !== null && visit.leftMs === null && endMs > sheet.nowMs)
    .filter((one) => nextOf(one))
    .slice(0, 5);
  const next = new Set(late.map(nextOf));
  const ended = { endMs: minuteMs(19 * 60 + 10), blockedUntilMs: minuteMs(19 * 60 + 20) };
  const all = own.map((one) => {
    if (late.includes(one)) return { ...one, ...ended };
    return next.has(one) ? { ...one, startMs: minuteMs(19 * 60 + 40) } : one;
  });
  return { ...sheet, bookings: all.toSorted((a, b) => a.startMs - b.startMs), blocks: [] };
}

function tableAt(i: number): Table {
  const area = i < 14 ? 'Window' : i < 30 ? 'Hall' : 'Terrace';
  const id = `${area.slice(0, 1)}${i + 1}`;
  const seatsMax = [2, 2, 4, 4, 6, 8][i % 6]!;
  const when = i === 33 ? [{ periods: ['Lunch'] }] : undefined;
  return fixtures.aTable(id, { area, seatsMin: seatsMax > 4 ? 3 : 1, seatsMax, ...(when && { when }) });
}

function bookingAt({ id, seatsMax }: Table, i: number, start: number, sitting: number, now: number): Booking {
  const from = start + ((i * 7) % 3) * 15;
  const to = from + TURNS[sitting]!;
  const name = SURNAMES[(i * 5 + sitting * 7) % SURNAMES.length]!;
  const notes = (i + sitting) % 7 === 3 ? NOTES[(i + sitting) % NOTES.length]! : null;
  const partySize = Math.max(1, seatsMax - ((i + sitting) % 3));
  const phone = `+46 70 ${String(1000000 + i * 4321 + sitting).replace(/(\d{3})(\d{2})(\d{2})/, '$1 $2 $3')}`;
  return fixtures.aBooking('', {
    startMs: minuteMs(from),
    endMs: minuteMs(to),
    blockedUntilMs: minuteMs(to + 10),
    partySize,
    tables: [id],
    guest: { name, notes, email: null, phone, language: null },
    visit: visitAt(from, to, now, i),
  });
}

/** As it would have gone: here a little early, seated on time, gone when the time was up. */
function visitAt(from: number, to: number, now: number, i: number): VisitTimes {
  if (to <= now)
    return { arrivedMs: minuteMs(from - 3), seatedMs: minuteMs(from), leftMs: minuteMs(to - (i % 9)) };
  if (from <= now) return { arrivedMs: minuteMs(from - 3), seatedMs: minuteMs(from + (i % 4)), leftMs: null };
  return from - now < 10 ? { ...NO_VISIT, arrivedMs: minuteMs(now - 2) } : NO_VISIT;
}

/** One long name, one from right to left, one erased; late, over the time, joined, without a table, at a table that is gone; no-show, cancelled. */
function withTrouble(booking: Booking, i: number, tables: readonly Table[]): Booking {
  const named = (name: string): Booking => ({ ...booking, guest: { ...booking.guest, name } });
  if (i === 3) return named(LONG);
  if (i === 8) return named('شركة محمد عبد الله');
  if (i === 13)
    return { ...named(''), guest: { name: '', notes: null, email: null, phone: null, language: null } };
  if (i === 18) return { ...booking, visit: NO_VISIT };
  if (i === 22)
    return {
      ...booking,
      endMs: minuteMs(19 * 60 + 25),
      blockedUntilMs: minuteMs(19 * 60 + 35),
      visit: { arrivedMs: booking.startMs, seatedMs: booking.startMs, leftMs: null },
    };
  if (i === 23)
    return {
      ...booking,
      startMs: minuteMs(20 * 60),
      tables: [],
      visit: { ...NO_VISIT, arrivedMs: minuteMs(19 * 60 + 31) },
    };
  if (i === 24) return { ...booking, tables: [] };
  if (i === 39) return { ...booking, tables: [tables[7]!.id, tables[8 % tables.length]!.id], partySize: 9 };
  if (i === 44) return { ...booking, status: 'no_show' };
  if (i === 49) return { ...booking, status: 'cancelled' };
  if (i === 54) return { ...booking, tables: ['old 9'] };
  return booking;
}
