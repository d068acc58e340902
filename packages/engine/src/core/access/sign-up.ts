/** Somebody who has asked for a sandbox key and has not shown yet whose the address is (§5.8, D20). */
export interface SignUp {
  /** `signup_` and letters and digits. */
  readonly id: string;
  /** SHA-256 of the token in the verification link, hex: the token itself is nowhere. */
  readonly tokenHash: string;
  /** As it was written: that is where the mail goes. */
  readonly email: string;
  /** The program that will use the key. */
  readonly system: string;
  /** When it was made, in milliseconds since 1970. */
  readonly createdMs: number;
  /** When its link ends, in milliseconds since 1970: 24 hours after it was made (D20). */
  readonly expiresMs: number;
  /** The API key that was created with it; null until then. */
  readonly keyId: string | null;
}
