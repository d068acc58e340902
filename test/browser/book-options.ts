/** A restaurant with a booking page, for browsers. */
import { fileNameOf } from '@bord/adapter-http/files';
import { type BookingPage, definePlan } from '@bord/engine';
import type { GuestRuntimeOptions } from './guest-runtime.ts';

export const FIRST = '/book/sjobaren?lang=en&date=2026-12-04';
/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const TABLES = Array.from({ length: 16 }, (_, i) => ({
  id: `T${i}`,
  seatsMin: 1,
  seatsMax: 4,
  area: i % 2 === 0 ? 'terrace' : 'hall',
}));

export function bookOptions(page: Partial<BookingPage> = {}): GuestRuntimeOptions {
  const plan = definePlan({
    name: 'Sjöbaren',
    alias: 'sjobaren',
    timeZone: 'Europe/Stockholm',
    language: 'sv',
    contact: {
      address: 'Strandvägen 1, 114 56 Stockholm',
      phone: '08-123 45 67',
      email: 'hej@sjobaren.example',
    },
    brand: { colour: '#7a1f2b' },
    areas: [
      { id: 'terrace', name: 'Terrassen' },
      { id: 'hall', name: 'Salen' },
    ],
    tables: TABLES,
    servicePeriods: [
      { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
    ],
    bookingPage: {
      areas: 'choose',
      email: 'optional',
      text: 'Fisk vid vattnet.',
      picture: `/files/${fileNameOf(PICTURE)}`,
      ...page,
    },
  });
  const files = { getItemRaw: async () => PICTURE, setItemRaw: async () => undefined };
  return { plan, pages: { bookingPage: true, files } };
}
