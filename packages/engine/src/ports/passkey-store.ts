import type { NewSession, Passkey, StaffMember } from '../core/access/staff.ts';
import type { Delivery } from '../core/outbox/delivery.ts';

/** The passkeys of members, and the challenges that were used (D44). They go with their member. */
export interface PasskeyStore {
  /**
   * Writes a passkey with the mail that tells of it, and uses its challenge up, all or nothing; false, and nothing is changed, when the challenge was used already, there is a
   * passkey of this id, or no such member.
   */
  add(passkey: Passkey, challengeHash: string, deliveries: readonly Delivery[]): Promise<boolean>;

  /** By the credential's id; null when there is none. */
  find(passkeyId: string): Promise<Passkey | null>;

  /** Those of a member, the oldest first. */
  ofMember(staffId: string): Promise<readonly Passkey[]>;

  /** Deletes one of a member's; false when there is none such. */
  remove(staffId: string, passkeyId: string): Promise<boolean>;

  /**
   * Uses a challenge up, counts the passkey on to `counter`, and begins a session of its owner, who is returned. Null, and nothing is changed, when
   * the challenge was used already, the passkey is not there, or has counted as far before: `counter` has to be higher, unless both are 0.
   *
   * Atomic: of any number of calls with one challenge, or with one count, one begins a session.
   */
  enter(
    use: {
      /** The passkey's id. */
      readonly passkeyId: string;
      /** SHA-256 (hex) of the challenge that was signed. */
      readonly challengeHash: string;
      /** What the authenticator says of how often it has signed. */
      readonly counter: number;
    },
    session: Omit<NewSession, 'staffId'>,
  ): Promise<StaffMember | null>;
}
