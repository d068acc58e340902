import { definePolicy, type Policy, reject } from '@bord/engine';

const LARGE = 8;

/** Parties of 8 and more need a confirmed deposit. A booking that is large already can move without another one. */
export function depositForLargeParties(
  isConfirmed: (subject: unknown) => Promise<boolean>,
): Policy<{ hasDeposit: boolean }> {
  return definePolicy({
    id: 'deposit',
    async load({ subject }) {
      const hasDeposit = await isConfirmed(subject);
      return { facts: { hasDeposit }, cacheKey: String(hasDeposit) };
    },
    decide: ({ hasDeposit }, { partySize, change }) =>
      partySize >= LARGE && !hasDeposit && (change?.partySize ?? 0) < partySize
        ? reject({ reason: 'policy', message: `Parties of ${LARGE} and more need a deposit.` })
        : undefined,
  });
}
