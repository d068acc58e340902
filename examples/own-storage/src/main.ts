/** Books a table in a JSON file, and prints the day: `node src/main.ts FILE.json` */
import { addDays, createEngine, definePlan, instantOf, localDateAt } from '@bord/engine';
import { fileStorage } from './storage.ts';

const storage = fileStorage({ path: process.argv[2] ?? 'bord.json' });
const engine = createEngine({ storage });
const plan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seatsMax: 4 }],
  servicePeriods: [
    { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
  ],
});
const { location } = await engine.operator.locations.apply(plan, null);
const tomorrow = addDays(localDateAt(location.timeZone, Date.now()), 1);
const outcome = await engine.operator.at(location.id).bookings.create({
  startMs: instantOf(location.timeZone, tomorrow, 19 * 60),
  partySize: 4,
  guest: { name: 'Alva Lind' },
});
console.log(outcome.kind === 'refused' ? `refused: ${outcome.reason}` : outcome.kind);
for (const { tables, guest } of await engine.operator.at(location.id).bookings.list({ date: tomorrow }))
  console.log(`${tomorrow} 19:00  ${tables.join('+')}  ${guest.name}`);

engine.detach();
await storage.close();
