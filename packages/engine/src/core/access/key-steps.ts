/** Steps of API keys and of the sign-ups for sandbox keys (§5). */
import { type ApiKeyRecord, isActive } from './api-key.ts';
import { mailboxKeyOf } from '../fields.ts';
import { recordStep, type RecordStep, replacement } from './records.ts';

/**
 * Inserts a sandbox key unless `activeMax` keys of its mailbox are active at `nowMs` (§5.8). The sign-up of the key is used up; `used` if it was
 * used before, or does not exist.
 */
export function sandboxKey(
  key: ApiKeyRecord,
  activeMax: number,
  nowMs: number,
  signUpId: string | null,
): RecordStep<'made' | 'full' | 'used'> {
  const select = { keys: { mailbox: mailboxKeyOf(key.sandboxEmail ?? '') }, signUps: { id: signUpId ?? [] } };
  return recordStep(select, ({ keys, signUps: [signUp] }) => {
    if (signUpId !== null && signUp?.keyId !== null) return { result: 'used' };
    if (keys.filter((other) => isActive(other, nowMs)).length >= activeMax) return { result: 'full' };
    const signUps = signUp ? [{ ...signUp, keyId: key.id }] : [];
    return { result: 'made', save: { keys: [key], signUps } };
  });
}

/**
 * Inserts the successor of an API key, and lets the old one end at `oldExpiresMs`, or at its own expiry if that is sooner. Returns the old key
 * afterwards; null, without a change, when it does not exist or is not active at `nowMs`.
 */
export function keyRotation(
  oldKeyId: string,
  key: ApiKeyRecord,
  oldExpiresMs: number,
  nowMs: number,
): RecordStep<ApiKeyRecord | null> {
  return recordStep({ keys: { id: oldKeyId } }, ({ keys: [old] }) => {
    if (!old || !isActive(old, nowMs)) return { result: null };
    const ending = { ...old, expiresMs: Math.min(oldExpiresMs, old.expiresMs ?? Infinity) };
    return { result: ending, save: { keys: [ending, key] } };
  });
}

/** Revokes a key that is not revoked yet; returns the key afterwards, or null if it does not exist. */
export function keyRevocation(keyId: string, revokedMs: number): RecordStep<ApiKeyRecord | null> {
  return replacement('keys', keyId, (key) => ({ ...key, revokedMs: key.revokedMs ?? revokedMs }));
}

/** Records when API keys were last used; an earlier instant than the known one has no effect. */
export function keyUses(
  uses: readonly {
    /** The key's id. */
    readonly keyId: string;
    /** When it was used, in milliseconds since 1970. */
    readonly usedMs: number;
  }[],
): RecordStep<void> {
  const usedMs = new Map<string, number>();
  for (const use of uses) usedMs.set(use.keyId, Math.max(use.usedMs, usedMs.get(use.keyId) ?? -Infinity));
  return recordStep({ keys: { id: [...usedMs.keys()] } }, ({ keys }) => ({
    result: undefined,
    save: {
      keys: keys.flatMap((key) => {
        const lastUsedMs = usedMs.get(key.id)!;
        return lastUsedMs > (key.lastUsedMs ?? -Infinity) ? [{ ...key, lastUsedMs }] : [];
      }),
    },
  }));
}

/** Whether it is a sandbox key that ended before this instant. Keys of partners are left to the operator. */
export function isEndedSandboxKey(
  { sandboxEmail, revokedMs, expiresMs }: ApiKeyRecord,
  endedBeforeMs: number,
): boolean {
  return sandboxEmail !== null && Math.min(revokedMs ?? Infinity, expiresMs ?? Infinity) < endedBeforeMs;
}
