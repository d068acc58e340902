/** 500 locations of a group: `node src/main.ts` */
import { sqliteStorage } from '@bord/adapter-sqlite';
import { addDays, createEngine, definePlan, localDateAt } from '@bord/engine';

const storage = sqliteStorage({ path: ':memory:', migrate: true });
const engine = createEngine({ storage });

const plans = Array.from({ length: 500 }, (_, i) => ({
  // The alias identifies the location when the list is applied again.
  locationId: null,
  plan: definePlan({
    name: `Bistro ${i + 1}`,
    alias: `bistro-${i + 1}`,
    timeZone: 'Europe/Stockholm',
    tables: [
      { id: 'T1', seatsMax: 2 },
      { id: 'T2', seatsMax: 4 },
    ],
    servicePeriods: [
      { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
    ],
  }),
}));

// One transaction: all of them, or none.
const applied = await engine.operator.locations.apply(plans);
console.log(`${applied.filter(({ created }) => created).length} locations created`);
const again = await engine.operator.locations.apply(plans);
console.log(`${again.filter(({ location }) => location.revision > 1).length} changed by the same list`);

const faulty = plans.map((one, i) => (i === 7 ? { ...one, plan: { ...one.plan, horizonDays: -1 } } : one));
await engine.operator.locations.apply(faulty).catch((error: Error) => console.log(error.message));

const { key } = await engine.operator.keys.create({
  partner: 'group-app',
  locationIds: applied.map(({ location }) => location.id),
});
const partner = engine.partner(await engine.authenticate(key));
const date = addDays(localDateAt('Europe/Stockholm', Date.now()), 1);
// A search asks up to 50 locations: those near the guest, for example.
const found = await partner.searchAvailability({
  locationIds: applied.slice(0, 50).map(({ location }) => location.id),
  date,
  partySize: 2,
});
console.log(`${found.filter(({ slots }) => slots.length > 0).length} of 50 have a table for 2`);

engine.detach();
await storage.close();
