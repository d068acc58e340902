/** The policies of an integrator (D51), with recently loaded facts. Availability shares them by cache key. */
import { type Admission, definePolicy, type Policy, type PolicyCaller } from '../core/location/admission.ts';
import { channelOf } from '../core/access/policy.ts';
import type { StoredFacts, WaitlistRow } from '../core/booking/row.ts';
import { BoundedMap } from '../core/bounded-map.ts';
import { SECOND_MS } from '../core/instant.ts';
import { AVAILABILITY_CACHE_SECONDS } from '../core/limits.ts';
import type { Location } from '../core/location/location.ts';
import type { Clock } from '../ports/clock.ts';
import type { Observer } from '../ports/observer.ts';
import { admissionOf, loadAll } from './ask-policies.ts';
import { createSingleFlight } from './single-flight.ts';

/** A guest with the link of an e-mail. */
export const GUEST: PolicyCaller = { channel: 'web' };

/** Callers that get the same answers. */
export interface Audience {
  /** Identifies them within this process, in keys of answers; empty without policies. */
  readonly name: string;
  readonly admission?: Admission;
  /** The facts by policy, for a waitlist entry; absent if there are none, or if they could not be loaded. */
  readonly facts?: StoredFacts;
}

/** All callers, without policies or if they do not apply. */
export const EVERYONE: Audience = { name: '' };

interface CachedAudience extends Audience {
  readonly untilMs: number;
}

export interface Policies {
  /** Loads the facts. */
  load(policyCaller: PolicyCaller, location: Location): Promise<Audience>;
  /** Uses facts that are at most 8 seconds old. */
  shown(policyCaller: PolicyCaller, location: Location): Promise<Audience>;
  /** As {@link Policies.shown}, without waiting; null if facts must be loaded. */
  recall(policyCaller: PolicyCaller, locationId: string): Audience | null;
  /** Uses the facts of a waitlist entry. A policy that was added later does not apply to it. */
  admissionFor(row: Pick<WaitlistRow, 'facts' | 'channel'>): Admission | undefined;
}

const CALLERS_MAX = 10_000;
const FACTS_MS = AVAILABILITY_CACHE_SECONDS * SECOND_MS;

/** Null for none. Throws a `TypeError` for an invalid policy, and for two with the same id. */
export function createPolicies(
  policies: readonly Policy[],
  clock: Clock,
  observer: Observer,
): Policies | null {
  if (policies.length === 0) return null;
  for (const policy of policies) definePolicy(policy);
  const ids = policies.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) < i);
  if (twice !== undefined)
    throw new TypeError(`policies has two policies with the id "${twice}": each id must be unique`);

  const audiences = new BoundedMap<string, CachedAudience>(CALLERS_MAX);
  const byCaller = new BoundedMap<string, CachedAudience>(CALLERS_MAX);
  const flights = createSingleFlight<Audience>();
  let made = 0;

  async function load(
    policyCaller: PolicyCaller,
    location: Location,
  ): Promise<CachedAudience & { readonly key: string | null }> {
    const untilMs = clock.nowMs() + FACTS_MS;
    const { subject, ...caller } = { subject: undefined, ...policyCaller };
    const known = await loadAll(policies, { caller, subject, location }, observer);
    if ('reason' in known)
      return { name: ` failed ${known.policy}`, admission: () => known, untilMs, key: null };
    const channel = 'channel' in policyCaller ? policyCaller.channel : channelOf(policyCaller);
    return {
      name: ` ${++made}`,
      admission: admissionOf(known, channel, observer),
      facts: Object.fromEntries(known.map(({ policy, facts }) => [policy.id, facts])),
      untilMs,
      key: JSON.stringify([location.id, channel, ...known.map(({ cacheKey }) => cacheKey)]),
    };
  }

  const live = (cached: CachedAudience | undefined): CachedAudience | null =>
    cached && clock.nowMs() < cached.untilMs ? cached : null;
  const recall = (name: string): CachedAudience | null => live(byCaller.get(name));

  async function loadShown(name: string, policyCaller: PolicyCaller, location: Location): Promise<Audience> {
    const { key, ...loaded } = await load(policyCaller, location);
    if (key === null) return loaded;
    const cached = live(audiences.get(key)) ?? loaded;
    audiences.set(key, cached);
    byCaller.set(name, cached);
    return cached;
  }

  return {
    load,
    async shown(policyCaller, location) {
      const name = nameOf(policyCaller, location.id);
      return recall(name) ?? flights.share(name, () => loadShown(name, policyCaller, location));
    },
    recall: (policyCaller, locationId) => recall(nameOf(policyCaller, locationId)),
    admissionFor({ facts, channel }) {
      if (!facts) return undefined;
      const remembered = policies.filter(({ id }) => Object.hasOwn(facts, id));
      const known = remembered.map((policy) => ({ policy, facts: facts[policy.id] }));
      return admissionOf(known, channel, observer);
    },
  };
}

const subjectNumbers = new WeakMap<object, number>();
let subjectsSeen = 0;

/** Names caller, subject and location. Objects are compared by identity. */
function nameOf(policyCaller: PolicyCaller, locationId: string): string {
  const { subject } = policyCaller;
  const keyId = 'channel' in policyCaller ? policyCaller.channel : policyCaller.keyId;
  if ((typeof subject !== 'object' && typeof subject !== 'function') || subject === null)
    return `${locationId} ${keyId} ${typeof subject} ${String(subject)}`;
  const number = subjectNumbers.get(subject) ?? ++subjectsSeen;
  subjectNumbers.set(subject, number);
  return `${locationId} ${keyId} #${number}`;
}
