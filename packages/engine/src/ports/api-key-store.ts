import type { ApiKeyRecord } from '../core/access/api-key.ts';

/** The keys of the partners, by their hashes: the store never sees a key. */
export interface ApiKeyStore {
  /** Inserts a key. */
  insert(key: ApiKeyRecord): Promise<void>;

  /**
   * Inserts a sandbox key unless `activeMax` keys of the mailbox of its `sandboxEmail`, compared as `mailboxKeyOf` does, are active at
   * `nowMs` (§5.8). With a sign-up it is made for that
   * one and uses it up: `used` when it has been used, or is not there.
   *
   * Atomic: of any number of concurrent calls for one mailbox no more than `activeMax` succeed, and one for each sign-up.
   */
  insertSandbox(
    key: ApiKeyRecord,
    activeMax: number,
    nowMs: number,
    signUpId: string | null,
  ): Promise<'made' | 'full' | 'used'>;

  /** By SHA-256 of the key, hex; revoked and expired keys too. */
  findByHash(hash: string): Promise<ApiKeyRecord | null>;

  /** By id; revoked and expired keys too. Null when there is none. */
  find(keyId: string): Promise<ApiKeyRecord | null>;

  /** The keys of one partner, the oldest first. */
  ofPartner(partner: string): Promise<readonly ApiKeyRecord[]>;

  /** All keys, the oldest first. */
  list(): Promise<readonly ApiKeyRecord[]>;

  /** Revokes a key that is not revoked yet; the record afterwards, or null when there is none. */
  revoke(keyId: string, revokedMs: number): Promise<ApiKeyRecord | null>;

  /**
   * Inserts the key that succeeds another, which then ends at `oldExpiresMs`, or at its own time if that is sooner. Null, and nothing is
   * done, when the old one is not there, revoked, or expired at `nowMs`; else the old record afterwards. All or nothing.
   */
  rotate(
    oldKeyId: string,
    key: ApiKeyRecord,
    oldExpiresMs: number,
    nowMs: number,
  ): Promise<ApiKeyRecord | null>;

  /**
   * Deletes at most `limit` sandbox keys that were revoked or expired before this instant, with the addresses of those who signed up for
   * them; how many. Keys of partners stay: they are the operator's.
   */
  purgeSandbox(endedBeforeMs: number, limit: number): Promise<number>;

  /** Deletes the sandbox keys of a developer, active ones too, by e-mail address, compared as `emailKeyOf` does; how many. */
  eraseSandbox(email: string): Promise<number>;

  /** Notes when keys were last used; an earlier instant than the known one changes nothing. */
  markUsed(
    uses: readonly {
      /** The key's id. */
      readonly keyId: string;
      /** When it was used, in milliseconds since 1970. */
      readonly usedMs: number;
    }[],
  ): Promise<void>;
}
