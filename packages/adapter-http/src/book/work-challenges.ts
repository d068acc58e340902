/** Proof of work (ALTCHA v2): a browser computes for about a second before more tables are held for its network (D52). */
import type { VisitorActions } from '@bord/engine';
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** About 256 tries, each of as many rounds. */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 3000, keyPrefix: '00' };
const VALID_MS = 600_000;

type Visitor = Pick<VisitorActions, 'workSecrets' | 'useWork'>;

/** A challenge for a network, as JSON. Each server with the same secret key accepts its solution. */
export async function workChallenge(visitor: Visitor, networkKey: string): Promise<string> {
  const [hmacSignatureSecret] = await visitor.workSecrets();
  const expiresAt = new Date(Date.now() + VALID_MS);
  const data = { for: networkKey };
  return JSON.stringify(
    await createChallenge({ ...WORK, deriveKey, hmacSignatureSecret: hmacSignatureSecret!, expiresAt, data }),
  );
}

/** Whether the text is a solution of a challenge for this network that was not used before. */
export async function isWorkSolved(visitor: Visitor, text: string, networkKey: string): Promise<boolean> {
  const sent = parsed(text);
  if (sent?.challenge?.parameters?.data?.['for'] !== networkKey) return false;
  const { challenge, solution } = sent;
  for (const hmacSignatureSecret of await visitor.workSecrets())
    if ((await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })).verified)
      return visitor.useWork(challenge.signature!);
  return false;
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
