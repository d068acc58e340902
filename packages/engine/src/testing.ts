/** For whoever writes a storage or embeds the engine: a storage in memory, and later the contract of all storages. */
export { memoryStorage } from './memory/memory-storage.ts';
export { memoryRates } from './memory/memory-rates.ts';
