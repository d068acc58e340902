/** The first slot that a waiting party can have (D36). */
import type { Admission } from '../location/admission.ts';
import { tableAccessOf } from '../location/floor-plan.ts';
import { leadTimeMinutesOf, type Location } from '../location/location.ts';
import { type BookingWindow, offeredSlots, type Slot, windowWith } from '../location/slots.ts';
import { type DayState, type StepContext, undecidedIn } from '../seating/day-state.ts';
import { slotNameOf } from '../seating/refused-slots.ts';
import type { SeatingQuestion } from '../seating/solver/seating-search.ts';
import { questionOf, seatParty, type TableAssignment } from '../seating/table-assignment.ts';
import { MINUTE_MS } from '../instant.ts';
import { heldBy } from './diary.ts';
import type { WaitlistRow } from './row.ts';

interface FittingContext extends Pick<StepContext, 'location' | 'isLastTry'> {
  readonly window: BookingWindow;
  readonly admissionFor: (row: WaitlistRow) => Admission | undefined;
}

/** Rejected slots apply to all later parties, because allocations make no room. By {@link slotNameOf name}. */
export interface RefusedSlots {
  readonly full: Set<string>;
  /** Slots without time for a search. */
  readonly unsure: Set<string>;
}

/** The waiting parties of the day, in order, with the day at the turn of a party. */
export interface Turn {
  readonly line: readonly WaitlistRow[];
  readonly state: DayState;
  readonly refused: RefusedSlots;
}

/** A slot that the party can have. */
export interface FittingSlot {
  readonly slot: Slot;
  readonly assignment: TableAssignment;
  /** The end of an offer of the slot. */
  readonly offerEndsMs: number;
}

/** The earliest slot in the party's window, as a partner could book it. Rejected slots are added to the known ones. */
export function fittingSlotOf(
  row: WaitlistRow,
  turn: Turn,
  at: FittingContext,
): { readonly fitting: FittingSlot | null; readonly undecided: number } {
  const { partySize } = row;
  const tableAccess = tableAccessOf('online', row.area);
  const { state, refused } = turn;
  let undecided = 0;
  for (const { slot, offerEndsMs } of possibleSlotsOf(row, turn, at)) {
    const assignment = seatParty(state, slot, partySize, tableAccess);
    if (typeof assignment !== 'string') return { fitting: { slot, assignment, offerEndsMs }, undecided };
    const question: SeatingQuestion = { ...heldBy(slot), partySize, tableAccess };
    if (assignment === 'tables') undecided += undecidedIn(at, state, question, () => questionsOf(turn, at));
    const isSure = assignment !== 'tables' || state.search.known(question) !== null;
    (isSure ? refused.full : refused.unsure).add(nameOf(row, slot));
  }
  return { fitting: null, undecided };
}

/** The slots in the party's window, with the end of an offer, except for known rejected ones. */
function possibleSlotsOf(
  row: WaitlistRow,
  { state, refused: { full, unsure } }: Turn,
  { location, window, admissionFor }: FittingContext,
): readonly Omit<FittingSlot, 'assignment'>[] {
  const { partySize, startMs: fromMs, toMs, mode } = row;
  const own = { ...windowWith(window, admissionFor(row)), area: row.area };
  return offeredSlots(location, state.day, partySize, own)
    .filter(({ startMs }) => fromMs <= startMs && startMs <= toMs)
    .filter((slot) => {
      const name = nameOf(row, slot);
      return !full.has(name) && !unsure.has(name);
    })
    .map((slot) => ({ slot, offerEndsMs: offerEnd(location, slot, partySize, window.nowMs) }))
    .filter(({ offerEndsMs }) => mode === 'book' || offerEndsMs - window.nowMs >= MINUTE_MS);
}

/** The searches for all waiting parties of this day. Questions with the same start come in a row, because each answer helps the next. */
function questionsOf(turn: Turn, at: FittingContext): readonly SeatingQuestion[] {
  const questions = new Map<string, SeatingQuestion>();
  for (const row of turn.line)
    for (const { slot } of possibleSlotsOf(row, turn, at)) {
      const question = questionOf(turn.state, slot, row.partySize, tableAccessOf('online', row.area));
      if (question !== null && question !== 'pacing') questions.set(nameOf(row, slot), question);
    }
  return [...questions.values()].toSorted((a, b) => a.startMs - b.startMs || a.partySize - b.partySize);
}

/** The name of a slot for a party: parties with the same area have the same rejections. */
function nameOf({ partySize, area }: WaitlistRow, { startMs }: Pick<Slot, 'startMs'>): string {
  const name = slotNameOf(startMs, partySize);
  return area === undefined ? name : `${name} ${area}`;
}

/** An offer lasts for the location's time, but not longer than its start can be booked. */
function offerEnd(location: Location, { startMs }: Slot, partySize: number, nowMs: number): number {
  const bookableUntilMs = startMs - leadTimeMinutesOf(location, partySize) * MINUTE_MS;
  return Math.min(nowMs + location.offerMinutes * MINUTE_MS, bookableUntilMs);
}
