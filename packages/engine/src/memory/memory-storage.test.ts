import { test } from 'vitest';
import { storageContract } from '../contract/storage-contract.ts';
import { memoryStorage } from './memory-storage.ts';

for (const { name, run } of storageContract) {
  test(name, async () => {
    let nowMs = 0;
    const storage = memoryStorage({ nowMs: () => nowMs });
    await run({ storage, openings: [storage], pass: async (ms) => void (nowMs += ms) });
  });
}
