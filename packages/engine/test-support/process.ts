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

/** One process of Bord on a storage that other processes can share. */
export interface Process extends WatchedStorage {
  readonly engine: Engine;
  /** The storage without counting calls, for reading or for another process. */
  readonly shared: Storage;
  readonly facts: Fact[];
}

/** The storage is new, unless given. */
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

/** A receiver that answers 200 by default. */
export interface Receiver extends WebhookSender {
  readonly posts: WebhookRequest[];
  answer: () => Promise<WebhookAnswer>;
}

/** Records webhooks without sending them. */
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

/** A mail server that accepts all e-mails by default. */
export interface Postbox extends Mailer {
  readonly taken: Message[];
  take: (message: Message) => Promise<void>;
}

/** Records e-mails without sending them. */
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
