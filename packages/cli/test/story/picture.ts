/** The invariants of every picture of the day, as JSON and as text. */
import { expect } from 'vitest';
import type { Stage } from './stage.ts';

/** A booking of the day. */
export interface Party {
  readonly id: string;
  readonly status: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly partySize: number;
  readonly tables: readonly string[];
  readonly guest: { readonly name: string; readonly notes: string | null };
  readonly seatedAt: string | null;
  readonly leftAt: string | null;
}

/** All bookings of a day. */
export async function partiesOf(stage: Stage, location: string, date: string): Promise<readonly Party[]> {
  return (await stage.json<DayJson>('evening', location, '--date', date)).bookings;
}

interface Span {
  readonly from: string;
  readonly to: string;
}

interface DayJson {
  readonly tables: readonly { readonly id: string; readonly blocks: readonly Span[] }[];
  readonly bookings: readonly Party[];
}

/** A held table and its holder. */
interface Held {
  readonly by: string;
  readonly table: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The picture of the day as text, after these checks: no table is held twice at any time, parties without a table are marked, and lines fit
 * the terminal.
 *
 * @param unseated names of the parties that are without a table now
 */
export async function lookAt(
  stage: Stage,
  location: string,
  date: string,
  unseated: readonly string[],
): Promise<string> {
  const { tables, bookings } = await stage.json<DayJson>('evening', location, '--date', date);
  const text = await stage.run('evening', location, '--date', date);
  const live = bookings.filter(({ status }) => status === 'confirmed');
  const held: Held[] = [
    ...live.flatMap((party) =>
      party.tables.map((table) => ({
        by: party.guest.name,
        table,
        fromMs: Date.parse(party.startsAt),
        toMs: Date.parse(party.endsAt),
      })),
    ),
    ...tables.flatMap(({ id, blocks }) =>
      blocks.map(({ from, to }) => ({
        by: 'a block',
        table: id,
        fromMs: Date.parse(from),
        toMs: Date.parse(to),
      })),
    ),
  ];
  expect(heldTwice(held), text).toEqual([]);
  const without = live.filter((party) => party.tables.length === 0).map(({ guest }) => guest.name);
  expect(without.toSorted(), text).toEqual([...unseated].toSorted());
  expect(text.includes('waiting for a table')).toBe(without.length > 0);
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  return text;
}

/** Pairs that hold the same table at the same time. */
function heldTwice(held: readonly Held[]): readonly string[] {
  return held.flatMap((one, i) =>
    held
      .slice(i + 1)
      .filter((other) => other.table === one.table && one.fromMs < other.toMs && other.fromMs < one.toMs)
      .map((other) => `${one.table}: ${one.by} and ${other.by}`),
  );
}
