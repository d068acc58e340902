/** The partner API at `/partners` of a Fastify server: `node src/main.ts` */
import { createPartnerApi } from '@bord/adapter-http';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { addDays, createEngine, definePlan, instantOf, localDateAt } from '@bord/engine';
import Fastify from 'fastify';

const storage = sqliteStorage({ path: ':memory:', migrate: true });
const engine = createEngine({ storage });
const api = createPartnerApi({ engine, basePath: '/partners' });

const app = Fastify();
app.post('/echo', async ({ body }) => body);
await app.register(async (scope) => {
  // Bord reads the bodies itself.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/partners/*', async ({ raw }, reply) => {
    reply.hijack();
    await api.listener(raw, reply.raw);
  });
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });

const plan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seatsMax: 4 }],
  servicePeriods: [
    { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
  ],
});
const { location } = await engine.operator.locations.apply(plan, null);
const { key } = await engine.operator.keys.create({ partner: 'hotel-nord', locationIds: [location.id] });

const date = addDays(localDateAt(location.timeZone, Date.now()), 1);
const startsAt = new Date(instantOf(location.timeZone, date, 19 * 60)).toISOString();
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const body = JSON.stringify({ startsAt, partySize: 2, name: 'Alva Lind', email: 'alva@example.com' });
const bookings = `${url}/partners/locations/${location.id}/bookings`;
const booked = await fetch(bookings, { method: 'POST', headers, body });
console.log(`booking: ${booked.status}`);
const again = await fetch(bookings, { method: 'POST', headers, body });
console.log(`the same table again: ${again.status}`);
const echo = await fetch(`${url}/echo`, { method: 'POST', headers, body: '{"own":true}' });
console.log(`a route of the host: ${await echo.text()}`);

api.drain();
await app.close();
engine.detach();
await storage.close();
