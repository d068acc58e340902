/** The restaurant of the simulation with its plan, and the plan's rules for independent computations. */
import type { LocationPlan } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { addUtcDays, DAY_MS, HOUR_MS, MINUTE_MS } from './instants.ts';

const TABLES = [
  { id: 'A', seatsMax: 4 },
  { id: 'B', seatsMax: 4 },
  { id: 'C', seatsMax: 2 },
] as const;

/** It is put up for a while, and taken away. */
const ONE_MORE = { id: 'D', seatsMax: 4 };

const floorPlanOf = (tables: readonly Table[]): LocationPlan['floorPlan'] => ({
  tables: tables.map(({ id, seatsMax }) => fixtures.aTable(id, { seatsMax })),
  combinations: [],
  wastedSeatsMax: null,
});

/** Three tables, open daily from 11 to 22 by the clock of Stockholm, in a week without a clock change. */
export const FLOOR_PLAN = floorPlanOf(TABLES);
export const WITH_TABLE = floorPlanOf([...TABLES, ONE_MORE]);
export const PLAN = fixtures.aPlan({ floorPlan: FLOOR_PLAN });
/** Two stay as long as four. */
export const LONG_TURNS: LocationPlan['turnTimes'] = [{ partyMax: null, turnMinutes: 120 }];

interface Table {
  readonly id: string;
  readonly seatsMax: number;
}

/** The rules of a restaurant for independent computations. */
export interface Rules {
  readonly tables: readonly Table[];
  readonly turnMsOf: (partySize: number) => number;
  readonly isClosed: (date: string) => boolean;
}

/** The rules of a plan: its closures are whole dates, its tables are not combined. */
export function rulesOf({ floorPlan, turnTimes, closures }: LocationPlan): Rules {
  return {
    tables: floorPlan.tables.map(({ id, seatsMax }) => ({ id, seatsMax })),
    turnMsOf(partySize) {
      const band = turnTimes.find(({ partyMax }) => partyMax === null || partySize <= partyMax);
      return band!.turnMinutes * MINUTE_MS;
    },
    isClosed: (date) => closures.some(({ from, to }) => from <= date && date <= to),
  };
}

const OPENS_MS = 10 * HOUR_MS; // of the date in UTC
const CLOSES_MS = 21 * HOUR_MS;
const STEP_MS = 15 * MINUTE_MS;
/** Stockholm is an hour ahead. */
const OFFSET_MS = HOUR_MS;

/** The length of an offer, and the time before its start from which a party keeps its table. */
export const OFFER_MS = 30 * MINUTE_MS;
export const FREEZE_MS = 60 * MINUTE_MS;

/** All times of a date for a party of a size, past ones included. */
export function startsOn(rules: Rules, date: string, partySize: number): readonly number[] {
  if (rules.isClosed(date)) return [];
  const midnightMs = Date.parse(date);
  const starts: number[] = [];
  const lastMs = midnightMs + CLOSES_MS - rules.turnMsOf(partySize);
  for (let startMs = midnightMs + OPENS_MS; startMs <= lastMs; startMs += STEP_MS) starts.push(startMs);
  return starts;
}

/** The calendar date, from midnight to midnight in Stockholm: what a step on the date locks and reads. */
export function dayOf(date: string): { readonly startMs: number; readonly endMs: number } {
  const startMs = Date.parse(date) - OFFSET_MS;
  return { startMs, endMs: startMs + DAY_MS };
}

/** The dates on which the restaurant is open at some instant of an interval. */
export function openDates(startMs: number, endMs: number): readonly string[] {
  const dates: string[] = [];
  const first = new Date(startMs).toISOString().slice(0, 10);
  for (let date = first; Date.parse(date) + OPENS_MS < endMs; date = addUtcDays(date, 1))
    if (startMs < Date.parse(date) + CLOSES_MS) dates.push(date);
  return dates;
}
