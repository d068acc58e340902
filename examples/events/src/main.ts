/** Books, moves and cancels, and prints the host's table: `node src/main.ts [HOST.db] [BORD.db]`. */
import { setTimeout as pause } from 'node:timers/promises';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { addDays, createEngine, definePlan, instantOf, localDateAt } from '@bord/engine';
import SqliteDatabase from 'better-sqlite3';
import { copyEvents, createTable } from './copy-events.ts';

const host = new SqliteDatabase(process.argv[2] ?? ':memory:');
const storage = sqliteStorage({ path: process.argv[3] ?? ':memory:', migrate: true });
const engine = createEngine({ storage });
createTable(host);
await engine.events({ name: 'copy' }); // from here on no change is missed
const copied = copyEvents(engine, host);

const plan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seatsMax: 4 }],
  servicePeriods: [
    { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
  ],
});
const { location } = await engine.operator.locations.apply(plan, null);
const { bookings } = engine.operator.at(location.id);
const tomorrow = addDays(localDateAt(location.timeZone, Date.now()), 1);
const at = (hour: number): number => instantOf(location.timeZone, tomorrow, hour * 60);

const outcome = await bookings.create({ startMs: at(18), partySize: 2, guest: { name: 'Alva Lind' } });
if (outcome.kind !== 'booked') throw new Error(`the booking was ${outcome.kind}`);
const { id } = outcome.booking;
await bookings.move(id, { startMs: at(19) });
await bookings.edit(id, { notes: 'by the window' });
await bookings.cancel(id);

const rows = host.prepare<[string], { type: string; data: string }>(
  'SELECT type, data FROM booking_events WHERE booking_id = ? ORDER BY rowid',
);
while (rows.all(id).length < 4) await pause(20);
for (const { type, data } of rows.all(id)) {
  const { status, guest } = JSON.parse(data) as { status: string; guest: { name: string } };
  console.log(`${type}  ${status}  ${guest.name}`);
}

engine.detach(); // ends the loop
await copied;
await storage.close();
host.close();
