/** Members, guests and deposits: `node src/main.ts`. */
import { sqliteStorage } from '@bord/adapter-sqlite';
import { addDays, createEngine, definePlan, instantOf, localDateAt } from '@bord/engine';
import { depositForLargeParties } from './deposits.ts';
import { membersFirst } from './members.ts';

// The integrator's system.
const members = new Set<unknown>(['alva']);
const deposits = new Set<unknown>();

const storage = sqliteStorage({ path: ':memory:', migrate: true });
const engine = createEngine({
  storage,
  policies: [
    membersFirst(async (subject) => members.has(subject)),
    depositForLargeParties(async (subject) => deposits.has(subject)),
  ],
});
const plan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [
    { id: 'T1', seatsMax: 10 },
    { id: 'T2', seatsMax: 4 },
  ],
  servicePeriods: [
    { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
  ],
  horizonDays: 90,
});
const { location } = await engine.operator.locations.apply(plan, null);
const { key } = await engine.operator.keys.create({ partner: 'hotel-nord', locationIds: [location.id] });
const caller = await engine.authenticate(key);

async function book(subject: string, inDays: number, partySize: number): Promise<void> {
  const partner = engine.partner(caller, { subject });
  const date = addDays(localDateAt(location.timeZone, Date.now()), inDays);
  const startMs = instantOf(location.timeZone, date, 19 * 60);
  const { answer } = await partner.readAvailability(location.id, { date, partySize });
  const isShown = answer.slots.some((slot) => slot.startMs === startMs && slot.available);
  const guest = { name: subject, email: `${subject}@example.com` };
  const outcome = await partner.createBooking(location.id, { startMs, partySize, guest });
  const result = outcome.kind === 'refused' ? `${outcome.policy}: ${outcome.message}` : outcome.kind;
  console.log(`${subject}, ${partySize} in ${inDays} days: ${isShown ? 'shown' : 'not shown'}, ${result}`);
}

await book('alva', 45, 2);
await book('maja', 45, 2);
await book('maja', 20, 2);
await book('maja', 20, 8);
deposits.add('otto');
await book('otto', 20, 8);

engine.detach();
await storage.close();
