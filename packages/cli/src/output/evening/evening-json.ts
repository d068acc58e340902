import { type DaySheet, formatInstant, type Interval } from '@bord/engine';
import type { Timeline } from '@bord/engine/adapters';
import { bookingJson } from '../booking-answer.ts';
import { waitingPartyJson } from '../waitlist-text.ts';

/** A day as `--json` has it: its tables in the order of the plan, its bookings in every state by start, and the covers of each slot step. */
export function eveningJson(sheet: DaySheet, timeline: Timeline): object {
  const { location, date, bookings, blocks = [], holds = [], waiting = [] } = sheet;
  const rows = timeline.sections.flatMap((section) => section.rows).filter(({ lane }) => lane === 0);
  return {
    date,
    tables: location.floorPlan.tables.map(({ id, area, seatsMin, seatsMax, online }) => ({
      id,
      area,
      seatsMin,
      seatsMax,
      online,
      free: (rows.find(({ tableId }) => tableId === id)?.free ?? []).map(spanJson),
      // Without a row it is out of season for the whole day.
      closed: (rows.find(({ tableId }) => tableId === id)?.closed ?? timeline.periods).map(spanJson),
      blocks: blocks
        .filter(({ table }) => table === id)
        .map((block) => ({ id: block.id, ...spanJson(block), reason: block.reason })),
      holds: holds
        .filter(({ table }) => table === id)
        .map((hold) => ({
          id: hold.id,
          ...spanJson(hold),
          partySize: hold.partySize,
          channel: hold.channel,
          expiresAt: formatInstant(hold.expiresMs),
        })),
    })),
    bookings: bookings.map(bookingJson),
    waiting: waiting.map(waitingPartyJson),
    covers: timeline.periods.flatMap(({ name, steps }) =>
      steps.map(({ startMs, covers, parties, coversMax, partiesMax }) => ({
        startsAt: formatInstant(startMs),
        period: name,
        covers,
        parties,
        coversMax,
        partiesMax,
      })),
    ),
  };
}

function spanJson({ startMs, endMs }: Interval): object {
  return { from: formatInstant(startMs), to: formatInstant(endMs) };
}
