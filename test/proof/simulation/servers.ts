import { BookingError, createEngine, type Engine, type Storage } from '@bord/engine';
import { behindBadConnection, type Connection } from './faulty-storage.ts';
import { MailServer } from './mail-server.ts';
import { Receivers } from './receivers.ts';
import type { Records } from './records.ts';
import { heard, watched } from './watched-storage.ts';
import { SKEW_MS, type World } from './world.ts';

export const SECRET_KEY = new Uint8Array(32).fill(7);

/** Something that can be asked of a process. */
export type Question<R> = (engine: Engine) => Promise<R>;

/** One process of Bord: it answers callers, delivers, and runs background work, until it is killed. */
export interface Server {
  readonly name: string;
  readonly engine: Engine;
  /** Its knowledge of tasks: the time until which it need not ask for them. */
  readonly tasks: Map<string, number>;
  readonly isDown: boolean;
  /** Asks it something; rejects as `unavailable` when it ends before there is an answer. */
  ask<R>(question: Question<R>): Promise<R>;
  crash(): void;
}

/** The processes that run on one storage. Where one has ended another begins. */
export class Servers {
  readonly receivers: Receivers;
  readonly mailServer: MailServer;
  readonly running: Server[];
  crashes = 0;
  readonly #world: World;
  readonly #sound: Storage;
  readonly #records: Records;
  #started = 0;

  constructor(world: World, sound: Storage, records: Records, count: number) {
    this.#world = world;
    this.#sound = sound;
    this.#records = records;
    this.receivers = new Receivers(world, records);
    this.mailServer = new MailServer(world, records);
    this.running = Array.from({ length: count }, () => this.#start());
  }

  any(): Server {
    return this.#world.dice.pick(this.running);
  }

  /** A separate process for one command of the operator. */
  command(): Server {
    const server = this.#start();
    this.#records.arrivals.command(server.name);
    return server;
  }

  /** Ends a process in the midst of whatever it does. */
  crashOne(): void {
    const at = this.#world.dice.roll(this.running.length);
    this.running[at]!.crash();
    this.#world.story?.tell(`${this.running[at]!.name} ends without a word`);
    this.#records.ended.add(this.running[at]!.name);
    this.running[at] = this.#start();
    this.crashes += 1;
  }

  #start(): Server {
    const { dice, nowMs } = this.#world;
    const name = `server ${++this.#started}`;
    const rolled = dice.roll(2 * SKEW_MS) - SKEW_MS;
    const skewMs = this.#world.happens('different clocks') ? rolled : 0;
    const connection: Connection = { isCut: false };
    const storage = behindBadConnection(watched(this.#sound, this.#records, name), this.#world, connection);
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => undefined); // open calls are rejected
    const server: Server = {
      name,
      get engine() {
        return engine;
      },
      tasks: new Map(),
      get isDown() {
        return connection.isCut;
      },
      ask: (question) => Promise.race([question(engine), ended.promise]),
      crash() {
        connection.isCut = true;
        ended.reject(new BookingError('unavailable', `${name} has ended`));
      },
    };
    const clock = { nowMs: () => nowMs() + skewMs };
    const engine = createEngine({
      storage: heard(storage, this.#records, name, clock),
      clock,
      random: this.#world.ids,
      webhooks: this.receivers.senderOf(server),
      mailer: this.mailServer.mailerOf(server),
      observer: (fact) => {
        if (fact.kind === 'fault') this.#assertUnavailable(fact.error);
      },
      secretKeys: [SECRET_KEY],
    });
    return server;
  }

  #assertUnavailable(error: unknown): void {
    if (!isUnavailable(error)) this.#world.accuse(`a delivery ended with ${String(error)}`);
  }
}

/** The storage did not answer: the outcome is unknown. */
export function isUnavailable(error: unknown): boolean {
  return BookingError.is(error) && error.code === 'unavailable';
}
