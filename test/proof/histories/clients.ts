/** Clients that book, hold, move, cancel and read on one date of one location, at any server, and record the answers. */
import { setTimeout as pause } from 'node:timers/promises';
import { between, type Chance, pick } from '../seating/random.ts';
import type { History, Operation, Request } from './history.ts';
import type { RunServer } from './installation.ts';
import { type Ground, type KnownParty, type Reply, stateOf, type Wire, wireNameOf, wireOf } from './wire.ts';
import { FINAL, free, held, made, NONE, REFUSED, shown } from './model.ts';

/** A client gives up here, and does not know. */
const PATIENCE_MS = 5000;

/** The holds of a history: more than ten concurrent ones would exceed the limit of a key. */
const HOLDS_MAX = 8;

/** The clients of one history. */
export class Scripted {
  readonly ground: Ground;
  readonly parties: KnownParty[] = [];
  /** Unexpected answers. */
  readonly oddities: string[] = [];
  readonly #operations: Operation[] = [];
  readonly #servers: readonly RunServer[];
  readonly #chance: Chance;

  constructor(ground: Ground, servers: readonly RunServer[], chance: Chance) {
    this.ground = ground;
    this.#servers = servers;
    this.#chance = chance;
  }

  get history(): History {
    return { name: `${this.ground.name} (${this.ground.date})`, operations: this.#operations };
  }

  async run(clients: number, requests: number): Promise<void> {
    await Promise.all(
      Array.from({ length: clients }, (_, client) => this.#client(`client ${client}`, requests)),
    );
  }

  /** When all is calm each server is asked for everything. */
  async lookAtTheEnd(): Promise<void> {
    for (const server of this.#servers) {
      await this.#list('last look', server);
      await this.#perform('last look', server, {
        kind: 'availability',
        partySize: between(this.#chance, 1, 6),
      });
    }
  }

  /** Records the stored state of each party at the end. */
  noteStored(answers: ReadonlyMap<string, string>): void {
    const nowMs = performance.now();
    for (const { name } of this.parties)
      this.#note(
        { client: 'database', server: 0, invokedMs: nowMs, returnedMs: nowMs },
        { kind: 'stored', party: name },
        answers.get(name) ?? NONE,
      );
  }

  async #client(client: string, requests: number): Promise<void> {
    for (let i = 0; i < requests; i++) {
      await pause(this.#chance() * 250);
      if (this.#chance() < 0.05) {
        await this.#list(client, await this.#aServer());
        continue;
      }
      const request = this.#next();
      const isKnown = await this.#perform(client, await this.#aServer(), request);
      // A careful client retries, another one continues.
      if (!isKnown && this.#chance() < 0.5) await this.#perform(client, await this.#aServer(), request);
    }
  }

  async #aServer(): Promise<RunServer> {
    for (;;) {
      const up = this.#servers.filter(({ isUp }) => isUp);
      if (up.length > 0) return pick(this.#chance, up);
      await pause(20);
    }
  }

  #next(): Request {
    const chance = this.#chance;
    const recent = this.parties.slice(-8);
    const booked = recent.filter(({ bookingId }) => bookingId !== undefined);
    const holding = recent.filter(({ holdId }) => holdId !== undefined);
    const roll = chance();
    if (roll < 0.28 || recent.length === 0) return this.#newParty();
    if (roll < 0.36) return pick(chance, recent).first;
    if (roll < 0.44) return { kind: 'availability', partySize: between(chance, 1, 6) };
    if (roll < 0.6 && holding.length > 0)
      return { kind: chance() < 0.7 ? 'confirm' : 'release', party: pick(chance, holding).name };
    if (booked.length === 0) return this.#newParty();
    const party = pick(chance, booked).name;
    if (roll < 0.74) return { kind: 'read', party };
    if (roll < 0.85) return { kind: 'cancel', party };
    const what = chance();
    return {
      kind: 'move',
      party,
      ...(what < 0.7 && { startMs: pick(chance, this.ground.startsMs) }),
      ...(what > 0.5 && { partySize: between(chance, 1, 6) }),
    };
  }

