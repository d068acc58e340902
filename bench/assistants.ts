/**
 * P18: what a call of the MCP server costs beyond the API operation that does the same, on SQLite, over sockets.
 *
 *     node --conditions=@bord/source bench/run.ts assistants
 */
import { fixtures } from '@bord/engine/testing';
import { type Figure, interleaved, median, ratioOf } from './figure.ts';
import { furnish } from './http.ts';
import { FORTY_ALIKE, type Visit, visits } from './restaurant.ts';
import { build, connectTo, cpuOf, newFolder, requestOf, startBord } from './server.ts';

const { LOCATION_ID } = fixtures;
const API = '/v1/partner-api';
const WARM_UP = 10;
const ROUNDS = 41;
/** Bookings a round: a partner can hold so many tables at a time. */
const HOLDS = 10;
const SEARCHES = 50;
const GUEST = { name: 'Alva Lind', email: 'alva@example.com' };
const META = 'io.modelcontextprotocol';
const VERSION = '2026-07-28';

type Facts = Readonly<Record<string, unknown>>;

export async function run(): Promise<Figure[]> {
  build();
  const folder = newFolder();
  const key = await furnish(folder);
  const server = await startBord(folder);
  const connection = await connectTo(server);
  const next = visits(FORTY_ALIKE);

  async function post(
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Facts> {
    const answer = await connection.ask(requestOf('POST', path, key, body, headers));
    if (answer.status >= 300) throw new Error(`${path} is ${answer.status}: ${answer.body.toString()}`);
    return JSON.parse(answer.body.toString()) as Facts;
  }
  async function use(name: string, args: object): Promise<Facts> {
    const meta = {
      [`${META}/protocolVersion`]: VERSION,
      [`${META}/clientInfo`]: { name: 'bench', version: '1' },
      [`${META}/clientCapabilities`]: {},
    };
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta: meta },
    };
    const headers = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': name };
    const { result } = (await post('/mcp', body, headers)) as { readonly result: Facts };
    if (result['isError'] === true) throw new Error(`${name}: ${JSON.stringify(result)}`);
    return result['structuredContent'] as Facts;
  }
  const find = ({ date, startMs }: Visit): Promise<Facts> =>
    use('find_times', { date, time: new Date(startMs).toISOString().slice(11, 16), party_size: 2 });
  /** The processor's time of the server in µs, for each of them. */
  async function cost<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
    const before = cpuOf(server);
    for (const one of all) await work(one);
    return (cpuOf(server) - before) / all.length;
  }
  const some = (count: number): readonly Visit[] => Array.from({ length: count }, next);

  const bookings = {
    async figure() {
      const held: Facts[] = [];
      for (const visit of some(HOLDS)) {
        const { times } = (await find(visit)) as { readonly times: readonly [Facts] };
        held.push(await use('hold_table', { offer: times[0]['offer'] }));
      }
      return cost(held, ({ hold, date, weekday, time, party_size }) =>
        use('book_table', { hold, ...GUEST, expect: { date, weekday, time, party_size } }),
      );
    },
    ceiling: () =>
      cost(some(HOLDS), ({ startMs, number }) =>
        post(`${API}/locations/${LOCATION_ID}/bookings`, {
          startsAt: new Date(startMs).toISOString(),
          partySize: 2,
          idempotencyKey: `bench ${number}`,
          ...GUEST,
        }),
      ),
  };
  const day = next();
  const searches = {
    figure: () =>
      cost(
        Array.from({ length: SEARCHES }, () => day),
        find,
      ),
    ceiling: () =>
      cost(Array.from({ length: SEARCHES }), () =>
        post(`${API}/availability/search`, {
          locationIds: [LOCATION_ID],
          date: day.date,
          partySize: 2,
        }),
      ),
  };
  for (const measures of [bookings, searches]) await interleaved(WARM_UP, measures);
  const booked = await interleaved(ROUNDS, bookings);
  const searched = await interleaved(ROUNDS, searches);
  connection.end();
  await server.stop();
  return [
    {
      goal: 'P18',
      what: 'book_table of an assistant with an API key, SQLite',
      unit: 'µs CPU',
      figure: median(booked.figure),
      ceiling: median(booked.ceiling),
      against: 'POST /bookings',
      ratio: ratioOf(booked.figure, booked.ceiling),
      atMost: 1.2,
    },
    {
      goal: 'P18',
      what: 'find_times: milliseconds above the search operation',
      unit: 'µs CPU',
      figure: median(searched.figure),
      ceiling: median(searched.ceiling),
      against: 'POST /availability/search',
      ratio: median(searched.figure.map((used, round) => (used - searched.ceiling[round]!) / 1000)),
      atMost: 5,
    },
  ];
}
