/** Properties of every drawing, for random sheets. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySheet } from '../../../../../test/support/day-sheets.ts';
import { inFull } from '../../../../../test/support/long.ts';
import { seeded } from '../../../../../test/support/seed.ts';
import { isBegun } from '../booking/booking.ts';
import type { Table } from '../location/floor-plan.ts';
import { serviceDayOf } from '../location/service-day.ts';
import { HOUR_MS, type Interval, MINUTE_MS, overlaps } from '../instant.ts';
import { minuteOfDayAt } from '../local-date.ts';
import { axisScale } from './axis.ts';
import type { Timeline, TimelinePiece, TimelineRow } from './timeline.ts';
import { timelineOf } from './timeline-of.ts';

const rowsOf = ({ sections }: Timeline): readonly TimelineRow[] => sections.flatMap(({ rows }) => rows);
/** The seasons of these sheets are one period, or none. */
const isOutOfSeason = ({ when }: Table, period: string): boolean =>
  when !== undefined && !when.some(({ periods }) => periods?.includes(period));
const intervalOf = (piece: TimelinePiece): Interval =>
  piece.kind === 'party'
    ? { startMs: piece.bar.startMs, endMs: piece.bar.heldUntilMs }
    : piece.kind === 'block'
      ? piece.block
      : piece.hold;

test('every live booking of the date has one bar and a piece at each of its tables, and other rows have none', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const timeline = timelineOf(sheet);
      const ids = timeline.bars.map(({ booking }) => booking.id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id, status, tables } of sheet.bookings) {
        const parts = rowsOf(timeline).flatMap(({ pieces, tableId }) =>
          pieces.flatMap((piece) =>
            piece.kind === 'party' && piece.bar.booking.id === id ? [{ ...piece, tableId }] : [],
          ),
        );
        if (status !== 'confirmed' && status !== 'completed') expect(ids).not.toContain(id);
        if (status !== 'confirmed') continue;
        expect(ids).toContain(id);
        expect(parts.map(({ part }) => part)).toEqual(parts.map((_, i) => i));
        const positions: readonly (string | null)[] = tables.length === 0 ? [null] : tables;
        expect(new Set(parts.map(({ tableId }) => tableId))).toEqual(new Set(positions));
        expect(parts).toHaveLength(positions.length);
        for (const { firstTableId } of parts) expect(firstTableId).toBe(parts[0]!.tableId);
      }
    }),
    seeded(inFull(600, 150)),
  );
});

test('D40 pieces of a row do not overlap, and all tables of the plan that are in season or occupied have a row', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const timeline = timelineOf(sheet);
      for (const { pieces } of rowsOf(timeline))
        for (const [i, piece] of pieces.entries())
          if (i > 0) expect(intervalOf(pieces[i - 1]!).endMs).toBeLessThanOrEqual(intervalOf(piece).startMs);
      const first = rowsOf(timeline).filter(({ lane, table }) => lane === 0 && table !== null);
      const { tables } = sheet.location.floorPlan;
      const rowOf = ({ id }: Table) => first.find(({ tableId }) => tableId === id);
      expect(first).toHaveLength(tables.filter((table) => rowOf(table)).length);
      const { periods } = serviceDayOf(sheet.location, sheet.date);
      for (const table of tables) {
        const row = rowOf(table);
        const isOut = periods.length > 0 && periods.every((open) => isOutOfSeason(table, open.period.name));
        if (isOut) expect(row === undefined || row.pieces.length > 0).toBe(true);
        else expect(row).toBeDefined();
        if (row)
          expect(row.closed.map(({ startMs }) => startMs)).toEqual(
            periods.filter((open) => isOutOfSeason(table, open.period.name)).map(({ opensMs }) => opensMs),
          );
      }
    }),
    seeded(inFull(600, 150)),
  );
});

