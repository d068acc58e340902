/**
 * Shows the times of tomorrow, books a table for two, reads the booking and cancels it.
 *
 *     BORD_KEY=bord_test_… node src/main.ts
 */
import { partnerClient } from './client.ts';

const {
  BORD_KEY: key,
  BORD_URL: baseUrl = 'http://127.0.0.1:3000/v1/partner-api',
  BORD_LOCATION: locationId = '00000000-0000-4000-8000-00000000d311',
} = process.env;
if (!key) {
  console.error('BORD_KEY is missing: npx bord sandbox key --email you@example.com --system "My app"');
  process.exit(2);
}

const client = partnerClient({ baseUrl, key });
const partySize = 2;
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

const { slots, timezone } = await client.times(locationId, tomorrow, partySize);
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, timeStyle: 'short' });
const show = (instant: string): string => clock.format(new Date(instant));
const free = slots.filter(({ available }) => available).map(({ slot }) => slot);
console.log(`${tomorrow}, ${timezone}: ${free.map(show).join(' ') || 'nothing is free'}`);

// A time that is shown may be gone a moment later: then the next one is tried.
for (const startsAt of free.filter((slot) => show(slot) >= '18:00')) {
  const outcome = await client.book(locationId, {
    startsAt,
    partySize,
    name: 'Alva Lind',
    email: 'alva@example.com',
    partnerBookingRef: 'example-1',
    lang: 'en',
  });
  if (outcome.kind === 'refused') {
    console.log(`${show(startsAt)} is gone (${outcome.reason})`);
    continue;
  }
  const { id } = outcome.booking;
  console.log(`Booked ${id} for ${partySize} at ${show(startsAt)}`);
  console.log(`It is ${(await client.read(id))?.status}`);
  await client.cancel(id);
  console.log(`It is ${(await client.read(id))?.status}`);
  break;
}
