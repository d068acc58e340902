import type { Delivery } from '../core/outbox/delivery.ts';
import type { SignUp } from '../core/access/sign-up.ts';

/** Sign-ups for sandbox keys. They are used up by `ApiKeyStore.insertSandbox`. */
export interface SignUpStore {
  /** Writes a sign-up and the mails that tell of it, all or nothing. */
  insert(signUp: SignUp, deliveries: readonly Delivery[]): Promise<void>;

  /** By id; null when there is none. */
  find(signUpId: string): Promise<SignUp | null>;

  /** Deletes the sign-ups of an e-mail address, compared as `emailKeyOf` does; how many. */
  erase(email: string): Promise<number>;

  /** Deletes those that expired before this instant; how many. */
  purge(expiredBeforeMs: number): Promise<number>;
}
