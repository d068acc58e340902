/**
 * Short stories with a fault at every call of the storage in turn: a lost request, a lost answer, or no answer. All actors repeat unanswered
 * requests.
 */
import { createEngine, type Message, type WebhookRequest } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { describe, expect, test } from 'vitest';
import { IS_LONG } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { storages, type StorageKind } from '../../support/storages.ts';
import { type Fault, FAULTS, type OneFault, oneFault } from './one-fault.ts';
import { SECRET_KEY } from './servers.ts';
import { type Setting, STORIES } from './stories.ts';

/** More rounds than anything is tried. */
const ROUNDS_MAX = 12;

type Story = (setting: Setting) => Promise<void>;

/** Tells a story with a fault at one call. */
async function tell(open: StorageKind['open'], story: Story, at: number, kind: Fault): Promise<OneFault> {
  let nowMs = fixtures.FRIDAY_MS;
  const clock = { nowMs: () => nowMs };
  const { storage: sound, pass, close } = await open(clock);
  const posts: WebhookRequest[] = [];
  const mails: Message[] = [];
  const webhooks = {
    checkUrl: () => null,
    async post(request: WebhookRequest) {
      posts.push(request);
      return { kind: 'answered', status: 204, start: '' } as const;
    },
    close: async () => undefined,
  };
  const mailer = {
    isLocal: false,
    send: async (message: Message) => void mails.push(message),
    erase: async () => 0,
    purge: async () => 0,
    close: async () => undefined,
  };
  const ports = { clock, webhooks, mailer, secretKeys: [SECRET_KEY] };
  await fixtures.aLocation(sound);
  const operator = createEngine({ ...ports, storage: sound });
  const made = await operator.operator.webhooks.add({
    partner: 'acme',
    url: 'https://acme.example/',
    includeGuest: true,
  });
  operator.detach();
  const fault = oneFault(sound, at, kind);
  const engine = createEngine({ ...ports, storage: fault.storage });
  await story({
    engine,
    sound,
    fault,
    posts,
    mails,
    endpoint: { id: made.endpoint.id, secret: made.secret },
    async deliver() {
      for (let round = 0; round < ROUNDS_MAX; round++) {
        await fault.surely(() => engine.background.deliverDue());
        const dueInMs = await sound.outbox.nextDueInMs();
        if (dueInMs === null) return;
        nowMs += dueInMs + 1;
        await pass(dueInMs + 1);
      }
      throw new Error('the queue does not empty');
    },
    nowSeconds: () => nowMs / 1000,
    mayRepeat: () => kind === 'before' && fault.struck === 'outbox.settle',
  });
  engine.detach();
  await close();
  return fault;
}

describe.each(storages)('$name', ({ name, open }) => {
  test.each(Object.entries(STORIES))('%s, whichever call is lost', { timeout: 120_000 }, async (_, story) => {
    const { calls } = await tell(open, story, Infinity, 'before');
    let struckTimes = 0;
    const missed: { readonly at: number; readonly made: number }[] = [];
    for (let at = 1; at <= calls; at++) {
      // To open a database takes longest: there the faults take turns, and each run of the tests strikes other calls.
      const turn = (at + seed) % ((name === 'postgres' ? 4 : 2) * FAULTS.length);
      const kinds = IS_LONG || name === 'memory' ? FAULTS : FAULTS.slice(turn, turn + 1);
      for (const kind of kinds) {
        const { struck, calls: made } = await tell(open, story, at, kind);
        if (struck === null) missed.push({ at, made });
        else struckTimes += 1;
      }
    }
    // Fresh values in memory are not read again: a faster run has fewer calls, and the faulty one may be after its end.
    expect(missed.filter(({ at, made }) => made >= at)).toEqual([]);
    expect(missed.length).toBeLessThanOrEqual(1 + struckTimes / 4);
  });
});
