/** Histories of writers and readers that are killed. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { createEngine, type Engine } from '@bord/engine';
import { fixtures, steps } from '@bord/engine/testing';
import { type DatabaseKind, kill, opened, start, withDatabase } from '../../support/killed-processes.ts';
import {
  type Change,
  changeOf,
  type Fault,
  judge,
  type Judgement,
  noonAfter,
  SUBSCRIBER,
} from './changes.ts';

const SCRIPT = join(import.meta.dirname, 'process.ts');
/** The heap limit of a process that catches up, in MB: a tenth of the size of a million events. */
const HEAP_MB = 64;

/** Bookings are at most 50 years ahead. Each writer has separate days. */
const DAYS = 18_000;

const END_LEASE = steps.recordStep({ subscribers: { name: SUBSCRIBER } }, ({ subscribers: [one] }) => ({
  result: null,
  save: { subscribers: [{ ...one!, leasedUntilMs: 0 }] },
}));

/**
 * Writers and a reader, of which one is killed and replaced each time. In the end a last reader receives what is left, up to a booking that is made
 * after all processes have ended: events that were written before it have lower positions.
 *
 * @param random 0 or more, less than 1
 */
export function history(
  kind: DatabaseKind,
  {
    random,
    kills,
    writers = 2,
    fault = '',
  }: {
    readonly random: () => number;
    readonly kills: number;
    readonly writers?: number;
    readonly fault?: Fault;
  },
): Promise<Judgement> {
  return withDatabase(kind, async (url) => {
    const storage = opened(url);
    const engine = createEngine({ storage });
    const location = await fixtures.aLocation(storage);
    const last = await engine.events({ name: SUBSCRIBER });
    const [acknowledged, delivered]: [Change[], Change[]] = [[], []];
    const daysEach = Math.floor(DAYS / (writers + kills));
    let begun = 0;
    const begin = (i: number): ChildProcess => {
      const isWriter = i < writers;
      const child = start(
        SCRIPT,
        isWriter ? ['write', url, String(1 + daysEach * begun++)] : ['read', url, fault],
      );
      const lines = createInterface({ input: child.stdout! });
      lines.on('line', (line) => (isWriter ? acknowledged : delivered).push(JSON.parse(line) as Change));
      return child;
    };
    /** A reader that was killed keeps its lease: it is made older, so that 30 seconds need not pass. */
    const end = async (i: number): Promise<void> => {
      await kill(children[i]!);
      if (i >= writers) await storage.records.amend(END_LEASE);
    };
    const children = Array.from({ length: writers + 1 }, (_, i) => begin(i));
    const goal = (): number => 40 + 10 * kills;
    for (let i = 0; i < kills; i++) {
      const before = acknowledged.length;
      while (acknowledged.length < before + 20) await pause(20);
      await pause(random() * 300);
      const victim = Math.floor(random() * children.length);
      await end(victim);
      children[victim] = begin(victim);
    }
    while (acknowledged.length < goal() || delivered.length === 0) await pause(20);
    for (const i of children.keys()) await end(i);
    const marker = await engine.operator.at(location.id).bookings.create(fixtures.aRequest(noonAfter(0)));
    if (marker.kind !== 'booked') throw new Error(`the last booking was ${marker.kind}`);
    for await (const event of last) {
      if (event.data.bookingId === marker.booking.id) break;
      delivered.push(changeOf(event));
    }
    engine.detach();
    await storage.close();
    return judge(acknowledged, delivered);
  });
}

export interface CaughtUp {
  readonly seen: number;
  readonly inOrder: boolean;
  readonly rssMb: number;
}

/** Writes so many events that a subscriber has missed, and lets `read` read them from the database. */
export function afterMissing<T>(
  kind: DatabaseKind,
  count: number,
  read: (url: string, engine: Engine) => Promise<T>,
): Promise<T> {
  return withDatabase(kind, async (url) => {
    const storage = opened(url);
    const location = await fixtures.aLocation(storage);
    const engine = createEngine({ storage });
    await engine.events({ name: SUBSCRIBER });
    const guest = { name: 'Alva Lind', email: 'alva@example.com', phone: null };
    for (let from = 0; from < count; from += 1000) {
      const events = Array.from({ length: Math.min(1000, count - from) }, (_, i) => {
        const bookingId = `bk_${from + i}`;
        const data = { bookingId, locationId: location.id, startsAt: '2030-03-01T18:00:00Z', guest };
        const body = JSON.stringify({ id: bookingId, type: 'booking.created', created: 1, data });
        return { locationId: location.id, bookingId, body };
      });
      await storage.bookings.amend(fixtures.aScope(location), () => ({ result: null, events }));
    }
    try {
      return await read(url, engine);
    } finally {
      engine.detach();
      await storage.close();
    }
  });
}

/** In a process with little memory. Rejects if the memory is too little. */
export function catchUp(kind: DatabaseKind, count: number): Promise<CaughtUp> {
  return afterMissing(kind, count, async (url) => {
    const child = start(SCRIPT, ['catch-up', url, String(count)], [`--max-old-space-size=${HEAP_MB}`]);
    let out = '';
    child.stdout!.on('data', (chunk) => (out += String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`the reader ended with ${code}`);
    return JSON.parse(out) as CaughtUp;
  });
}