  #newParty(): Request {
    const chance = this.#chance;
    const holds = this.parties.filter(({ first }) => first.kind === 'hold').length;
    const first: KnownParty['first'] = {
      kind: chance() < 0.35 && holds < HOLDS_MAX ? 'hold' : 'create',
      party: `p${this.parties.length}`,
      startMs: pick(chance, this.ground.startsMs),
      partySize: between(chance, 1, chance() < 0.2 ? 6 : 4),
    };
    this.parties.push({ name: first.party, first });
    return first;
  }

  /** Sends it and notes what came of it; whether that is known. */
  async #perform(client: string, server: RunServer, request: Request): Promise<boolean> {
    const party = 'party' in request ? this.parties.find(({ name }) => name === request.party) : undefined;
    const invokedMs = performance.now();
    const reply = await this.#send(server, wireOf(this.ground, request, party));
    const returnedMs = performance.now();
    const answer = reply && this.#answerOf(request, reply, party);
    const seen = {
      client,
      server: server.number,
      invokedMs,
      returnedMs: answer === null ? null : returnedMs,
    };
    this.#note(seen, request, answer);
    return answer !== null;
  }

  /** Asks for the list of the date, and notes what it has of each party. */
  async #list(client: string, server: RunServer): Promise<void> {
    const { locationId, date } = this.ground;
    const invokedMs = performance.now();
    const answers = new Map<string | null, string>();
    for (let cursor = '', isLast = false; !isLast;) {
      const path = `/bookings?locationId=${locationId}&from=${date}&to=${date}&limit=200${cursor}`;
      const reply = await this.#send(server, ['GET', path]);
      if (!reply || reply.status === 503) return;
      const { bookings, hasMore, nextCursor } = reply.body;
      if (reply.status !== 200 || new Set(bookings!.map(({ id }) => id)).size < bookings!.length)
        return void this.oddities.push(`list: ${reply.status} ${JSON.stringify(reply.body)}`);
      for (const one of bookings!) answers.set(one.partnerBookingRef, shown(stateOf(one)));
      cursor = `&cursor=${nextCursor}`;
      isLast = hasMore !== true;
    }
    const seen = { client, server: server.number, invokedMs, returnedMs: performance.now() };
    for (const { name } of this.parties)
      this.#note(seen, { kind: 'listed', party: name }, answers.get(wireNameOf(this.ground, name)) ?? NONE);
  }

  #note(
    seen: Pick<Operation, 'client' | 'server' | 'invokedMs' | 'returnedMs'>,
    request: Request,
    answer: string | null,
  ): void {
    this.#operations.push({ id: this.#operations.length, ...seen, request, answer });
  }

  async #send(server: RunServer, [method, path, body]: Wire): Promise<Reply | null> {
    try {
      const answer = await fetch(server.base + path, {
        method,
        headers: { authorization: `Bearer ${this.ground.key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return {
        status: answer.status,
        isReplay: answer.headers.get('idempotent-replayed') === 'true',
        body: (await answer.json()) as Reply['body'],
      };
    } catch {
      return null; // the connection broke, or it takes too long
    }
  }

  /** As the model writes it; null where it is open what was done. */
  #answerOf(
    request: Request,
    { status, isReplay, body }: Reply,
    party: KnownParty | undefined,
  ): string | null {
    const { kind } = request;
    if (status === 503) return null;
    if (status === 409 && ['create', 'hold', 'confirm', 'move'].includes(kind)) return REFUSED;
    if (status === 400 && kind === 'move') return FINAL;
    if (status !== 200 && status !== 201) {
      this.oddities.push(`${kind}: ${status} ${JSON.stringify(body)}`);
      return null;
    }
    switch (kind) {
      case 'create':
      case 'confirm':
        this.#learn(party!, 'bookingId', body.id!);
        return made(isReplay ? 'replayed' : 'booked', { ...stateOf(body), status: body.status! });
      case 'hold':
        this.#learn(party!, 'holdId', body.id!);
        return held(isReplay ? 'held before' : 'held', stateOf(body));
      case 'cancel':
        return 'cancelled';
      case 'release':
        return 'released';
      case 'read':
      case 'move':
        return body.id === party!.bookingId ? shown(stateOf(body)) : `another booking, ${body.id}`;
      case 'availability':
        return free(body.slots!.filter(({ available }) => available).map(({ slot }) => Date.parse(slot)));
      case 'listed':
      case 'stored':
        throw new Error('is not asked of a server');
      default:
        return kind satisfies never;
    }
  }

  /** The same party has the same booking, for every client and every repeat. */
  #learn(party: KnownParty, of: 'holdId' | 'bookingId', id: string): void {
    if (party[of] !== undefined && party[of] !== id)
      this.oddities.push(`${wireNameOf(this.ground, party.name)} is ${party[of]}, and ${id}`);
    party[of] = id;
  }
}