test('free time is open, in the future, and not taken by a live booking, hold or block, minute by minute', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const { location, date, nowMs, blocks = [], holds = [] } = sheet;
      const day = serviceDayOf(location, date);
      const timeline = timelineOf(sheet);
      // Current visits have a separate test.
      const live = [...sheet.bookings, ...sheet.others].filter(
        ({ visit, status }) => status === 'confirmed' && !isBegun(visit),
      );
      const visited = [...sheet.bookings, ...sheet.others].filter(({ visit }) => isBegun(visit));
      const firstMs = Math.ceil((day.interval.startMs - 2 * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
      for (const table of location.floorPlan.tables) {
        const { id } = table;
        if (visited.some(({ tables }) => tables.includes(id))) continue;
        const free = rowsOf(timeline).find(({ tableId }) => tableId === id)?.free ?? [];
        for (let ms = firstMs; ms < day.interval.endMs + 2 * HOUR_MS; ms += MINUTE_MS) {
          const minute = { startMs: ms, endMs: ms + 1 };
          const isOpen = day.periods.some(
            ({ opensMs, closesMs, period }) =>
              opensMs <= ms && ms < closesMs && !isOutOfSeason(table, period.name),
          );
          const isHeld = live.some(
            ({ tables, startMs, blockedUntilMs }) =>
              tables.includes(id) && overlaps(minute, { startMs, endMs: blockedUntilMs }),
          );
          const isBlocked = [...blocks, ...holds].some(
            (block) => block.table === id && overlaps(minute, block),
          );
          const isClosed = day.closed.some((hours) => overlaps(minute, hours));
          const isFree = ms >= nowMs && isOpen && !isHeld && !isBlocked && !isClosed;
          if (free.some((stretch) => overlaps(minute, stretch)) !== isFree)
            expect.fail(`${id} at ${new Date(ms).toISOString()}: free is ${!isFree}`);
        }
      }
    }),
    seeded(inFull(150, 30)),
  );
});

test('the axis contains all drawn times of the date, and a tick at each full hour', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const { axis, bars, timeZone } = timelineOf(sheet);
      for (const { startMs, endMs, isOther } of bars)
        if (!isOther)
          expect(axis.stretches.some((shown) => shown.startMs <= startMs && endMs <= shown.endMs)).toBe(true);
      const hours = axis.stretches.flatMap(({ startMs, endMs }) => {
        const full: number[] = [];
        for (let ms = startMs; ms < endMs; ms += MINUTE_MS)
          if (minuteOfDayAt(timeZone, ms) % 60 === 0) full.push(ms);
        return full;
      });
      expect(axis.ticks.map(({ ms }) => ms)).toEqual(hours);
      for (const { ms, hour } of axis.ticks) expect(minuteOfDayAt(timeZone, ms)).toBe(hour * 60);
    }),
    seeded(inFull(100, 25)),
  );
});

test('a scale increases from one end to the other, also in breaks', () => {
  fc.assert(
    fc.property(anySheet, fc.integer({ min: 30, max: 300 }), (sheet, length) => {
      const { axis } = timelineOf(sheet);
      const { stretches } = axis;
      if (stretches.length === 0) return;
      const scale = axisScale(axis, length, 2);
      const [fromMs, toMs] = [stretches[0]!.startMs, stretches.at(-1)!.endMs];
      const positions: number[] = [];
      for (let ms = fromMs - HOUR_MS; ms <= toMs + HOUR_MS; ms += 7 * MINUTE_MS) positions.push(scale(ms));
      // Never decreasing, apart from rounding.
      for (const [i, position] of positions.slice(1).entries())
        expect(position).toBeGreaterThan(positions[i]! - 1e-6);
      expect([scale(fromMs - HOUR_MS), scale(fromMs)]).toEqual([0, 0]);
      expect(scale(toMs)).toBeCloseTo(length);
      for (const [i, { startMs }] of stretches.slice(1).entries())
        expect(scale(startMs) - scale(stretches[i]!.endMs)).toBeCloseTo(2);
    }),
    seeded(inFull(200, 50)),
  );
});
