import { lookup, Resolver } from 'node:dns/promises';

/** All IP addresses of a name, at least one; rejects if there is none. Can give up when the signal aborts. */
export type FindAddresses = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const QUERY = { timeout: 1_000, tries: 2 };

/** Queries DNS directly: the system's lookup occupies one of few threads, so two receivers with dead DNS would block every other name. */
export function addressesInDns(servers?: readonly string[]): FindAddresses {
  return async (name, signal) => {
    const resolver = new Resolver(QUERY); // a new one, because each reads the current configuration
    if (servers) resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [first] = answers;
    if (found.length === 0 && first.status === 'rejected') throw first.reason as Error;
    return found;
  };
}

/** Uses the system resolver, which also knows the hosts file and local names. */
export const addressesOfSystem: FindAddresses = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);
