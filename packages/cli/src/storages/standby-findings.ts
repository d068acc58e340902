import type { Finding } from './finding.ts';

interface Standbys {
  readonly isInRecovery: boolean;
  readonly standbys: number;
  readonly standbySlots: number;
  readonly synchronousStandbys: string;
}

const what = 'standbys';

/** A primary that waits for none of its standbys acknowledges bookings which the one that takes over may not have. */
export function standbyFindings(state: Standbys): readonly Finding[] {
  const { isInRecovery, standbys, standbySlots, synchronousStandbys: waitedFor } = state;
  const known = Math.max(standbys, standbySlots);
  if (isInRecovery || (known === 0 && waitedFor === '')) return [];
  if (waitedFor === '')
    return [
      {
        what,
        status: 'weak',
        found: `${known}, and commits do not wait for one: synchronous_standby_names is empty`,
        advice:
          "acknowledged bookings can be lost when a standby takes over: set synchronous_standby_names on the primary, such as 'ANY 1 (*)', with two standbys or more",
      },
    ];
  if (standbys === 0)
    return [
      {
        what,
        status: 'bad',
        found: `none follows, and commits wait for one: synchronous_standby_names is ${waitedFor}`,
        advice:
          'start a standby, or no booking is answered; or empty synchronous_standby_names on the primary',
      },
    ];
  const found = `${known}, waited for: ${waitedFor}; acknowledged changes survive the primary`;
  return [{ what, status: 'good', found, advice: null }];
}
