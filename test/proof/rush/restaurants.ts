/** A restaurant whose room is hard to search, full on one service date and with a long waitlist, and a quiet one on the same server. */
import { createEngine, definePlan, HOUR_MS, type LocationPlan, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { filledDay } from '../seating/filled-day.ts';
import { between, type Chance, chanceOf } from '../seating/random.ts';

const { aBooking, aPlan, aScope, aWaiting, aTable, FRIDAY_MS, LOCATION_ID, OTHER_LOCATION_ID } = fixtures;
const SLOT_MS = 15 * 60_000;
const OPENS_MS = FRIDAY_MS + 9 * HOUR_MS;
/** Starts from 9:00 to 20:45. */
const SLOTS = 44;
const CLASSES = 33;
const WAITING = 60;

/** 100 tables of 33 classes, and 60 pairs of them. */
function rushedPlan(): LocationPlan {
  const chance = chanceOf(CLASSES);
  const ranges = new Map<string, { readonly seatsMin: number; readonly seatsMax: number }>();
  while (ranges.size < CLASSES) {
    const seatsMin = between(chance, 1, 6);
    const seatsMax = Math.min(12, seatsMin + between(chance, 0, 6));
    ranges.set(`${seatsMin}-${seatsMax}`, { seatsMin, seatsMax });
  }
  const classes = [...ranges.values()];
  const tables = Array.from({ length: 100 }, (_, i) => aTable(`T${i}`, classes[i % CLASSES]));
  const combinations = Array.from({ length: 60 }, (_, i) => {
    const [one, other] = [tables[i]!, tables[i + 1]!];
    return { tables: [one.id, other.id], seatsMin: one.seatsMax, seatsMax: one.seatsMax + other.seatsMax };
  });
  return definePlan({
    name: 'Rushed',
    timeZone: 'UTC',
    tables,
    combinations,
    turnTimes: [
      { partyMax: 2, turnMinutes: 90 },
      { partyMax: 4, turnMinutes: 120 },
      { partyMax: 6, turnMinutes: 150 },
      { partyMax: null, turnMinutes: 180 },
    ],
    servicePeriods: [
      { name: 'dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 9 * 60, closesMinute: 24 * 60 },
    ],
    horizonDays: 36_500,
  });
}

/** A start of the date: the first one again after the last. */
export function startOf(nth: number): number {
  return OPENS_MS + (nth % SLOTS) * SLOT_MS;
}

/** Any party at any time. */
function aParty(chance: Chance) {
  const startMs = startOf(between(chance, 0, SLOTS - 1));
  const partySize = between(chance, 1, 8);
  return { startMs, endMs: startMs + turnMs(partySize), partySize, tableAccess: 'online' as const };
}

/** Both restaurants. */
export interface RushedRestaurants {
  readonly rushed: string;
  readonly quiet: string;
  /** Of a partner that sees both. */
  readonly key: string;
}

/** Fills a storage, which is closed afterwards. @param stepsMax of each search for room: the fewer, the quicker, and the less full is the restaurant */
export async function furnish(storage: Storage, stepsMax?: number): Promise<RushedRestaurants> {
  const engine = createEngine({ storage });
  const plan = rushedPlan();
  const { location } = await engine.operator.locations.apply(plan, LOCATION_ID);
  await engine.operator.locations.apply(aPlan({ horizonDays: 36_500 }), OTHER_LOCATION_ID);
  const chance = chanceOf(7);
  for (const { id, startMs, blockedUntilMs: endMs, partySize, tables, pinned } of filledDay(
    plan.floorPlan,
    chance,
    aParty,
    stepsMax,
  )) {
    const times = { startMs, endMs, blockedUntilMs: endMs };
    const booking = aBooking(`bk_${id}`, { ...times, partySize, tables, pinned, idempotencyKey: id });
    const scope = aScope(location, { named: { idempotencyKey: id } });
    await storage.bookings.amend(scope, () => ({ result: null, booking }));
  }
  for (let i = 0; i < WAITING; i++) {
    const { startMs, partySize } = aParty(chance);
    const id = `wt_${String(i).padStart(22, '0')}`;
    const times = { startMs, endMs: startMs + 60_000, blockedUntilMs: startMs + 60_000 };
    const guest = {
      name: `Guest ${i}`,
      email: `waiting-${i}@example.com`,
      phone: null,
      notes: null,
      language: null,
    };
    const rest = { channel: 'operator', partySize, guest, position: i + 1, keyId: null } as const;
    const booking = aWaiting(id, { ...times, ...rest, idempotencyKey: id });
    await storage.bookings.amend(aScope(location), () => ({ result: null, booking }));
  }
  const locationIds = [LOCATION_ID, OTHER_LOCATION_ID];
  const { key } = await engine.operator.keys.create({ partner: 'rush', locationIds, rateLimit: 1_000_000 });
  engine.detach();
  await storage.close();
  return { rushed: LOCATION_ID, quiet: OTHER_LOCATION_ID, key };
}

function turnMs(partySize: number): number {
  return (partySize <= 2 ? 90 : partySize <= 4 ? 120 : partySize <= 6 ? 150 : 180) * 60_000;
}
