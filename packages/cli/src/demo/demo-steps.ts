/** The steps of visits at the demo restaurant until a time of the day. */
import type { DemoParty } from './demo-day.ts';

type DemoStepKind = 'arrive' | 'seat' | 'leave' | 'markNoShow' | 'cancel';

export interface DemoStep {
  readonly minute: number;
  readonly kind: DemoStepKind;
  readonly index: number;
}

/** So long before its start a party cancels that does. */
const CANCELS_MINUTES = 240;
/** So long after its start a table is given up. */
const GIVES_UP_MINUTES = 30;
/** Minutes that a party leaves before its end by default. */
const LEAVES_EARLY_MINUTES = 8;

/** All that happens until a minute of the day, in order of time; of one party in the order of its visit. */
export function demoSteps(
  parties: readonly DemoParty[],
  turnMinutes: (partySize: number) => number,
  untilMinute: number,
): readonly DemoStep[] {
  return parties
    .flatMap((party) =>
      stepsOf(party, turnMinutes(party.partySize)).map((step) => ({ ...step, index: party.index })),
    )
    .filter(({ minute }) => minute <= untilMinute)
    .toSorted((a, b) => a.minute - b.minute);
}

function stepsOf(party: DemoParty, turn: number): readonly Omit<DemoStep, 'index'>[] {
  const {
    startMinute,
    lateMinutes = 0,
    waitsMinutes = 0,
    stayMinutes = turn - LEAVES_EARLY_MINUTES,
    becomes,
  } = party;
  if (becomes === 'cancelled') return [{ minute: startMinute - CANCELS_MINUTES, kind: 'cancel' }];
  if (becomes === 'no_show') return [{ minute: startMinute + GIVES_UP_MINUTES, kind: 'markNoShow' }];
  const seated = startMinute + lateMinutes;
  return [
    ...(waitsMinutes > 0 ? [{ minute: seated - waitsMinutes, kind: 'arrive' as const }] : []),
    { minute: seated, kind: 'seat' },
    { minute: seated + stayMinutes, kind: 'leave' },
  ];
}
