import type { DayView } from './day-view.ts';
import { type PartyView, SOON_MS } from './party-view.ts';

export interface NextAction {
  /** An action with one tap: the last part of its form's URL. */
  readonly action: 'arrive' | 'seat' | 'leave';
  readonly isDue: boolean;
}

/** The most likely next action on the running day; null on other days, and for a party that has no table or has left. */
export function nextAction(
  { isToday, sheet: { date, nowMs } }: DayView,
  party: PartyView,
): NextAction | null {
  const { booking, stage, isUnseated } = party;
  if (!isToday || isUnseated || stage === 'gone' || booking.serviceDate > date) return null;
  if (stage === 'seated') return { action: 'leave', isDue: booking.endMs <= nowMs };
  if (booking.blockedUntilMs <= nowMs) return null;
  if (stage === 'expected') return { action: 'arrive', isDue: booking.startMs <= nowMs + SOON_MS };
  return { action: 'seat', isDue: true };
}
