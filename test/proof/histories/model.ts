/**
 * A location on one date as a sequential state machine: the answer to a request, and the next state. Whether a request fits is found by trying
 * every arrangement of the tables, without code of the engine.
 */
import { definePlan, type LocationPlan } from '@bord/engine';
import { isPossible, waysToSeat } from '../seating/brute-force.ts';
import type { Request } from './history.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Three ways to be full, and small enough to try everything: two tables, which can be joined. */
export const PLAN: LocationPlan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'UTC',
  tables: [
    { id: 'T1', seatsMax: 2 },
    { id: 'T2', seatsMin: 2, seatsMax: 4 },
  ],
  combinations: [{ tables: ['T1', 'T2'], seatsMin: 5, seatsMax: 6 }],
  servicePeriods: [
    {
      name: 'Dinner',
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      opensMinute: 17 * 60,
      closesMinute: 24 * 60,
      lastSeatingMinute: 21 * 60,
      slotStepMinutes: 60,
    },
  ],
  turnTimes: [
    { partyMax: 2, turnMinutes: 90 },
    { partyMax: null, turnMinutes: 120 },
  ],
});

/** The starts that are offered on a date. */
export function startsOn(date: string): readonly number[] {
  const midnightMs = Date.parse(`${date}T00:00:00Z`);
  return [17, 18, 19, 20, 21].map((hour) => midnightMs + hour * HOUR_MS);
}

/** A party that somebody has booked or held for. */
export interface PartyState {
  readonly startMs: number;
  readonly partySize: number;
  readonly status: 'held' | 'released' | 'confirmed' | 'cancelled';
}

/** By the party's name. */
export type State = ReadonlyMap<string, PartyState>;

/** A party that takes a table. */
type Seated = Pick<PartyState, 'startMs' | 'partySize'>;

interface Outcome {
  readonly answer: string;
  /** The same object for an unchanged state. */
  readonly state: State;
}

/** The answers of a location on one date. */
export interface Model {
  readonly first: State;
  apply(state: State, request: Request): Outcome;
  /** Equal for equal states. */
  nameOf(state: State): string;
}

export const REFUSED = 'refused';
/** A booking that is cancelled cannot be moved. */
export const FINAL = 'final';

type PartyRequest = Extract<Request, { party: string }>;

/** An answer, and the next state of the party if it changes. */
type Ending = string | readonly [answer: string, after: PartyState];

/** A booking as it is read, moved and listed. */
export const shown = ({ status, startMs, partySize }: PartyState): string =>
  `${status} ${clock(startMs)} for ${partySize}`;

/** As its making is answered. */
export const made = (
  how: 'booked' | 'replayed',
  { status, startMs }: Omit<PartyState, 'partySize'>,
): string => `${how}: ${status} ${clock(startMs)}`;

export const held = (
  how: 'held' | 'held before',
  { startMs, partySize }: Omit<PartyState, 'status'>,
): string => `${how}: ${clock(startMs)} for ${partySize}`;

export const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);

/** The state of a party that is not listed or stored. */
export const NONE = 'none';

/** The slots that are available. */
export const free = (startsMs: readonly number[]): string => `free: ${startsMs.map(clock).join(' ') || NONE}`;

/** An answer after which everything is as it was before, whatever the state: a read, a refusal, a repetition. */
export function changesNothing(request: Request, answer: string): boolean {
  if (['read', 'availability', 'listed', 'stored'].includes(request.kind)) return true;
  return (
    answer === REFUSED ||
    answer === FINAL ||
    answer.startsWith('replayed') ||
    answer.startsWith('held before')
  );
}

