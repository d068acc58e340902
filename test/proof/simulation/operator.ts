import type { Engine, EndpointRequest } from '@bord/engine';
import { Actor } from './actor.ts';
import type { Question } from './servers.ts';

const HOUR_MS = 3_600_000;

/** Manages the endpoints, by commands: each is a separate process. */
export class Operator extends Actor {
  readonly counts = { enabled: 0, rotated: 0, replayed: 0 };

  async register(engine: Engine, request: EndpointRequest): Promise<void> {
    const { endpoint, secret } = await engine.operator.webhooks.add(request);
    this.records.endpoints.shown(endpoint, secret);
  }

  /** Sometimes changes one of them. */
  async act(): Promise<void> {
    const { dice } = this.world;
    const { id } = dice.pick(this.records.endpoints.all);
    const chosen = dice.roll(11);
    if (chosen === 10)
      return void (await this.#ask('retry mails: all', (engine) => engine.operator.mails.retry()));
    if (this.records.endpoints.isDisabled(id)) return chosen < 7 ? this.enable(id) : this.#rotate(id);
    if (chosen < 4) return this.#rotate(id);
    if (chosen < 5)
      return void (await this.#ask(`disable: ${id}`, (engine) => engine.operator.webhooks.disable(id)));
    if (chosen < 7) return this.replayFailed(id);
    return this.#replayOne(id);
  }

  async enable(id: string): Promise<void> {
    await this.#ask(`enable: ${id}`, (engine) => engine.operator.webhooks.enable(id));
    this.counts.enabled += 1;
  }

  async replayFailed(id: string): Promise<void> {
    const made = await this.#ask(`replay: ${id}`, (engine) => engine.operator.webhooks.replayFailed(id));
    this.counts.replayed += made?.delivered ?? 0;
  }

  async #rotate(id: string): Promise<void> {
    const overlapMs = this.world.dice.pick([0, HOUR_MS, 24 * HOUR_MS]);
    const made = await this.#ask(`rotate: ${id}`, (engine) =>
      engine.operator.webhooks.rotateSecret(id, overlapMs),
    );
    if (made) this.records.endpoints.shown(made.endpoint, made.secret);
    this.counts.rotated += 1;
  }

  /** Replays an event, whatever its state. */
  async #replayOne(id: string): Promise<void> {
    const letters = [...this.records.outbox.letters.values()].filter(({ delivery }) => delivery.queue === id);
    if (letters.length === 0) return;
    const { delivery } = this.world.dice.pick(letters);
    await this.#ask(`replay: ${delivery.id}`, (engine) =>
      engine.operator.webhooks.replay({ endpointId: id, eventId: delivery.eventId }),
    );
  }

  #ask<R>(what: string, ask: Question<R>): Promise<R | null> {
    return this.attempts.withRetry(what, ask, { whom: () => this.servers.command() });
  }
}
