/** Planted faults: each changes requests before a sound server sees them, as a server without that guard would. */
import { callTool, type Facts, type Fetch } from './calls.ts';

export interface Controlled {
  readonly wrap?: (fetch: Fetch) => Fetch;
}

async function read(request: Request): Promise<Facts> {
  return JSON.parse(await request.clone().text());
}

/** Changes the parameters of a call, or the key. */
function changing(change: (params: Facts, seen: Facts[]) => void, key?: string): (fetch: Fetch) => Fetch {
  return (fetch) => {
    const seen: Facts[] = [];
    return async (request) => {
      const body = await read(request);
      change(body.params, seen);
      const headers = new Headers(request.headers);
      if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
      const response = await fetch(
        new Request(request.url, { method: 'POST', headers, body: JSON.stringify(body) }),
      );
      const { result } = (await response.clone().json()) as Facts;
      if (result?.structuredContent) seen.push({ tool: body.params.name, facts: result.structuredContent });
      return response;
    };
  };
}

const lastOf = (seen: Facts[], tool: string): Facts =>
  seen.findLast((one) => one.tool === tool && (one.facts.hold ?? one.facts.times))?.facts;

/** By name. @param keys the two partners of the run */
export const controlsOf = (keys: readonly [string, string]): Readonly<Record<string, Controlled>> => ({
  'the expected facts are not compared': {
    wrap: changing(({ name, arguments: args }, seen) => {
      const held = seen.find((one) => one.facts.hold === args.hold)?.facts;
      if (name !== 'book_table' || !held || !args.expect) return;
      const { date, weekday, time, party_size } = held;
      args.expect = { date, weekday, time, party_size };
    }),
  },
  'altered offers are accepted': {
    wrap: changing(({ name, arguments: args }, seen) => {
      const times: Facts[] = seen.flatMap(({ facts }) => facts.times ?? []);
      if (name === 'hold_table' && !times.some(({ offer }) => offer === args.offer))
        args.offer = lastOf(seen, 'find_times')?.times?.[0]?.offer ?? args.offer;
    }),
  },
  'altered holds are accepted': {
    wrap: changing(({ name, arguments: args }, seen) => {
      if (name === 'book_table' && !seen.some(({ facts }) => facts.hold === args.hold))
        args.hold = lastOf(seen, 'hold_table')?.hold ?? args.hold;
    }),
  },
  'callers are not told apart': { wrap: changing(() => undefined, keys[0]) },
  'offers do not expire': {
    wrap: (fetch) => async (request) => {
      const { params } = await read(request);
      const response = await fetch(request);
      const { result } = (await response.clone().json()) as Facts;
      if (result?.structuredContent?.reason !== 'offer_expired') return response;
      const search = { date: '2027-01-08', time: '12:00', party_size: 2 };
      const key = request.headers.get('authorization')!.replace('Bearer ', '');
      const { facts } = await callTool(fetch, { tool: 'find_times', args: search, key });
      const again = { ...params.arguments, offer: facts.times[0].offer };
      const held = await callTool(fetch, { tool: 'hold_table', args: again, key });
      return Response.json({ jsonrpc: '2.0', id: 1, result: held.result });
    },
  },
});
