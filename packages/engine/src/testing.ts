/** For authors of storages and integrators: the contract of all storages, a storage in memory, and fixtures. */
export { storageContract } from './contract/storage-contract.ts';
export type { ContractCase, StorageHarness } from './contract/contract-case.ts';
export type { EmptyGround, OpenedStorage, OpenEmpty } from './contract/open-empty.ts';
export * as fixtures from './contract/fixtures.ts';
export * as steps from './contract/steps.ts';
export { memoryStorage } from './memory/memory-storage.ts';
