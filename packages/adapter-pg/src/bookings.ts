import {
  type DiaryRow,
  isPending,
  type Amendment,
  type BookingPageRequest,
  type BookingStore,
  type DiaryScope,
  type Interval,
  type KeyHolds,
  type LocalDate,
  type Rule,
  toKeyHolds,
  type Visibility,
  type Row,
} from '@bord/engine/storage';
import { dateParameter, type DiaryEntry, fromRow, instant, toDiaryBooking } from './rows.ts';
import { pgChanges } from './booking-changes.ts';
import type { Groups, Step } from './step-groups.ts';
import type { Query } from './connection.ts';
import { pgRefusals } from './refusals.ts';

/** Bookings and their tables. The functions `open_snapshot`, `save_snapshot` and `read_diary` of the schema do the work. */
export function pgBookings(query: Query, steps: Groups<Step>): BookingStore {
  const read = bookingReader(query);
  return {
    amend: <R>(scope: DiaryScope, rule: Rule<R>) => steps.run<Amendment<R>>({ scope, rule }),

    async diary(locationId: string, { startMs, endMs }: Interval) {
      const [row] = await query<{ diary: string }>('SELECT bord.read_diary($1, $2, $3) AS diary', [
        locationId,
        instant(startMs),
        instant(endMs),
      ]);
      return (JSON.parse(`[${row!.diary}]`) as DiaryEntry[]).map(toDiaryBooking);
    },

    async find(bookingId: string, visibility: Visibility | null) {
      const [booking] =
        visibility === null
          ? await read('id = $1', [bookingId])
          : await read('id = $1 AND ($2::text IS NULL OR channel = $2) AND location_id::text = ANY ($3)', [
              bookingId,
              visibility.channel,
              visibility.locationIds,
            ]);
      return booking ?? null;
    },

    async liveCreatedBefore(locationId: string, createdMs: number, limit: number) {
      const rows = await query<{ id: string }>(LIVE_CREATED, [locationId, instant(createdMs), limit]);
      return rows.map(({ id }) => id);
    },

    async pending(locationId: string | null) {
      const rows = await read(`${PENDING} AND ($1::uuid IS NULL OR location_id = $1) ORDER BY id`, [
        locationId,
      ]);
      return rows.filter(isPending);
    },

    ...pgRefusals(query),

    changes: pgChanges(query),

    page: (locationId: string, { serviceDate, after, limit }: BookingPageRequest) =>
      read(PAGE, [
        locationId,
        serviceDate === undefined ? null : dateParameter(serviceDate),
        after?.serviceDate ?? '-infinity',
        after ? instant(after.startMs) : '-infinity',
        after ? instant(after.createdMs) : '-infinity',
        after?.id ?? '',
        limit,
      ]),

    list: (locationId: string, serviceDate?: LocalDate) =>
      serviceDate === undefined
        ? read('location_id = $1 ORDER BY starts_at, created_at', [locationId])
        : read('location_id = $1 AND service_date = $2 ORDER BY starts_at, created_at', [
            locationId,
            dateParameter(serviceDate),
          ]),
  };
}

/** Exported for the test of its cost. */
export const PAGE = `
  location_id = $1 AND ($2::date IS NULL OR service_date = $2) AND (service_date, starts_at, created_at, id) > ($3, $4, $5, $6)
  ORDER BY service_date, starts_at, created_at, id LIMIT $7`;

const PENDING = `terms IS NOT NULL AND kind <> 'booking' AND status = 'confirmed'`;

const LIVE_CREATED = `
  SELECT id FROM bord.bookings WHERE location_id = $1 AND status = 'confirmed' AND kind = 'booking' AND created_at < $2
  ORDER BY created_at LIMIT $3`;

export function bookingReader(query: Query) {
  return async (where: string, values: readonly unknown[]): Promise<DiaryRow[]> => {
    const rows = await query<{ booking: Row }>(
      `SELECT row_to_json(bookings) AS booking FROM bord.bookings WHERE ${where}`,
      values,
    );
    return rows.map(({ booking }) => fromRow(booking));
  };
}

/** Locks the holds of a location, and reads what counts for API keys and networks. */
export async function openHolds(query: Query, locationId: string, fromMs: number): Promise<KeyHolds> {
  const of = [locationId, instant(fromMs)];
  const [row] = await query<{ holds: string }>('SELECT bord.open_holds($1, $2) AS holds', of);
  return toKeyHolds(JSON.parse(row!.holds) as [string, string, number | null][]);
}
