/** How a history goes: rushes of callers, hours in which only retries, reminders and nightly maintenance are due, and at last the calm. */
import { createEngine, type Engine, type Storage } from '@bord/engine';
import { MAIL_QUEUE } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { Cast } from './cast.ts';
import { DEMO_ID } from './choices.ts';
import { ENDPOINTS } from './endpoints.ts';
import { assertAllDelivered } from './final-account.ts';
import { Records } from './records.ts';
import { FLOOR_PLAN } from './restaurant.ts';
import type { Upgrade } from './simulate.ts';
import { isUnavailable, SECRET_KEY, type Server, Servers } from './servers.ts';
import { watched } from './watched-storage.ts';
import { SKEW_MS, type World } from './world.ts';

const [SERVERS, CLIENTS, RUSHES_A_DAY] = [3, 12, 2];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** More rounds of the workers than any calm needs. */
const ROUNDS_MAX = 5000;

/** The amount of work in a history. */
export interface Wanted {
  /** How often something is wanted of the restaurant, in all. */
  readonly wishes: number;
  readonly days: number;
  /** Only these wishes come, by their numbers from 0 on; left out: all. */
  readonly only?: ReadonlySet<number> | undefined;
  /** The history ends after this number of wishes. */
  readonly untilWish?: number | undefined;
  /** In the second rush. */
  readonly upgrade?: Upgrade | undefined;
}

/** Some days in the life of a restaurant, as they go. */
export class Course {
  readonly #world: World;
  readonly #sound: Storage;
  readonly #records: Records;
  readonly #servers: Servers;
  readonly #cast: Cast;
  #rounds = 0;
  /** How many wishes have come. */
  wishesBegun = 0;
  upgrades = 0;

  constructor(world: World, sound: Storage) {
    this.#world = world;
    this.#sound = sound;
    this.#records = new Records(world, sound);
    this.#servers = new Servers(world, sound, this.#records, world.happens('more servers') ? SERVERS : 1);
    this.#cast = new Cast(world, this.#records, this.#servers);
  }

