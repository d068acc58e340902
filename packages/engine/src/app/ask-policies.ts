/** Loads the facts of an integrator's policies (D51) and builds the admission that the core asks. A failure is a rejection and an observed fact. */
import {
  type Admission,
  isPolicyRejection,
  type LoadedFacts,
  type LoadQuestion,
  type Policy,
  type PolicyQuestion,
} from '../core/location/admission.ts';
import type { Rejected } from '../core/location/reason.ts';
import type { Observer } from '../ports/observer.ts';

export interface KnownPolicy extends LoadedFacts<unknown> {
  readonly policy: Policy;
}

const LOAD_MS = 250;
const FACTS_LENGTH_MAX = 4_096;

/** All policies with their facts, or a rejection if some could not be loaded. */
export async function loadAll(
  policies: readonly Policy[],
  question: LoadQuestion,
  observer: Observer,
): Promise<readonly KnownPolicy[] | Rejected> {
  const loaded = await Promise.all(
    policies.map((policy) =>
      loadInTime(policy, question).catch((error: unknown) => failed(policy, error, observer)),
    ),
  );
  return loaded.find((one) => 'reason' in one) ?? loaded.filter((one) => 'facts' in one);
}

async function loadInTime(policy: Policy, question: LoadQuestion): Promise<KnownPolicy> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    const error = new Error(`load of the policy "${policy.id}" took longer than ${LOAD_MS} ms`);
    timer = setTimeout(() => fail(error), LOAD_MS);
  });
  try {
    const loaded: unknown = await Promise.race([policy.load(question), late]);
    return { policy, ...soundFacts(policy, loaded) };
  } finally {
    clearTimeout(timer);
  }
}

/** Facts are kept as JSON, as a waitlist entry stores them: a policy decides on the same facts now and later. */
function soundFacts({ id }: Policy, loaded: unknown): LoadedFacts<unknown> {
  const { facts, cacheKey } = Object(loaded) as Partial<LoadedFacts<unknown>>;
  if (typeof cacheKey !== 'string')
    throw new TypeError(`load of the policy "${id}" must return facts and a cacheKey that is a string`);
  const text = JSON.stringify(facts ?? null) as string | undefined;
  if (text === undefined || text.length > FACTS_LENGTH_MAX)
    throw new TypeError(`facts of the policy "${id}" must be JSON of at most ${FACTS_LENGTH_MAX} characters`);
  return { facts: JSON.parse(text) as unknown, cacheKey };
}

/** Asks the policies in their order; the first rejection is the answer. The observer gets the first failure of each policy. */
export function admissionOf(
  known: readonly Omit<KnownPolicy, 'cacheKey'>[],
  channel: PolicyQuestion['channel'],
  observer: Observer,
): Admission {
  const reported = new Set<Policy>();
  return (slot, partySize, { nowMs, change }) => {
    const question = { slot, partySize, nowMs, channel, change };
    for (const { policy, facts } of known) {
      try {
        const rejected = decided(policy, facts, question);
        if (rejected) return rejected;
      } catch (error) {
        if (reported.has(policy)) return unavailableBy(policy);
        reported.add(policy);
        return failed(policy, error, observer);
      }
    }
    return null;
  };
}

function decided(policy: Policy, facts: unknown, question: PolicyQuestion): Rejected | null {
  const decision: unknown = policy.decide(facts, question);
  if (decision === undefined) return null;
  if (!isPolicyRejection(decision))
    throw new TypeError(`decide of the policy "${policy.id}" must return undefined or the value of reject`);
  const { reason, message } = decision;
  return { reason, message, policy: policy.id };
}

function failed(policy: Policy, error: unknown, observer: Observer): Rejected {
  observer({ kind: 'policy', policy: policy.id, error });
  return unavailableBy(policy);
}

function unavailableBy({ id }: Policy): Rejected {
  return {
    reason: 'policy',
    policy: id,
    message: 'This time cannot be checked at the moment. Try again later.',
  };
}
