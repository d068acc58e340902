import { type ApiKeyRecord, isActive } from '../core/access/api-key.ts';
import { emailKeyOf, mailboxKeyOf } from '../core/access/email-key.ts';
import type { ApiKeyStore } from '../ports/api-key-store.ts';
import type { MemorySignUps } from './memory-sign-ups.ts';

/** Keys in a map. */
export function memoryKeys(signUps: Pick<MemorySignUps, 'get' | 'set'>): ApiKeyStore {
  const keys = new Map<string, ApiKeyRecord>();
  const list = (): ApiKeyRecord[] => [...keys.values()].toSorted((a, b) => a.createdMs - b.createdMs);

  function change(key: ApiKeyRecord, to: Partial<ApiKeyRecord>): ApiKeyRecord {
    const changed = { ...key, ...to };
    keys.set(key.id, changed);
    return changed;
  }

  function insert(key: ApiKeyRecord): void {
    if (list().some(({ id, hash }) => id === key.id || hash === key.hash))
      throw new Error(`key given twice: ${key.id}`);
    keys.set(key.id, key);
  }

  return {
    insert: async (key) => insert(key),
    async insertSandbox(key, activeMax, nowMs, signUpId) {
      const signUp = signUpId === null ? null : signUps.get(signUpId);
      if (signUp === undefined || (signUp && signUp.keyId !== null)) return 'used';
      const active = list().filter((other) => mailboxOf(other) === mailboxOf(key) && isActive(other, nowMs));
      if (active.length >= activeMax) return 'full';
      insert(key);
      if (signUp) signUps.set({ ...signUp, keyId: key.id });
      return 'made';
    },
    findByHash: async (hash) => list().find((key) => key.hash === hash) ?? null,
    find: async (keyId) => keys.get(keyId) ?? null,
    ofPartner: async (partner) => list().filter((key) => key.partner === partner),
    list: async () => list(),
    async revoke(keyId, revokedMs) {
      const key = keys.get(keyId);
      return key ? change(key, { revokedMs: key.revokedMs ?? revokedMs }) : null;
    },
    async rotate(oldKeyId, key, oldExpiresMs, nowMs) {
      const old = keys.get(oldKeyId);
      if (!old || !isActive(old, nowMs)) return null;
      insert(key);
      return change(old, { expiresMs: Math.min(oldExpiresMs, old.expiresMs ?? Infinity) });
    },
    async purgeSandbox(endedBeforeMs, limit) {
      const ended = list().filter((key) => key.sandboxEmail !== null && endMs(key) < endedBeforeMs);
      for (const { id } of ended.slice(0, limit)) keys.delete(id);
      return Math.min(ended.length, limit);
    },
    async eraseSandbox(email) {
      const wanted = emailKeyOf(email);
      const own = list().filter(
        ({ sandboxEmail }) => sandboxEmail !== null && emailKeyOf(sandboxEmail) === wanted,
      );
      for (const { id } of own) keys.delete(id);
      return own.length;
    },
    async markUsed(uses) {
      for (const { keyId, usedMs } of uses) {
        const key = keys.get(keyId);
        if (key && usedMs > (key.lastUsedMs ?? -Infinity)) change(key, { lastUsedMs: usedMs });
      }
    },
  };
}

function endMs({ revokedMs, expiresMs }: ApiKeyRecord): number {
  return Math.min(revokedMs ?? Infinity, expiresMs ?? Infinity);
}

function mailboxOf({ sandboxEmail }: ApiKeyRecord): string | null {
  return sandboxEmail === null ? null : mailboxKeyOf(sandboxEmail);
}
