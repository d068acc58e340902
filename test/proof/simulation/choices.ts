/** Parties and times: the choices of all actors in the simulation. */
import { fixtures } from '@bord/engine/testing';
import { DAY_MS, QUARTER_MS, utcDateOf } from './instants.ts';
import { NOBODY } from './mail-server.ts';
import type { World } from './world.ts';

/** For so many days they book ahead. */
const DAYS = 3;
export const GUESTS = 40;

export const acme = fixtures.aCaller();
export const hotel = fixtures.aCaller({ keyId: 'h', partner: 'hotel' });

/** Where sandbox keys may book. */
export const DEMO_ID = fixtures.OTHER_LOCATION_ID;

export type Wanted = Pick<World, 'dice' | 'nowMs'>;

/** Some quarter of an hour within the next days, rarely before now. */
export function anyStart({ dice, nowMs }: Wanted): number {
  const dayMs = nowMs() - (nowMs() % DAY_MS) + dice.roll(DAYS) * DAY_MS;
  return dayMs + (40 + dice.roll(42)) * QUARTER_MS;
}

export const anySize = ({ dice }: Wanted): number => 1 + dice.roll(4);

export const anyDate = ({ dice, nowMs }: Wanted): string => utcDateOf(nowMs() + dice.roll(DAYS) * DAY_MS);

export function anyEmail({ dice }: Wanted): string {
  const number = dice.roll(GUESTS);
  return number === 0 ? NOBODY : `guest${number}@example.com`;
}

export function anyMove(world: Wanted): { startMs?: number; partySize?: number } {
  const to = { startMs: anyStart(world), partySize: anySize(world) };
  return world.dice.pick([to, { startMs: to.startMs }, { partySize: to.partySize }]);
}
