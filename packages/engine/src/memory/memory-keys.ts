import { type ApiKeyRecord, isActive } from '../core/api-key.ts';
import type { ApiKeyStore } from '../ports/api-key-store.ts';

/** Keys in a map. */
export function memoryKeys(): ApiKeyStore {
  const keys = new Map<string, ApiKeyRecord>();
  return {
    async insert(key) {
      keys.set(key.id, key);
    },
    async insertSandbox(key, activeMax, nowMs) {
      const active = [...keys.values()].filter(
        (other) => other.sandboxEmail === key.sandboxEmail && isActive(other, nowMs),
      );
      if (active.length >= activeMax) return false;
      keys.set(key.id, key);
      return true;
    },
    findByHash: async (hash) => [...keys.values()].find((key) => key.hash === hash) ?? null,
    list: async () => [...keys.values()].toSorted((a, b) => a.createdMs - b.createdMs),
    async revoke(keyId, revokedMs) {
      const key = keys.get(keyId);
      if (!key) return null;
      const revoked = { ...key, revokedMs: key.revokedMs ?? revokedMs };
      keys.set(keyId, revoked);
      return revoked;
    },
  };
}
