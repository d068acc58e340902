import { FRIDAY_MS } from '../src/contract/fixtures.ts';
import type { WebhookAnswer, WebhookRequest } from '../src/core/outbox/webhook.ts';
import { createEngine, type Engine, type EngineOptions } from '../src/engine.ts';
import type { Message } from '../src/core/outbox/message.ts';
import { memoryStorage } from '../src/memory/memory-storage.ts';
import type { Clock } from '../src/ports/clock.ts';
import type { Mailer } from '../src/ports/mailer.ts';
import type { Fact } from '../src/ports/observer.ts';
import type { Storage } from '../src/ports/storage.ts';
import type { WebhookSender } from '../src/ports/webhook-sender.ts';
import { watched, type WatchedStorage } from './watched-storage.ts';

export interface VirtualClock extends Clock {
  pass(ms: number): void;
}

/** Begins at the first moment of a Friday, in UTC. */
export function virtualClock(startMs: number = FRIDAY_MS): VirtualClock {
  let nowMs = startMs;
  return { nowMs: () => nowMs, pass: (ms) => void (nowMs += ms) };
}

/** One process of Bord on a storage that others may share. */
export interface Process extends WatchedStorage {
  readonly engine: Engine;
  /** The storage itself, which nobody watches: to look into, or to give to another process. */
  readonly shared: Storage;
  readonly facts: Fact[];
}

/** The storage is new, unless it is given. */
export function aProcess(
  clock: Clock,
  { storage = memoryStorage(clock), ...options }: Partial<EngineOptions> = {},
): Process {
  const watching = watched(storage);
  const facts: Fact[] = [];
  const engine = createEngine({
    secretKeys: [new Uint8Array(32)],
    observer: (fact) => void facts.push(fact),
    ...options,
    storage: watching.storage,
    clock,
  });
  return { ...watching, engine, facts, shared: storage };
}

/** A receiver that answers 200 until it is told otherwise. */
export interface Receiver extends WebhookSender {
  readonly posts: WebhookRequest[];
  answer: () => Promise<WebhookAnswer>;
}

/** Webhooks go nowhere, and are remembered. */
export function aReceiver(): Receiver {
  const posts: WebhookRequest[] = [];
  const receiver: Receiver = {
    posts,
    answer: async () => ({ kind: 'answered', status: 200, start: '' }),
    checkUrl: (url) => (url.startsWith('https://') ? null : 'https only'),
    post(request) {
      posts.push(request);
      return receiver.answer();
    },
    close: async () => undefined,
  };
  return receiver;
}

/** A mail server that takes every mail until it is told otherwise. */
export interface Postbox extends Mailer {
  readonly taken: Message[];
  take: (message: Message) => Promise<void>;
}

/** Mails go nowhere, and are remembered. */
export function aPostbox(): Postbox {
  const taken: Message[] = [];
  const postbox: Postbox = {
    taken,
    isLocal: false,
    take: async () => undefined,
    async send(message) {
      await postbox.take(message);
      taken.push(message);
    },
    erase: async () => 0,
    purge: async () => 0,
    close: async () => undefined,
  };
  return postbox;
}
