import type { WebhookAnswer, WebhookRequest, WebhookSender } from '@bord/engine';
import { verifyWebhook } from '@bord/engine/webhooks';
import { silence } from './faulty-storage.ts';
import type { Held } from './arrivals.ts';
import type { Records } from './records.ts';
import type { Server } from './servers.ts';
import { SKEW_MS, type World } from './world.ts';

const MINUTE_MS = 60_000;

/** How a receiver answers for a while. */
type Mood = keyof typeof ANSWERS;

const ANSWERS = {
  well: { kind: 'answered', status: 204, start: '' },
  broken: { kind: 'answered', status: 500, start: 'sorry' },
  moved: { kind: 'answered', status: 302, start: '' },
  slow: { kind: 'failed', why: 'timeout', detail: 'no answer within 5 s' },
  away: { kind: 'failed', why: 'unreachable', detail: 'nobody listens' },
} as const satisfies Record<string, WebhookAnswer>;

const MOODS = Object.keys(ANSWERS) as Mood[];

/** As an attempt is to be kept in the outbox. */
const OUTCOMES: Record<Mood, string> = {
  well: 'delivered',
  broken: 'status 500',
  moved: 'redirect',
  slow: 'timeout',
  away: 'unreachable',
};

interface Receiver {
  mood: Mood | 'wavering';
  moodUntilMs: number;
  /** Events that it has taken, by id. */
  readonly taken: Set<string>;
}

/** All receivers of webhooks: each with varying faults during the storm, and well afterwards. */
export class Receivers {
  readonly counts = { posts: 0, delivered: 0, repeated: 0, unverified: 0 };
  readonly #world: World;
  readonly #records: Records;
  readonly #receivers = new Map<string, Receiver>();

  constructor(world: World, records: Records) {
    this.#world = world;
    this.#records = records;
  }

  /** The sender of a process. */
  senderOf(server: Server): WebhookSender {
    return {
      checkUrl: () => null,
      post: (request) => this.#post(server, request),
      close: async () => undefined,
    };
  }

  /** The receiver of an endpoint has answered 2xx to this event. */
  hasTaken(url: string, eventId: string): boolean {
    return this.#receivers.get(url)?.taken.has(eventId) ?? false;
  }

  async #post(server: Server, request: WebhookRequest): Promise<WebhookAnswer> {
    const { turns } = this.#world;
    const { url, headers } = request;
    const { id, held } = this.#leaves(server, request);
    await turns.wait();
    if (server.isDown) return silence();
    const receiver = this.#at(url);
    const mood = this.#moodOf(receiver);
    this.counts.posts += 1;
    this.#world.note(`${url} ${id} ${mood}`);
    if (mood === 'well') {
      const eventId = headers['x-partner-event-id']!;
      this.#records.arrivals.arrived(server.name, id, held);
      this.#records.dated.arrived(this.#records.outbox.letters.get(id)!);
      this.counts[receiver.taken.has(eventId) ? 'repeated' : 'delivered'] += 1;
      receiver.taken.add(eventId);
    }
    await turns.wait();
    if (server.isDown) return silence();
    this.#records.acknowledged(server.name, id, OUTCOMES[mood]);
    return ANSWERS[mood];
  }

  /** Checks every attempt of a process, also failing ones. */
  #leaves(
    server: Server,
    { url, headers, body }: WebhookRequest,
  ): { readonly id: string; readonly held: Held } {
    const endpoint = this.#records.endpoints.all.find((one) => one.url === url)!;
    const eventId = headers['x-partner-event-id']!;
    const id = `${eventId}@${endpoint.id}`;
    const letter = this.#records.outbox.letters.get(id);
    const held = this.#records.arrivals.letGo(server.name, id);
    this.#world.checks.look('received deliveries were committed, have the same bytes and are signed');
    if (!letter) this.#world.accuse(`${eventId} was posted without a committed change`);
    if (!letter?.bodies.includes(body)) this.#world.accuse(`${id} came with other bytes: ${body}`);
    this.#verify(endpoint.id, id, held.sinceMs, headers['x-partner-signature']!, body);
    return { id, held };
  }

  #verify(endpointId: string, id: string, sinceMs: number, signature: string, rawBody: string): void {
    const t = Number(/^t=(\d+),/.exec(signature)?.[1]);
    const live = this.#records.endpoints.secretsAt(endpointId, sinceMs - ENDPOINT_CACHE_MS, t * 1000);
    const secret = live.filter((one) => one !== null);
    try {
      verifyWebhook({
        secret,
        signature,
        rawBody,
        nowSeconds: this.#world.nowMs() / 1000,
        toleranceSeconds: SKEW_MS / 1000 + 1, // of that very instant
      });
    } catch (error) {
      if (live.includes(null)) this.counts.unverified += 1;
      else this.#world.accuse(`${id} cannot be verified: ${String(error)}`);
    }
  }

  #at(url: string): Receiver {
    let receiver = this.#receivers.get(url);
    if (!receiver) this.#receivers.set(url, (receiver = { mood: 'well', moodUntilMs: 0, taken: new Set() }));
    return receiver;
  }

  /** Half of the time receivers are well; else they waver, or are of no use, for up to some hours. */
  #moodOf(receiver: Receiver): Mood {
    const { dice, weather, nowMs } = this.#world;
    if (!weather.isMoody) return 'well';
    if (nowMs() >= receiver.moodUntilMs) {
      receiver.mood = dice.pick(['well', 'well', 'well', 'wavering', ...MOODS]);
      receiver.moodUntilMs = nowMs() + dice.roll(dice.pick([20, 120, 400]) * MINUTE_MS);
    }
    return receiver.mood === 'wavering' ? dice.pick(MOODS) : receiver.mood;
  }
}

/** An operator's change of an endpoint holds from so long after it on. */
const ENDPOINT_CACHE_MS = 1000;