/** @param plan whose parties may all be given other tables, and whose turns are 90 minutes for up to two and 120 for more */
export function modelOf(startsMs: readonly number[], plan: LocationPlan = PLAN): Model {
  const known = new Map<string, boolean>();

  /** @param except the party that asks, where it has a table already */
  function hasRoom(state: State, party: Seated, except?: string): boolean {
    const live = [...state].filter(
      ([id, { status }]) => id !== except && (status === 'held' || status === 'confirmed'),
    );
    const terms = ({ startMs, partySize }: Seated): string => `${startMs} ${partySize}`;
    const seated = live.map(([, one]) => one);
    const key = `${terms(party)}: ${seated.map(terms).toSorted().join()}`;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = fits(plan.floorPlan, seated, party);
      known.set(key, answer);
    }
    return answer;
  }

  /** The result of a request by a new party, or of a repeated one. */
  function begin(
    state: State,
    { kind, party, startMs, partySize }: Extract<Request, { kind: 'create' | 'hold' }>,
  ): Ending {
    const before = state.get(party);
    const isHold = kind === 'hold';
    if (before) return isHold ? held('held before', { startMs, partySize }) : made('replayed', before);
    if (!hasRoom(state, { startMs, partySize }, party)) return REFUSED;
    const after: PartyState = { startMs, partySize, status: isHold ? 'held' : 'confirmed' };
    return [isHold ? held('held', after) : made('booked', after), after];
  }

  function move(
    state: State,
    before: PartyState,
    { party, startMs = before.startMs, partySize = before.partySize }: Extract<Request, { kind: 'move' }>,
  ): Ending {
    if (before.status !== 'confirmed') return FINAL;
    if (startMs === before.startMs && partySize === before.partySize) return shown(before);
    if (!hasRoom(state, { startMs, partySize }, party)) return REFUSED;
    const after: PartyState = { ...before, startMs, partySize };
    return [shown(after), after];
  }

  function endingOf(state: State, request: PartyRequest): Ending {
    const before = state.get(request.party);
    switch (request.kind) {
      case 'create':
      case 'hold':
        return begin(state, request);
      case 'listed':
        return before && isBooking(before) ? shown(before) : NONE;
      case 'read':
      case 'stored':
        return before ? shown(before) : NONE;
      case 'confirm': {
        if (before?.status !== 'held')
          return before && isBooking(before) ? made('replayed', before) : REFUSED;
        const after: PartyState = { ...before, status: 'confirmed' };
        return [made('booked', after), after];
      }
      case 'release':
        return before?.status === 'held' ? ['released', { ...before, status: 'released' }] : 'released';
      case 'cancel':
        return before?.status === 'confirmed'
          ? ['cancelled', { ...before, status: 'cancelled' }]
          : 'cancelled';
      case 'move':
        return before ? move(state, before, request) : FINAL;
      default:
        return request satisfies never;
    }
  }

  return {
    first: new Map(),
    nameOf: (state) =>
      Array.from(state, ([id, party]) => `${id} ${shown(party)}`)
        .toSorted()
        .join(),
    apply(state, request) {
      if (request.kind === 'availability') {
        const { partySize } = request;
        const available = startsMs.filter((startMs) => hasRoom(state, { startMs, partySize }));
        return { answer: free(available), state };
      }
      const ending = endingOf(state, request);
      if (typeof ending === 'string') return { answer: ending, state };
      const [answer, after] = ending;
      return { answer, state: new Map(state).set(request.party, after) };
    },
  };
}

/** A hold is none. */
const isBooking = ({ status }: PartyState): boolean => status === 'confirmed' || status === 'cancelled';

/** There is an arrangement of the tables for all seated parties and this one. */
function fits(tables: LocationPlan['floorPlan'], seated: readonly Seated[], party: Seated): boolean {
  // The present tables do not matter: all parties may be given other tables, and each has one that fits.
  const diary = seated.map((one, i) => ({
    ...one,
    id: String(i),
    blockedUntilMs: endOf(one),
    tables: waysToSeat(tables, one.partySize, 'online')[0]!,
    pinned: false,
    tableAccess: 'online' as const,
    kind: 'booking' as const,
  }));
  const question = { ...party, endMs: endOf(party), tableAccess: 'online' } as const;
  return isPossible(tables, diary, () => true, question);
}

function endOf({ startMs, partySize }: Seated): number {
  return startMs + (partySize <= 2 ? 90 : 120) * MINUTE_MS;
}
