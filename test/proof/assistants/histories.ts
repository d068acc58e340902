/** Guests book by assistants while servers are killed and calls are repeated: each keeps exactly one booking. */
import { setTimeout as pause } from 'node:timers/promises';
import { between, chanceOf } from '../seating/random.ts';
import { type Answer, callTool, type Facts, type Fetch } from './calls.ts';
import { bookingsOf, dateAt, instantAt, type World } from './world.ts';

/** The servers of a run; a call to one that is killed throws. */
export interface Servers {
  readonly all: readonly Fetch[];
  /** Kills a server, and starts it again. */
  kill(index: number): Promise<void>;
}

export interface HistoryTally {
  histories: number;
  repeats: number;
  unanswered: number;
  kills: number;
}

interface Options {
  readonly seed: number;
  readonly histories: number;
  /** The first date is two days after. Defaults to that of the world. */
  readonly fromMs?: number;
  /** Guests at the same time. */
  readonly together: number;
}

const TRIES_MAX = 3_000;
/** Calls between two kills, without those during a restart. */
const KILL_EVERY = 15;
/** After a call without an answer. */
const PAUSE_MS = 5;

/** Plays the histories; a description of the first lost, doubled or shared booking, or null. */
export async function playHistories(
  world: Pick<World, 'engine' | 'keys'>,
  servers: Servers,
  { seed, histories, together, fromMs }: Options,
): Promise<{ readonly wrong: string | null; readonly tally: HistoryTally }> {
  const chance = chanceOf(seed);
  const tally: HistoryTally = { histories: 0, repeats: 0, unanswered: 0, kills: 0 };
  const [key] = world.keys;
  const meant = new Map<string, string>();
  const handles = new Map<string, string>();
  let wrong: string | null = null;

  let calls = 0;
  let isKilling = false;
  let killing = Promise.resolve();
  /** Kills a server that has a call, from time to time. */
  function killNow(at: number): void {
    if (isKilling || (calls += 1) % KILL_EVERY !== 0) return;
    tally.kills += 1;
    isKilling = true;
    killing = servers.kill(at).finally(() => (isKilling = false));
  }

  /** Until it is answered, at one server or the other; sometimes once more. */
  async function use(tool: string, args: Facts): Promise<Answer> {
    let answer: Answer | null = null;
    for (let tries = 0; tries < TRIES_MAX && (!answer || chance() < 0.2); tries++) {
      if (tries > 0) tally.repeats += 1;
      try {
        const at = between(chance, 0, servers.all.length - 1);
        const calling = callTool(servers.all[at]!, { tool, args, key });
        killNow(at);
        const next = await calling;
        const isPassing = ['unavailable', 'rate_limited'].includes(next.facts.reason);
        if (!isPassing || !answer) answer = isPassing ? null : next;
      } catch {
        tally.unanswered += 1;
        await pause(PAUSE_MS);
      }
    }
    if (!answer) throw new Error(`${tool} was never answered`);
    return answer;
  }

  async function guest(nth: number): Promise<void> {
    const name = `Guest ${nth}`;
    for (let tries = 0; tries < 5; tries++) {
      const search = {
        date: dateAt(between(chance, 2, 300), fromMs),
        time: '12:00',
        party_size: between(chance, 1, 4),
      };
      const { times = [] } = (await use('find_times', search)).facts;
      if (times.length === 0) continue;
      const { hold, date, weekday, time, party_size } = (await use('hold_table', { offer: times[0].offer }))
        .facts;
      if (hold === undefined) continue;
      const expect = { date, weekday, time, party_size };
      const contact = { name, email: `guest-${nth}@example.com` };
      const { facts, isRejected } = await use('book_table', { hold, expect, ...contact });
      if (isRejected) continue;
      const known = handles.get(facts.booking);
      if (known !== undefined) wrong ??= `${name} shares the booking of ${known}`;
      handles.set(facts.booking, name);
      meant.set(name, `${instantAt(date, time)} ${party_size}`);
      break;
    }
    tally.histories += 1;
  }

  for (let first = 0; first < histories && !wrong; first += together) {
    const count = Math.min(together, histories - first);
    await Promise.all(Array.from({ length: count }, (_, i) => guest(first + i)));
  }
  await killing;
  const found = new Map<string, string>();
  for (const { name, startMs, partySize } of await bookingsOf(world)) {
    if (found.has(name!)) wrong ??= `${name} has two bookings`;
    found.set(name!, `${startMs} ${partySize}`);
  }
  for (const [name, facts] of meant)
    if (found.get(name) !== facts)
      wrong ??= `${name}: booked ${facts}, stored ${found.get(name) ?? 'nothing'}`;
  return { wrong, tally };
}

/** Two servers in this process. A kill loses the answers of one of them, and another begins on the same database. */
export async function localServers(world: World): Promise<Servers> {
  const start = [await world.opening(), await world.opening()];
  const running = start.map((one) => one());
  const lives = running.map(() => 0);
  return {
    all: running.map((_, i) => async (request: Request) => {
      const life = lives[i];
      const response = await running[i]!.fetch(request);
      if (life !== lives[i]) throw new Error('killed');
      return response;
    }),
    async kill(i) {
      lives[i] = lives[i]! + 1;
      running[i]!.detach();
      running[i] = start[i]!();
    },
  };
}

/** A server that forgets: a repeated call is another call. */
export function forgetting(servers: Servers): Servers {
  const seen = new Set<string>();
  return {
    ...servers,
    all: servers.all.map((fetch) => async (request) => {
      const body: Facts = JSON.parse(await request.clone().text());
      const { name, arguments: args } = body.params;
      const isAgain = name === 'book_table' && seen.has(args.hold);
      if (name === 'book_table') seen.add(args.hold);
      if (!isAgain) return fetch(request);
      const key = request.headers.get('authorization')!.replace('Bearer ', '');
      const use = (tool: string, given: Facts): Promise<Answer> =>
        callTool(fetch, { tool, args: given, key });
      const { date, time, party_size } = args.expect;
      const { times } = (await use('find_times', { date, time, party_size })).facts;
      const { hold, ...held } = (await use('hold_table', { offer: times[0].offer })).facts;
      const expect = { date: held.date, weekday: held.weekday, time: held.time, party_size };
      const booked = await use('book_table', { ...args, hold, expect });
      return Response.json({ jsonrpc: '2.0', id: 1, result: booked.result });
    }),
  };
}
