/** One process of a race: sends the ordered number of concurrent bookings over the partner API, and reports the answers. */
import { createPartnerApi } from '@bord/adapter-http';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { BookingError, type Engine, type MoveRequest, type Storage } from '@bord/engine';
import type { BookingStore } from '@bord/engine/storage';
import { checkedFetch, createTrafficCheck } from '../support/openapi-traffic.ts';
import { BASE, PATIENT } from '../support/world.ts';
import { carryOut, type Change, engineOn, subjectOf } from './one-booking.ts';

/** How the store of the rivals is broken: a control must fail. */
export type Sabotage = 'none' | 'no lock' | 'key looked up early';

/**
 * A request of a partner. `MOVE` is an operator's move, which has no API: its path is the booking's id. The same holds for `CHANGE`, whose body
 * is a {@link Change} and whose answer is a {@link Told}.
 */
export interface RivalRequest {
  readonly method: 'GET' | 'POST' | 'MOVE' | 'CHANGE';
  readonly path: string;
  readonly body?: unknown;
}

/** The order of a rival. */
export interface Order {
  readonly requests: readonly RivalRequest[];
}

export interface Reply {
  readonly status: number;
  readonly id: string | null;
  readonly isReplay: boolean;
  readonly text: string;
}

/** The race that a rival takes part in, until the next one. */
export interface Entry {
  /** A PostgreSQL URL, or the path of an SQLite file. */
  readonly database: string;
  readonly sabotage: Sabotage;
  readonly key: string;
}

/** A command to a rival: enter a race (answered `entered`), execute an order (answered by its replies), leave it (`left`). */
export type Command = { readonly enter: Entry } | { readonly order: Order } | 'leave';

interface Session {
  readonly engine: Engine;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly key: string;
  close(): Promise<void>;
}

const check = createTrafficCheck();
let session: Session;

process.on('message', (call: Command) => void obey(call).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());

async function obey(call: Command): Promise<unknown> {
  if (call === 'leave') {
    await session.close();
    return 'left';
  }
  if ('order' in call) return Promise.all(call.order.requests.map(carry));
  session = await enter(call.enter);
  return 'entered';
}

async function enter({ database, sabotage, key }: Entry): Promise<Session> {
  const sound: Storage = database.startsWith('postgres:')
    ? pgStorage({ url: database, connections: 12, limits: PATIENT })
    : sqliteStorage({ path: database });
  const storage: Storage = { ...sound, bookings: { ...sound.bookings, amend: amendWith(sound, sabotage) } };
  const engine = engineOn(storage);
  const api = createPartnerApi({ engine, onError: (error) => console.error(error) });
  await sound.check();
  return {
    engine,
    fetch: checkedFetch(check, api.fetch),
    key,
    async close() {
      engine.detach();
      await sound.close();
    },
  };
}

function carry(request: RivalRequest): Promise<Reply> {
  if (request.method === 'MOVE') return move(request);
  return request.method === 'CHANGE' ? change(request) : ask(request);
}

async function change({ path, body }: RivalRequest): Promise<Reply> {
  const { engine, key } = session;
  const subject = subjectOf(path, await engine.authenticate(key));
  const outcome = await carryOut(engine, subject, body as Change);
  return {
    status: outcome.kind === 'fault' ? 500 : 200,
    id: path,
    isReplay: false,
    text: JSON.stringify(outcome),
  };
}

async function ask({ method, path, body }: RivalRequest): Promise<Reply> {
  const headers = { authorization: `Bearer ${session.key}`, 'content-type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const answer = await session.fetch(`http://bord.test${BASE}${path}`, init);
  const text = await answer.text();
  const { id = null } = JSON.parse(text) as { id?: string };
  return { status: answer.status, id, isReplay: answer.headers.get('idempotent-replayed') === 'true', text };
}

/** 200 for moved, 204 for unchanged, 409 for refused, as an API would say it. */
async function move({ path, body }: RivalRequest): Promise<Reply> {
  const reply = (status: number, text: string): Reply => ({ status, id: null, isReplay: false, text });
  try {
    const outcome = await session.engine.operator.bookings.move(path, body as MoveRequest);
    return reply({ changed: 200, unchanged: 204, refused: 409 }[outcome.kind], outcome.kind);
  } catch (error) {
    const statuses: Partial<Record<string, number>> = { booking_not_found: 404, conflict: 409 };
    return reply((BookingError.is(error) && statuses[error.code]) || 500, String(error));
  }
}

/** The store's own step, or a broken one in its place. */
function amendWith(sound: Storage, fault: Sabotage): BookingStore['amend'] {
  if (fault === 'none') return sound.bookings.amend;
  return async (scope, rule) => {
    const { result: page } = await sound.bookings.amend(scope, (read) => ({ result: read }));
    await new Promise((done) => setTimeout(done, 5));
    if (fault === 'key looked up early') {
      return sound.bookings.amend(scope, (read) => rule({ ...read, named: page.named }));
    }
    const amendment = rule(page);
    return sound.bookings.amend(scope, () => amendment);
  };
}
