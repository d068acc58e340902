import { type BookingStatus, type Location, parseInstant } from '@bord/engine';
import * as z from 'zod';
import { Failure } from '../output/failure.ts';
import { plain } from '../output/plain.ts';
import { readLanguage } from './read-language.ts';
import type { ReadRow, UnreadRow } from './read-row.ts';
import type { StatusMeaning } from './read-status.ts';

const MEANINGS = {
  confirmed: 'confirmed',
  cancelled: 'cancelled',
  completed: 'over',
  no_show: 'no-show',
} as const satisfies Record<BookingStatus, StatusMeaning>;

const instant = z.string().transform((text, context) => {
  const ms = parseInstant(text);
  if (ms === null) context.addIssue({ code: 'custom' });
  return ms ?? z.NEVER;
});

const BOOKINGS = z.array(
  z.object({
    id: z.string().min(1),
    startsAt: instant,
    partySize: z.number(),
    tables: z.array(z.string()),
    status: z.enum(['confirmed', 'cancelled', 'completed', 'no_show']),
    partnerBookingRef: z.string().nullable(),
    guest: z.object({
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      notes: z.string().nullable(),
      lang: z.string().nullable(),
    }),
  }),
);

/**
 * Reads the bookings of another Bord, as `bord bookings list --json` writes them, for one location. A row's line is its position in the list, from 1 on. A party
 * stays at its tables, unless `anyTable` is set.
 *
 * @throws Failure when the text is anything else
 */
export function readBookingsJson(
  name: string,
  text: string,
  location: Location,
  { anyTable, force }: { readonly anyTable: boolean; readonly force: boolean },
): readonly (ReadRow | UnreadRow)[] {
  const known = new Set(location.floorPlan.tables.map(({ id }) => id));
  return parsed(name, text).map(({ id, startsAt, partySize, tables, status, guest, ...booking }, i) => {
    const seen = { line: i + 1, number: id, partyText: String(partySize), nameText: guest.name };
    const read = { ...seen, startMs: startsAt, status: MEANINGS[status] };
    const missing = tables.find((table) => !anyTable && status === 'confirmed' && !known.has(table));
    if (missing !== undefined)
      return {
        ...read,
        fault: `there is no table ${plain(missing)} at ${plain(location.name)}: add it to the location file, or use --any-table`,
      };
    const { lang, ...rest } = guest;
    const request = {
      ...booking,
      startMs: startsAt,
      partySize,
      guest: { ...rest, language: readLanguage(lang ?? '') },
    };
    const isSeated = !anyTable && tables.length > 0 && status === 'confirmed';
    return { ...read, request, choice: isSeated ? { tables, force } : undefined, remark: null };
  });
}

function parsed(name: string, text: string): z.infer<typeof BOOKINGS> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Failure(`${name}: it is not JSON (${(error as Error).message}): export it again`);
  }
  const { data, error } = BOOKINGS.safeParse(value);
  if (data) return data;
  const where = error.issues[0]!.path.join('.');
  throw new Failure(`${name}: ${where} is not what bord bookings list --json writes: export it again`);
}
