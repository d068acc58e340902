/** The control of the contract: storages with one fault each. Every one of them must break a case, or the contract proves nothing. */
import { expect, test } from 'vitest';
import { storageContract } from '../src/contract/storage-contract.ts';
import { memoryStorage } from '../src/memory/memory-storage.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Storage } from '../src/ports/storage.ts';

/** Makes one fault in a sound storage. */
export type Sabotage = (sound: Storage, clock: Clock) => Storage;

/** Lets others in between two steps that should have been one. */
export function letOthersIn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

type Port = Exclude<keyof Storage, 'check' | 'close' | 'nowMs' | 'pool' | 'scrub'>;

/** A storage with some calls of one port replaced. */
export function withFaulty<P extends Port>(sound: Storage, port: P, faulty: Partial<Storage[P]>): Storage {
  return { ...sound, [port]: { ...sound[port], ...faulty } };
}

/** Each fault must break a case of the port that it is in, and not half the contract. */
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
