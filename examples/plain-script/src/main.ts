/** A plan, the free times, a booking, the day: `node src/main.ts [FILE.db]`. */
import { sqliteStorage } from '@bord/adapter-sqlite';
import { addDays, createEngine, definePlan, instantOf, localDateAt, localText } from '@bord/engine';

// In memory unless a file is named: then the bookings of yesterday are still there tomorrow.
const storage = sqliteStorage({ path: process.argv[2] ?? ':memory:', migrate: true });
const engine = createEngine({ storage });

const plan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [
    { id: 'T1', seatsMax: 2 },
    { id: 'T2', seatsMin: 2, seatsMax: 4, area: 'window' },
  ],
  servicePeriods: [
    {
      name: 'Dinner',
      weekdays: [1, 2, 3, 4, 5, 6, 7], // 1 is Monday
      opensMinute: 17 * 60, // minutes of the day, by the restaurant's own clock
      closesMinute: 23 * 60,
      slotStepMinutes: 60,
    },
  ],
});
const { location } = await engine.operator.locations.apply(plan, null); // null: the location of this name, or a new one

const clock = (ms: number): string =>
  localText(ms, { locale: 'en-GB', timeZone: location.timeZone, timeStyle: 'short' });
const tomorrow = addDays(localDateAt(location.timeZone, Date.now()), 1);
const { bookings } = engine.operator.at(location.id);

/** The times at which so many can come, as instants. */
async function freeTimes(partySize: number): Promise<number[]> {
  const { answer } = await bookings.availability({ date: tomorrow, partySize });
  return answer.slots.filter(({ available }) => available).map(({ startMs }) => startMs);
}

console.log(`Free for four: ${(await freeTimes(4)).map(clock).join(', ') || 'nothing'}`);

const outcome = await bookings.create({
  startMs: instantOf(location.timeZone, tomorrow, 19 * 60),
  partySize: 4,
  guest: { name: 'Alva Lind' },
  idempotencyKey: `alva-${tomorrow}`, // the same key is the same booking, however often it is asked for
});
// A full restaurant is an expected outcome, not an error.
console.log(`Alva Lind: ${outcome.kind === 'refused' ? outcome.reason : outcome.kind}`);
console.log(`Free for four now: ${(await freeTimes(4)).map(clock).join(', ') || 'nothing'}`);

console.log(`\n${location.name}, ${tomorrow}`);
for (const { startMs: fromMs, endMs, partySize, tables, guest } of await bookings.list({
  date: tomorrow,
}))
  console.log(`${clock(fromMs)}–${clock(endMs)}  ${partySize}  ${tables.join('+')}  ${guest.name}`);

engine.detach();
await storage.close();
