import type { Clock } from '../ports/clock.ts';
import type { PasskeyStore } from '../ports/passkey-store.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';
import type { MemoryPeople } from './memory-people.ts';
import { byText } from './memory-staff.ts';

/** Passkeys in a map. */
export function memoryPasskeys(
  clock: Clock,
  people: MemoryPeople,
  deliveries: Pick<MemoryDeliveries, 'write'>,
): PasskeyStore {
  const { passkeys, challenges, members } = people;
  return {
    async add(passkey, challengeHash, mails) {
      if (challenges.has(challengeHash) || passkeys.has(passkey.id) || !members.has(passkey.staffId))
        return false;
      challenges.set(challengeHash, clock.nowMs());
      passkeys.set(passkey.id, passkey);
      deliveries.write(mails);
      return true;
    },
    find: async (passkeyId) => passkeys.get(passkeyId) ?? null,
    ofMember: async (staffId) =>
      [...passkeys.values()]
        .filter((one) => one.staffId === staffId)
        .toSorted((a, b) => a.createdMs - b.createdMs || byText(a.id, b.id)),
    async remove(staffId, passkeyId) {
      return passkeys.get(passkeyId)?.staffId === staffId && passkeys.delete(passkeyId);
    },
    async enter({ passkeyId, challengeHash, counter }, session) {
      const passkey = passkeys.get(passkeyId);
      const member = passkey && members.get(passkey.staffId);
      if (!member || challenges.has(challengeHash)) return null;
      if (counter <= passkey.counter && (counter !== 0 || passkey.counter !== 0)) return null;
      challenges.set(challengeHash, clock.nowMs());
      passkeys.set(passkeyId, { ...passkey, counter, usedMs: session.createdMs });
      return people.begin(member, session);
    },
  };
}
