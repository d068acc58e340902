import { emailKeyOf } from '../core/access/email-key.ts';
import type { SignUp } from '../core/access/sign-up.ts';
import type { SignUpStore } from '../ports/sign-up-store.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';

export interface MemorySignUps extends SignUpStore {
  get(signUpId: string): SignUp | undefined;
  set(signUp: SignUp): void;
}

/** Sign-ups in a map. */
export function memorySignUps(deliveries: Pick<MemoryDeliveries, 'write'>): MemorySignUps {
  const signUps = new Map<string, SignUp>();
  return {
    get: (signUpId) => signUps.get(signUpId),
    set: (signUp) => void signUps.set(signUp.id, signUp),
    async insert(signUp, mails) {
      if (signUps.has(signUp.id)) throw new Error(`sign-up given twice: ${signUp.id}`);
      signUps.set(signUp.id, signUp);
      deliveries.write(mails);
    },
    find: async (signUpId) => signUps.get(signUpId) ?? null,
    async erase(email) {
      const own = [...signUps.values()].filter((signUp) => emailKeyOf(signUp.email) === emailKeyOf(email));
      for (const { id } of own) signUps.delete(id);
      return own.length;
    },
    async purge(expiredBeforeMs) {
      const expired = [...signUps.values()].filter(({ expiresMs }) => expiresMs < expiredBeforeMs);
      for (const { id } of expired) signUps.delete(id);
      return expired.length;
    },
  };
}
