/**
 * A location on one date as a thing that does one request after the other: what it answers, and what it is afterwards. Which requests find room
 * is found by trying every arrangement of the tables, and not by anything of the engine's.
 */
import { definePlan, type LocationPlan } from '@bord/engine';
import { fits, type Party } from '../load/serial-evening.ts';
import type { Request } from './history.ts';

const HOUR_MS = 3_600_000;

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

export interface Outcome {
  readonly answer: string;
  /** The same object where nothing was changed. */
  readonly state: State;
}

/** What a location answers on one date. */
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

/** An answer, and what the party is from then on if it is another. */
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

/** Parties in the order of their names. */
export const listed = (parties: readonly (readonly [name: string, shown: string])[]): string =>
  parties
    .map(([name, text]) => `${name} ${text}`)
    .toSorted()
    .join(', ') || 'none';

/** The slots that are available. */
export const free = (startsMs: readonly number[]): string =>
  `free: ${startsMs.map(clock).join(' ') || 'none'}`;

/** An answer after which everything is as it was before, whatever the state: a read, a refusal, a repetition. */
export function changesNothing(request: Request, answer: string): boolean {
  if (['read', 'availability', 'list', 'stored'].includes(request.kind)) return true;
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

  function hasRoom(state: State, party: Party): boolean {
    const live = [...state].filter(
      ([id, { status }]) => id !== party.id && (status === 'held' || status === 'confirmed'),
    );
    const terms = ({ startMs, partySize }: Omit<Party, 'id'>): string => `${startMs} ${partySize}`;
    const key = `${terms(party)}: ${live
      .map(([, one]) => terms(one))
      .toSorted()
      .join()}`;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = fits(plan.floorPlan, new Map(live.map(([id, one]) => [id, { id, ...one }])), party);
      known.set(key, answer);
    }
    return answer;
  }

  /** What is asked of all parties together. */
  function report(
    state: State,
    request: Extract<Request, { kind: 'availability' | 'list' | 'stored' }>,
  ): string {
    if (request.kind === 'list') return listed(bookingsOf(state));
    if (request.kind === 'stored') return listed([...state].map(([name, party]) => [name, shown(party)]));
    const { partySize } = request;
    return free(startsMs.filter((startMs) => hasRoom(state, { id: '', startMs, partySize })));
  }

  /** What a party that is not known yet, or is asked for again, comes to. */
  function begin(
    state: State,
    { kind, party, startMs, partySize }: Extract<Request, { kind: 'create' | 'hold' }>,
  ): Ending {
    const before = state.get(party);
    const isHold = kind === 'hold';
    if (before) return isHold ? held('held before', { startMs, partySize }) : made('replayed', before);
    if (!hasRoom(state, { id: party, startMs, partySize })) return REFUSED;
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
    if (!hasRoom(state, { id: party, startMs, partySize })) return REFUSED;
    const after: PartyState = { ...before, startMs, partySize };
    return [shown(after), after];
  }

  function change(state: State, request: Exclude<PartyRequest, { kind: 'create' | 'hold' }>): Ending {
    const before = state.get(request.party);
    if (!before) return 'unknown';
    const { status } = before;
    switch (request.kind) {
      case 'read':
        return shown(before);
      case 'confirm': {
        if (status === 'released') return REFUSED;
        if (status !== 'held') return made('replayed', before);
        const after: PartyState = { ...before, status: 'confirmed' };
        return [made('booked', after), after];
      }
      case 'release':
        return status === 'held' ? ['released', { ...before, status: 'released' }] : 'released';
      case 'cancel':
        return status === 'confirmed' ? ['cancelled', { ...before, status: 'cancelled' }] : 'cancelled';
      case 'move':
        return move(state, before, request);
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
      if (!('party' in request)) return { answer: report(state, request), state };
      const isNew = request.kind === 'create' || request.kind === 'hold';
      const ending = isNew ? begin(state, request) : change(state, request);
      if (typeof ending === 'string') return { answer: ending, state };
      const [answer, after] = ending;
      return { answer, state: new Map(state).set(request.party, after) };
    },
  };
}

/** A hold is no booking. */
function bookingsOf(state: State): (readonly [string, string])[] {
  return [...state]
    .filter(([, { status }]) => status === 'confirmed' || status === 'cancelled')
    .map(([name, party]) => [name, shown(party)]);
}
