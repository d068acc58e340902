import { type DemandCount, type DemandReport, type Reason, REASON_TEXTS } from '@bord/engine';
import { tableText } from './layout.ts';
import { plain } from './plain.ts';
import { BAR, paint } from './terminal.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** So long is the bar of the hour with the most requests. */
const BAR_LENGTH = 30;

/** What a location turned away, as people read it. */
export function demandText({ location, from, to, demand }: DemandReport): string {
  const when = `${from} to ${to}, ${location.timeZone}`;
  if (demand.total.requests === 0) return `${plain(location.name)} turned nobody away (${when}).`;
  const most = Math.max(...demand.hours.map(({ requests }) => requests));
  const rows = demand.hours.map(({ weekday, hour, requests, covers }, i) => [
    demand.hours[i - 1]?.weekday === weekday ? '' : DAYS[weekday - 1]!,
    `${String(hour).padStart(2, '0')}:00`,
    String(requests),
    String(covers),
    paint.cyan(BAR.repeat(Math.ceil((requests / most) * BAR_LENGTH))),
  ]);
  return [
    `${paint.bold(plain(location.name))} turned away ${countText(demand.total)} (${when}).`,
    tableText(['day', 'hour', 'requests', 'guests', ''], rows),
    `Why: ${reasonsText(demand.byReason)}.`,
  ].join('\n\n');
}

function countText({ requests, covers }: DemandCount): string {
  return `${requests} ${requests === 1 ? 'request' : 'requests'} for ${covers} ${covers === 1 ? 'guest' : 'guests'}`;
}

/** `12 no table is free then, 3 the house is closed then`, the most frequent first. */
function reasonsText(byReason: Readonly<Partial<Record<Reason, number>>>): string {
  const counts = Object.entries(byReason) as [Reason, number][];
  return counts
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} × ${REASON_TEXTS[reason]}`)
    .join('; ');
}
