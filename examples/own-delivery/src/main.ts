/** Books a table, and delivers what follows from it: `MAIL_URL=http://… node src/main.ts` */
import { randomBytes } from 'node:crypto';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { addDays, createEngine, definePlan, instantOf, localDateAt } from '@bord/engine';
import { createBus } from './bus.ts';
import { providerMailer } from './mails.ts';

const bus = createBus();
const mailer = providerMailer({
  url: process.env['MAIL_URL'] ?? 'http://127.0.0.1:4001/mails',
  token: process.env['MAIL_TOKEN'] ?? '',
  from: 'Bord <no-reply@example.se>',
  publicUrl: 'https://boka.example.se',
});
const storage = sqliteStorage({ path: ':memory:', migrate: true });
// The key encrypts signing secrets and makes the guests' links: a real one is made once and kept.
const engine = createEngine({ storage, mailer, webhooks: bus.webhooks, secretKeys: [randomBytes(32)] });

const plan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seatsMax: 4 }],
  servicePeriods: [
    { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
  ],
});
const { location } = await engine.operator.locations.apply(plan, null);
const { secret } = await engine.operator.webhooks.add({ partner: 'hotel-nord', url: 'bus:hotel-nord' });
bus.subscribe('hotel-nord', secret, ({ type, data }) =>
  console.log(`bus: ${type}, party of ${data.partySize}`),
);

const { key } = await engine.operator.keys.create({ partner: 'hotel-nord', locationIds: [location.id] });
const hotel = engine.partner(await engine.authenticate(key));
const tomorrow = addDays(localDateAt(location.timeZone, Date.now()), 1);
const outcome = await hotel.createBooking(location.id, {
  startMs: instantOf(location.timeZone, tomorrow, 19 * 60),
  partySize: 4,
  guest: { name: 'Alva Lind', email: 'alva@example.com', language: 'sv' },
});
console.log(outcome.kind);

// A server calls startDelivering() once and stops it at its end; a program that runs now and then delivers what is due.
console.log(`${await engine.background.deliverDue()} delivered or tried`);

engine.detach();
await mailer.close();
await storage.close();
