/** A request for a sandbox key whose e-mail address is not confirmed yet (§5.8, D20). */
export interface SignUp {
  /** `signup_` and letters and digits. */
  readonly id: string;
  /** SHA-256 of the token in the verification link, hex. The token itself is not stored. */
  readonly tokenHash: string;
  /** The e-mail address for the link, as typed. */
  readonly email: string;
  /** The program that will use the key. */
  readonly system: string;
  /** When it was made, in milliseconds since 1970. */
  readonly createdMs: number;
  /** When its link expires, in milliseconds since 1970: 24 hours after it was made (D20). */
  readonly expiresMs: number;
  /** The API key that was created with it; null until then. */
  readonly keyId: string | null;
}
