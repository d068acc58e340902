import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a name, at least one; rejects when there is none. May give up when the signal aborts. */
export type FindAddresses = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY = { timeout: 1_000, tries: 2 };

/** Asks DNS itself: the system's lookup holds one of few threads, so two receivers with dead DNS would block every other name. */
export function addressesInDns(servers?: readonly string[]): FindAddresses {
  return async (name, signal) => {
    const resolver = new Resolver(QUERY); // a new one, since each reads the configuration anew
    if (servers) resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (found.length === 0 && first.status === 'rejected') throw first.reason as Error;
    return found;
  };
}

/** Asks the system, which also knows the hosts file and the names of its own network. */
export const addressesOfSystem: FindAddresses = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);
