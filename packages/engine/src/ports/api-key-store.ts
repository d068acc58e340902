import type { ApiKeyRecord } from '../core/api-key.ts';

/** The keys of the partners, by their hashes: the store never sees a key. */
export interface ApiKeyStore {
  insert(key: ApiKeyRecord): Promise<void>;

  /**
   * Inserts a sandbox key unless `activeMax` keys of its `sandboxEmail` are active at `nowMs` (§5.8); whether it did.
   *
   * Atomic: of any number of concurrent calls for one address no more than `activeMax` succeed.
   */
  insertSandbox(key: ApiKeyRecord, activeMax: number, nowMs: number): Promise<boolean>;

  /** By SHA-256 of the key, hex; revoked and expired keys too. */
  findByHash(hash: string): Promise<ApiKeyRecord | null>;

  /** All keys, the oldest first. */
  list(): Promise<readonly ApiKeyRecord[]>;

  /** Revokes a key that is not revoked yet; the record afterwards, or null when there is none. */
  revoke(keyId: string, revokedMs: number): Promise<ApiKeyRecord | null>;
}
