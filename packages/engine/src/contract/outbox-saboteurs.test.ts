import { replacement } from '../core/access/records.ts';
import { contractDetects, letOthersIn, type Sabotage, withFaulty } from '../../test-support/saboteur.ts';
import { type Delivery, MAIL_QUEUE, type Settlement } from '../core/outbox/delivery.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Storage } from '../ports/storage.ts';

const outbox = (sound: Storage, faulty: Partial<Outbox>): Storage => withFaulty(sound, 'outbox', faulty);

/** Acts while all endpoints are disabled, or enabled. */
async function whileAll<R>(sound: Storage, disabledMs: number | null, act: () => Promise<R>): Promise<R> {
  const before = await sound.records.list('endpoints');
  for (const { id } of before)
    await sound.records.amend(replacement('endpoints', id, (endpoint) => ({ ...endpoint, disabledMs })));
  try {
    return await act();
  } finally {
    for (const endpoint of before)
      await sound.records.amend(replacement('endpoints', endpoint.id, () => endpoint));
  }
}

/** A storage that saves another settlement than the rule has made. */
const settledAs =
  (change: (settlement: Settlement) => Settlement): Sabotage =>
  (sound) =>
    outbox(sound, {
      settle: (leased, attempt, rule) =>
        sound.outbox.settle(leased, attempt, (endpoint) => change(rule(endpoint))),
    });

const leasing: Record<string, Sabotage> = {
  'leases ignored': (sound) =>
    outbox(sound, { lease: (request) => sound.outbox.lease({ ...request, leaseMs: 0 }) }),

  'leases that never end': (sound) =>
    outbox(sound, { lease: (request) => sound.outbox.lease({ ...request, leaseMs: 1e12 }) }),

  'one queue leased to several workers': (sound) =>
    outbox(sound, { leaseFrom: (queue, limit) => sound.outbox.leaseFrom(queue, limit, 0) }),

  'a queue leased without its limit': (sound) =>
    outbox(sound, { leaseFrom: (queue, limit) => sound.outbox.leaseFrom(queue, limit, 1e12) }),

  'a closed queue never leased': (sound) =>
    outbox(sound, {
      leaseFrom: async (queue, ...rest) =>
        (await sound.records.find('endpoints', { id: queue }))?.disabledMs == null
          ? sound.outbox.leaseFrom(queue, ...rest)
          : [],
    }),

  'the latest due delivery first': (sound) =>
    outbox(sound, {
      leaseFrom: async (...given) => (await sound.outbox.leaseFrom(...given)).toReversed(),
    }),

  'leases counted as failures': (sound) =>
    outbox(sound, {
      lease: async (request) =>
        (await sound.outbox.lease(request)).map((leased) => ({ ...leased, failures: leased.lease - 1 })),
    }),

  'the limit of a queue ignored': (sound) =>
    outbox(sound, {
      lease: (request) =>
        sound.outbox.lease({ ...request, perQueue: request.limit, inFlightByQueue: new Map() }),
    }),

  'leased deliveries not counted': (sound) =>
    outbox(sound, { lease: (request) => sound.outbox.lease({ ...request, inFlightByQueue: new Map() }) }),

  'no further leases of a fast queue': (sound) =>
    outbox(sound, { lease: (request) => sound.outbox.lease({ ...request, extraByQueue: new Map() }) }),

  'further leases of every queue': (sound) =>
    outbox(sound, {
      lease: (request) =>
        sound.outbox.lease({ ...request, perQueue: request.perQueue + (request.extraByQueue?.size ?? 0) }),
    }),

  'a returned delivery at the end of the queue': settledAs(({ retryAfterMs = 0, ...rest }) => ({
    ...rest,
    retryAfterMs: Math.max(0, retryAfterMs),
  })),

  'a backlog that delays other queues': (sound) =>
    outbox(sound, {
      async lease(request) {
        const queues = [MAIL_QUEUE, ...(await sound.records.list('endpoints')).map(({ id }) => id)];
        const records = await Promise.all(queues.map((queue) => sound.outbox.ofQueue(queue, 1000)));
        const waiting = records.flat().filter(({ state }) => state === 'waiting');
        const oldest = waiting.toSorted((a, b) => a.dueMs - b.dueMs).slice(0, request.limit);
        const first = new Set(oldest.map(({ queue }) => queue));
        const leased = await sound.outbox.lease(request);
        return leased.filter(({ queue }) => first.has(queue));
      },
    }),

  'closed queues leased': (sound) =>
    outbox(sound, {
      lease: (request) => whileAll(sound, null, () => sound.outbox.lease(request)),
    }),

  'deliveries leased before they are due': (sound) =>
    outbox(sound, {
      add: (deliveries) => sound.outbox.add(deliveries.map((delivery) => ({ ...delivery, dueMs: null }))),
    }),

  'a lease taken before it ends': (sound) =>
    outbox(sound, {
      nextDueInMs: async () => ((await sound.outbox.stats()).due > 0 ? 0 : null),
    }),
};

