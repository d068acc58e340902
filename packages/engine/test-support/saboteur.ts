/** Controls of the contract: storages with one fault each. Each must break a case, or the contract proves too little. */
import { expect, test } from 'vitest';
import { storageContract } from '../src/contract/storage-contract.ts';
import { memoryStorage } from '../src/memory/memory-storage.ts';
import type { FoundRecords, RecordChange, RecordKind, RecordSelection } from '../src/core/access/records.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Storage } from '../src/ports/storage.ts';

/** Adds one fault to a correct storage. */
export type Sabotage = (sound: Storage, clock: Clock) => Storage;

/** Lets other steps run between two that should be atomic. */
export function letOthersIn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

type Port = Exclude<keyof Storage, 'check' | 'close' | 'nowMs' | 'pool' | 'scrub' | 'within'>;

/** A storage with some calls of one port replaced. */
export function withFaulty<P extends Port>(sound: Storage, port: P, faulty: Partial<Storage[P]>): Storage {
  return { ...sound, [port]: { ...sound[port], ...faulty } };
}

/** A storage whose steps on a kind of records decide on records that were read before the lock. */
export function withEarlyReading(sound: Storage, kind: RecordKind): Storage {
  return withFaulty(sound, 'records', {
    async amend({ select, rule }) {
      if (!select[kind]) return sound.records.amend({ select, rule });
      const { nowMs, ...found } = await sound.records.read(select);
      await letOthersIn();
      return sound.records.amend({ select, rule: (locked) => rule({ ...locked, ...found }, nowMs) });
    },
  });
}

/** A storage that alters changes of records before saving them. */
export function withFaultyChange(
  sound: Storage,
  faulty: (
    change: RecordChange<unknown>,
    found: Partial<FoundRecords<RecordSelection>>,
  ) => Partial<RecordChange<unknown>>,
): Storage {
  return withFaulty(sound, 'records', {
    amend: ({ select, rule }) =>
      sound.records.amend({
        select,
        rule(found, nowMs) {
          const change = rule(found, nowMs);
          return { ...change, ...(faulty(change, found) as typeof change) };
        },
      }),
  });
}

/** Each fault must break a case of its port, and not half of the contract. */
export function contractDetects(port: string, saboteurs: Readonly<Record<string, Sabotage>>): void {
  for (const [fault, sabotage] of Object.entries(saboteurs)) {
    test(`the contract notices in ${port}: ${fault}`, async () => {
      const broken: string[] = [];
      for (const { name, run } of storageContract) {
        let nowMs = 0;
        const clock = { nowMs: () => nowMs };
        const storage = sabotage(memoryStorage(clock), clock);
        const harness = { storage, openings: [storage], pass: async (ms: number) => void (nowMs += ms) };
        await run(harness).catch(() => broken.push(name));
      }
      expect(broken.filter((name) => name.startsWith(`${port}: `))).not.toEqual([]);
      expect(broken.length, 'a saboteur has one fault, not all of them').toBeLessThan(
        storageContract.length / 2,
      );
    });
  }
}
