import { DAY_MS, definePolicy, type Policy, reject } from '@bord/engine';

/** Members book 60 days ahead, and other guests 30. */
export function membersFirst(isMember: (subject: unknown) => Promise<boolean>): Policy<{ days: number }> {
  return definePolicy({
    id: 'members',
    async load({ subject }) {
      const days = (await isMember(subject)) ? 60 : 30;
      return { facts: { days }, cacheKey: String(days) };
    },
    decide: ({ days }, { slot, nowMs }) =>
      slot.startMs > nowMs + days * DAY_MS
        ? reject({ reason: 'too_far', message: `You can book at most ${days} days ahead.` })
        : undefined,
  });
}