const settling: Record<string, Sabotage> = {
  'a settlement after the lease ended': (sound) => {
    const leases = new Map<string, number>();
    return outbox(sound, {
      async lease(request) {
        const leased = await sound.outbox.lease(request);
        for (const { id, lease } of leased) leases.set(id, lease);
        return leased;
      },
      settle: (leased, attempt, rule) =>
        sound.outbox.settle({ ...leased, lease: leases.get(leased.id) ?? 0 }, attempt, rule),
    });
  },

  'a rejected settlement reported as saved': (sound) =>
    outbox(sound, {
      settle: async (...args) => (await sound.outbox.settle(...args)) || true,
    }),

  'the endpoint read before the lock': (sound) =>
    outbox(sound, {
      async settle(leased, attempt, rule) {
        const endpoint = await sound.records.find('endpoints', { id: leased.queue });
        await letOthersIn();
        return sound.outbox.settle(leased, attempt, () => rule(endpoint));
      },
    }),

  'the endpoint saved after the settlement': (sound) =>
    outbox(sound, {
      async settle(leased, attempt, rule) {
        let changed: Settlement['endpoint'];
        const isSettled = await sound.outbox.settle(leased, attempt, (endpoint) => {
          const { endpoint: after, ...rest } = rule(endpoint);
          changed = after;
          return rest;
        });
        await letOthersIn();
        const after = changed;
        if (after) await sound.records.amend(replacement('endpoints', after.id, () => after));
        return isSettled;
      },
    }),

  'messages of a settlement written before it': (sound) =>
    outbox(sound, {
      async settle(leased, attempt, rule) {
        const { deliveries } = rule(await sound.records.find('endpoints', { id: leased.queue }));
        await sound.outbox.add(deliveries ?? []);
        return sound.outbox.settle(leased, attempt, rule);
      },
    }),

  'messages of a settlement lost': settledAs((settlement) => ({ ...settlement, deliveries: [] })),

  'the body of a settlement lost': settledAs((one) => ('body' in one ? { state: one.state } : one)),

  'attempts lost': (sound) =>
    outbox(sound, { settle: (leased, _attempt, rule) => sound.outbox.settle(leased, null, rule) }),

  'failures lost': settledAs((settlement) => ({ ...settlement, failed: false })),

  'errors of a rule swallowed': (sound) =>
    outbox(sound, {
      settle: (leased, attempt, rule) => sound.outbox.settle(leased, attempt, rule).catch(() => false),
    }),
};

type Settle = Outbox['settle'];

/** Settles events about dates differently. */
function settlingDated(sound: Storage, settle: Settle): Storage {
  const dated = new Set<string>();
  return outbox(sound, {
    add(deliveries) {
      for (const { id, covers } of deliveries) if (covers) dated.add(id);
      return sound.outbox.add(deliveries);
    },
    settle: (leased, ...rest) => (dated.has(leased.id) ? settle : sound.outbox.settle)(leased, ...rest),
  });
}

