/** Proof of work (ALTCHA v2): a browser computes for about a second before more tables are held for its network (D52). */
import { randomBytes } from 'node:crypto';
import { CappedMap, type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** About 256 tries, each of as many rounds. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 3000, keyPrefix: '00' };
const VALID_MS = 600_000;
/** A solution counts once. The oldest of these are forgotten, after they have expired. */
const USED_MAX = 10_000;

export interface WorkChallenges {
  /** A challenge for a network, as JSON. */
  challenge(networkKey: string): Promise<string>;
  /** Whether the text is a solution of a challenge for this network that was not used before. */
  isSolved(text: string, networkKey: string): Promise<boolean>;
}

/** Challenges of this process: another one does not accept their solutions, and asks again. */
export function createWorkChallenges(): WorkChallenges {
  const hmacSignatureSecret = randomBytes(32).toString('hex');
  const used = new CappedMap<string, true>({ maxSize: USED_MAX });
  return {
    async challenge(networkKey) {
      const expiresAt = new Date(Date.now() + VALID_MS);
      const data = { for: networkKey };
      return JSON.stringify(
        await createChallenge({ ...WORK, deriveKey, hmacSignatureSecret, expiresAt, data }),
      );
    },
    async isSolved(text, networkKey) {
      const sent = parsed(text);
      if (sent?.challenge?.parameters?.data?.['for'] !== networkKey) return false;
      const { challenge, solution } = sent;
      const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
      return verified && used.setIfAbsent(challenge.signature!, true);
    },
  };
}

const LENGTH_MAX = 2000;

function parsed(text: string): { readonly challenge: Challenge; readonly solution: Solution } | null {
  if (text.length > LENGTH_MAX) return null;
  try {
    return JSON.parse(text) as never;
  } catch {
    return null;
  }
}