  /** Two restaurants with three tables each, and the endpoints for their events. */
  async open(): Promise<void> {
    for (const id of [fixtures.LOCATION_ID, DEMO_ID])
      this.#records.plans.stored(await fixtures.aLocation(this.#sound, { floorPlan: FLOOR_PLAN }, id));
    await this.#withOwnEngine(async (engine) => {
      for (const endpoint of ENDPOINTS) await this.#cast.operator.register(engine, endpoint);
      await this.#cast.members.employ(engine);
    });
  }

  async go({ wishes, days, only, upgrade }: Wanted): Promise<void> {
    const rushes = RUSHES_A_DAY * days;
    for (let rush = 0; rush < rushes; rush++) {
      const isWanted = (wish: number): boolean => !only || only.has(wish);
      const upgraded =
        rush === 1 && upgrade && this.#world.happens('upgrade') ? this.#upgrade(upgrade) : null;
      await Promise.all([this.#rush(Math.ceil(wishes / rushes), isWanted), upgraded]);
      await this.#lull(this.#world.nowMs() + (2 + this.#world.dice.roll(16)) * HOUR_MS);
      if (rush === 0) await this.#registerLate();
      if (rush === 1) await this.#fallBehind();
    }
    await this.#calm();
    for (const follower of this.#cast.followers) await follower.assertComplete();
    const rows = [...this.#records.annals.rowsOf(fixtures.LOCATION_ID).values()];
    const rules = this.#records.plans.rules(fixtures.LOCATION_ID);
    this.#records.pending.assertNobodyWaitsInVain(rules, rows, this.#world.nowMs());
    this.#cast.acknowledged.assertStored();
    await this.#withOwnEngine((engine) => this.#cast.tables.assertListed(this.#sound, engine));
    await assertAllDelivered(this.#world, this.#sound, this.#records, this.#servers);
  }

  /** A follower has lost its cursor: from now on it asks for changes since that time. */
  async #fallBehind(): Promise<void> {
    const [follower] = this.#cast.followers;
    const sinceMs = this.#world.nowMs() - 2 * SKEW_MS - 1000;
    while (await follower!.act());
    follower!.startAnew(sinceMs);
  }

  /** Somebody brings the schema to the next version, between two steps of the others. */
  async #upgrade(upgrade: Upgrade): Promise<void> {
    const { dice, inFlight } = this.#world;
    await this.#world.wait(dice.roll(300));
    inFlight.count += 1;
    await upgrade().finally(() => (inFlight.count -= 1));
    this.upgrades += 1;
    this.#world.story?.tell('the schema is brought to the next version');
  }

  /** The hours of a rush: callers, workers, the clock, and troubles of processes, concurrently. */
  async #rush(wishes: number, isWanted: (wish: number) => boolean): Promise<void> {
    const untilWish = this.wishesBegun + wishes;
    let busy = CLIENTS;
    const client = async (): Promise<void> => {
      while (this.wishesBegun < untilWish) {
        const wish = this.wishesBegun++;
        await this.#world.as(`wish ${wish}`, () => (isWanted(wish) ? this.#cast.act() : this.#passBy()));
      }
      busy -= 1;
    };
    const isOver = (): boolean => busy === 0;
    const workers = this.#servers.running.map((_, at) =>
      this.#world.as(`worker ${at} ${untilWish}`, () => this.#work(at, isOver)),
    );
    const others = [
      this.#world.as(`clock ${untilWish}`, () => this.#tick(isOver)),
      this.#world.as(`fate ${untilWish}`, () => this.#strike(isOver)),
    ];
    const clients = Array.from({ length: CLIENTS }, client);
    await Promise.all([...clients, ...workers, ...others]);
  }

  /** A skipped wish takes about the same time, so that the others keep their times. */
  async #passBy(): Promise<void> {
    await this.#world.wait(this.#world.dice.roll(30));
  }

  async #work(at: number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if ((await this.#deliver(this.#servers.running[at]!)) === 0)
        await this.#world.wait(this.#world.dice.roll(20));
      await this.#world.turns.wait();
    }
  }

  async #tick(isOver: () => boolean): Promise<void> {
    const { dice } = this.#world;
    while (!isOver()) {
      await this.#world.wait(2);
      this.#world.pass(dice.once(60) ? dice.roll(20 * MINUTE_MS) : dice.roll(3000));
    }
  }

  async #strike(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#world.wait(20 + this.#world.dice.roll(120));
      if (this.#world.weather.isDeadly) this.#servers.crashOne();
    }
  }

  /** Hours without calls: time advances to the next due work. */
  async #lull(untilMs: number): Promise<void> {
    const { dice } = this.#world;
    while (this.#world.nowMs() < untilMs) {
      const [made] = await Promise.all([this.#deliverAll(), this.#misfortune()]);
      if (made > 0) continue;
      if (dice.once(8)) await this.#cast.operator.act();
      if (dice.once(4)) await this.#cast.searchers.probe();
      await this.#runMaintenance(this.#servers.any());
      await this.#passUntilDue(Math.min(untilMs, this.#world.nowMs() + HOUR_MS));
    }
  }

  /** Now and then a process ends while it delivers, or sleeps for longer than its leases last. */
  async #misfortune(): Promise<void> {
    const { dice } = this.#world;
    if (!dice.once(12)) return;
    await this.#world.wait(dice.roll(12));
    if (dice.once(2)) {
      if (this.#world.weather.isDeadly) this.#servers.crashOne();
    } else this.#world.pass(dice.roll(2 * MINUTE_MS));
  }

  async #passUntilDue(latestMs: number): Promise<void> {
    const dueInMs = (await this.#sound.outbox.nextDueInMs()) ?? Infinity;
    this.#world.pass(Math.max(1, Math.min(dueInMs, latestMs - this.#world.nowMs())));
  }

  /** One process, or all concurrently, deliver what is due; returns the number of attempts. */
  async #deliverAll(): Promise<number> {
    const { running } = this.#servers;
    const workers = this.#world.dice.once(3) ? running : [this.#servers.any()];
    const made = await Promise.all(workers.map((server) => this.#deliver(server)));
    return made.reduce((sum, count) => sum + count);
  }

  /** The number of attempts; 1 if it is unknown. */
  async #deliver(server: Server): Promise<number> {
    this.#rounds += 1;
    try {
      return await server.ask((engine) => engine.background.deliverDue());
    } catch (error) {
      if (isUnavailable(error)) return 1;
      throw error;
    }
  }

  async #runMaintenance(server: Server): Promise<void> {
    this.#rounds += 1;
    try {
      const done = await server.ask((engine) =>
        engine.background.runMaintenance({ demoLocationId: DEMO_ID }, server.tasks),
      );
      if (done.length > 0) this.#world.note(done.join());
      this.#world.note(`gave out on ${await server.ask((engine) => engine.background.giveOut())} dates`);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }

  /** One more partner registers an endpoint, and so does each owner of a sandbox key. */
  async #registerLate(): Promise<void> {
    await this.#withOwnEngine(async (engine) => {
      await this.#cast.operator.register(engine, { partner: 'acme', url: 'https://acme.example/late' });
      for (const partner of this.#records.sandboxPartners.keys())
        await this.#cast.operator.register(engine, { partner, url: `https://${partner}.example/` });
    });
  }

  async #withOwnEngine(use: (engine: Engine) => Promise<void>): Promise<void> {
    const { ids, nowMs } = this.#world;
    const storage = watched(this.#sound, this.#records, 'operator');
    await use(createEngine({ storage, clock: { nowMs }, random: ids, secretKeys: [SECRET_KEY] }));
  }

  /** Faults end: all waiting deliveries are sent, and failed ones are sent again. */
  async #calm(): Promise<void> {
    const { servers, world } = { servers: this.#servers.running, world: this.#world };
    world.calmDown();
    const untilMs = world.nowMs() + HOUR_MS; // leases and duties of processes that ended have run out then
    for (let rounds = 0; rounds < ROUNDS_MAX; rounds++) {
      if ((await this.#deliverAll()) > 0 || (await this.#mendEndpoints())) continue;
      for (const server of servers) await this.#runMaintenance(server);
      const dueInMs = await this.#sound.outbox.nextDueInMs();
      if (dueInMs === null && world.nowMs() >= untilMs) return;
      await this.#passUntilDue(world.nowMs() + 6 * HOUR_MS);
    }
    throw new Error('the queues do not empty');
  }

  /** Returns whether an endpoint had to be enabled. */
  async #mendEndpoints(): Promise<boolean> {
    const { endpoints, outbox } = this.#records;
    const failed = [...outbox.letters.values()].filter(({ state }) => state === 'failed');
    const queues = new Set(failed.map(({ delivery }) => delivery.queue));
    queues.delete(MAIL_QUEUE);
    const disabled = endpoints.all.filter(({ id }) => endpoints.isDisabled(id));
    for (const { id } of disabled) await this.#cast.operator.enable(id);
    for (const queue of queues) await this.#cast.operator.replayFailed(queue);
    return queues.size + disabled.length > 0;
  }

  /** Calls of the engine, retries included, rounds of the workers, and attempts to deliver. */
  get operations(): number {
    const { receivers, mailServer } = this.#servers;
    const attempts = receivers.counts.posts + mailServer.counts.mails + mailServer.counts.reminders;
    return this.#cast.attempts.calls + this.#rounds + attempts;
  }

  /** How often each kind of operation was asked for. */
  get kinds(): Readonly<Record<string, number>> {
    const { receivers, mailServer } = this.#servers;
    return {
      ...this.#cast.attempts.kinds,
      'a round of a worker': this.#rounds,
      'post to a receiver': receivers.counts.posts,
      'mail that was taken': mailServer.counts.mails + mailServer.counts.reminders,
    };
  }

  get refusals(): Readonly<Record<string, number>> {
    return this.#cast.attempts.refusals;
  }

  /** How often what happened. */
  get counts(): Readonly<Record<string, number>> {
    const { receivers, mailServer, crashes } = this.#servers;
    const { disabled, warned } = this.#records.endpoints;
    const { pending, dated, plans } = this.#records;
    return {
      ...this.#cast.counts,
      ...pending.counts,
      ...pending.holds.counts,
      ...dated.counts,
      ...plans.counts,
      ...receivers.counts,
      ...mailServer.counts,
      warned,
      disabled,
      crashes,
      ...(this.upgrades > 0 && { upgrades: this.upgrades }),
    };
  }
}