/** Another settlement for deliveries that wait again. */
const instead =
  (rule: Parameters<Settle>[2], other: Partial<Settlement>): Parameters<Settle>[2] =>
  (endpoint) => {
    const settlement = rule(endpoint);
    return settlement.state === 'waiting' ? { ...settlement, ...other } : settlement;
  };

const givingWay: Record<string, Sabotage> = {
  'an event that was not sent never replaced by a later one': (sound) =>
    settlingDated(sound, async (leased, attempt, rule) => {
      const isSettled = await sound.outbox.settle(leased, attempt, instead(rule, { state: 'failed' }));
      await sound.outbox.restart(leased.queue, 'failed');
      return isSettled;
    }),

  'an event about dates replaced by one with fewer dates': (sound) =>
    settlingDated(sound, async (leased, attempt, rule) => {
      const records = await sound.outbox.ofQueue(leased.queue, 1000);
      const isOneLater = records.some(({ id, state }) => state === 'waiting' && id !== leased.id);
      const dropped = isOneLater ? instead(rule, { state: 'dropped' }) : rule;
      return sound.outbox.settle(leased, attempt, dropped);
    }),

  'the pause after a failed attempt lost': (sound) =>
    settlingDated(sound, (leased, attempt, rule) =>
      sound.outbox.settle(leased, attempt, instead(rule, { retryAfterMs: 0 })),
    ),
};

const records: Record<string, Sabotage> = {
  'a message added twice written twice': (sound) => {
    const known = new Set<string>();
    const named = (delivery: Delivery): Delivery => {
      const id = known.has(delivery.id) ? `${delivery.id} again` : delivery.id;
      known.add(id);
      return { ...delivery, id };
    };
    return outbox(sound, { add: (deliveries) => sound.outbox.add(deliveries.map(named)) });
  },

  'a manual success that is not settled': (sound) =>
    outbox(sound, {
      async record(delivery, attempt) {
        await sound.outbox.add([delivery]);
        await sound.outbox.record(delivery, { ...attempt, outcome: 'status 500' });
      },
    }),

  'a message in a manual attempt leased to workers': (sound) =>
    outbox(sound, {
      async record(delivery, attempt) {
        await sound.outbox.add([delivery]);
        await sound.outbox.record(delivery, attempt);
      },
    }),

  'the oldest listed first': (sound) =>
    outbox(sound, {
      ofQueue: async (...args) => (await sound.outbox.ofQueue(...args)).toReversed(),
    }),

  'deliveries of other queues found': (sound) =>
    outbox(sound, {
      async find(queue, eventId) {
        const queues = [queue, ...(await sound.records.list('endpoints')).map(({ id }) => id)];
        const found = await Promise.all(queues.map((other) => sound.outbox.find(other, eventId)));
        return found.find((record) => record !== null) ?? null;
      },
    }),

  'settled and waiting deliveries restarted': (sound) =>
    outbox(sound, {
      restart: async (queue) =>
        (await sound.outbox.restart(queue, 'failed')) + (await sound.outbox.restart(queue, 'waiting')),
    }),

  'attempts before a restart still counted': (sound) =>
    outbox(sound, {
      lease: async (request) =>
        Promise.all(
          (await sound.outbox.lease(request)).map(async (leased) => {
            const record = await sound.outbox.find(leased.queue, leased.eventId);
            return { ...leased, failures: record?.attempts.length ?? 0 };
          }),
        ),
    }),

  'closed queues counted as due': (sound) =>
    outbox(sound, { stats: () => whileAll(sound, null, () => sound.outbox.stats()) }),

  'waiting deliveries of open queues purged': (sound) =>
    outbox(sound, { purge: (...args) => whileAll(sound, 0, () => sound.outbox.purge(...args)) }),

  'deliveries purged before their time': (sound) =>
    outbox(sound, {
      purge: (waitingSinceMs, createdBeforeMs) =>
        sound.outbox.purge(waitingSinceMs, createdBeforeMs, Infinity),
    }),
};

contractDetects('outbox', { ...leasing, ...settling, ...givingWay, ...records });
