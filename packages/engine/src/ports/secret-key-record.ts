/**
 * The fingerprint of the secret key that the database's sealed secrets and links were made with, so that a lost or foreign key is noticed.
 * 32 hexadecimal digits; null until a key was used.
 */
export interface SecretKeyRecord {
  /** The fingerprint that is recorded; null when no key was used yet. */
  read(): Promise<string | null>;

  /** Atomic: records `fingerprint` if what stands there is still `instead`; true when it has. */
  replace(instead: string | null, fingerprint: string): Promise<boolean>;
}
