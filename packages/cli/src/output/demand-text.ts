import {
  type DemandCount,
  type DemandPart,
  type DemandReport,
  type Reason,
  REASON_TEXTS,
} from '@bord/engine';
import { tableText } from './layout.ts';
import { plain } from './plain.ts';
import { BAR, paint } from './terminal.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** So long is the bar of the hour with the most requests. */
const BAR_LENGTH = 30;

/** The unmet demand of a location: first of partners, then of staff. */
export function demandText(report: DemandReport, refs: readonly RefCount[] = []): string {
  if (refs.length === 0) return rejectedText(report);
  const rows = refs.map(({ ref, bookings }) => [plain(ref), String(bookings)]);
  return `${rejectedText(report)}\n\nBookings of the booking page:\n\n${tableText(['ref', 'bookings'], rows)}`;
}

export interface RefCount {
  readonly ref: string;
  readonly bookings: number;
}

function rejectedText({ location, from, to, demand }: DemandReport): string {
  const name = paint.bold(plain(location.name));
  const when = `${from} to ${to}, ${location.timeZone}`;
  const { own } = demand;
  if (demand.total.requests + own.total.requests === 0)
    return `${plain(location.name)} rejected no request (${when}).`;
  const parts = [
    demand.total.requests === 0
      ? `${name} rejected no partner (${when}).`
      : partText(`${name} turned away ${countText(demand.total)} (${when}).`, demand),
  ];
  if (own.total.requests > 0)
    parts.push(partText(`Staff rejected ${countText(own.total)}, on the phone or at the door.`, own));
  return parts.join('\n\n');
}

function partText(head: string, { hours, byReason }: DemandPart): string {
  const most = Math.max(...hours.map(({ requests }) => requests));
  const rows = hours.map(({ weekday, hour, requests, covers }, i) => [
    hours[i - 1]?.weekday === weekday ? '' : DAYS[weekday - 1]!,
    `${String(hour).padStart(2, '0')}:00`,
    String(requests),
    String(covers),
    paint.cyan(BAR.repeat(Math.ceil((requests / most) * BAR_LENGTH))),
  ]);
  return [
    head,
    tableText(['day', 'hour', 'requests', 'guests', ''], rows),
    `Why: ${reasonsText(byReason)}.`,
  ].join('\n\n');
}

function countText({ requests, covers }: DemandCount): string {
  return `${requests} ${requests === 1 ? 'request' : 'requests'} for ${covers} ${covers === 1 ? 'guest' : 'guests'}`;
}

/** `12 no table is free then, 3 the restaurant is closed then`, the most frequent first. */
function reasonsText(byReason: Readonly<Partial<Record<Reason, number>>>): string {
  const counts = Object.entries(byReason) as [Reason, number][];
  return counts
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} × ${REASON_TEXTS[reason]}`)
    .join('; ');
}
