/** Calls the route handlers as Next.js does: `node src/main.ts` */
import { addDays, definePlan, instantOf, localDateAt } from '@bord/engine';
import { engine, storage } from './bord.ts';
import { GET, POST } from './route.ts';

const plan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seatsMax: 4 }],
  servicePeriods: [
    { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
  ],
});
const { location } = await engine.operator.locations.apply(plan, null);
const { key } = await engine.operator.keys.create({ partner: 'website', locationIds: [location.id] });

const date = addDays(localDateAt(location.timeZone, Date.now()), 1);
const base = `https://www.example.com/api/bord/locations/${location.id}`;
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

const availability = await GET(new Request(`${base}/availability?date=${date}&partySize=2`, { headers }));
console.log(`availability: ${availability.status}`);

const startsAt = new Date(instantOf(location.timeZone, date, 19 * 60)).toISOString();
const body = JSON.stringify({ startsAt, partySize: 2, name: 'Alva Lind', email: 'alva@example.com' });
const booked = await POST(new Request(`${base}/bookings`, { method: 'POST', headers, body }));
console.log(`booking: ${booked.status}`);

const unknown = await GET(new Request(`${base}/availability?date=${date}&partySize=2`));
console.log(`without a key: ${unknown.status}`);

engine.detach();
await storage.close();
