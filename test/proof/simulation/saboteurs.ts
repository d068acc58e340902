/** Storages with one fault each, which the simulation has to find: what it is blind to it cannot vouch for. */
import type { Storage } from '@bord/engine';
import type { Delivery, LeasedDelivery, DiaryRow } from '@bord/engine/storage';
import { STAFF_SABOTEURS } from './staff-saboteurs.ts';
import { PLAN_SABOTEURS } from './plan-saboteurs.ts';
import { PENDING_SABOTEURS } from './pending-saboteurs.ts';
import type { Sabotage } from './simulate.ts';

export interface Saboteur {
  readonly sabotage: Sabotage;
  /** The expected violation. */
  readonly guilt: RegExp;
  /** How much is wanted in a history that finds it out; left out: as usual. */
  readonly wishes?: number;
}

const bookings = (sound: Storage, broken: Partial<Storage['bookings']>): Storage => ({
  ...sound,
  bookings: { ...sound.bookings, ...broken },
});

const outbox = (sound: Storage, broken: Partial<Storage['outbox']>): Storage => ({
  ...sound,
  outbox: { ...sound.outbox, ...broken },
});

const atTheDiary: Record<string, Saboteur> = {
  'a page read before the lock': {
    guilt: /table given twice|hold one table concurrently|; expected:|was reported before/,
    sabotage: (sound, turns) =>
      bookings(sound, {
        async amend(scope, rule) {
          const { result: before } = await sound.bookings.amend(scope, (read) => ({ result: read.bookings }));
          await turns.wait();
          return sound.bookings.amend(scope, (page) => rule({ ...page, bookings: before }));
        },
      }),
  },
  'a key looked up before the lock': {
    // A booking that was read too early is also written back to where it no longer is.
    guilt:
      /key given twice|two bookings under one key|was written twice|was reported before|table given twice|; expected:|is completed after|was made of a hold/,
    sabotage: (sound, turns) =>
      bookings(sound, {
        async amend(scope, rule) {
          const { result: named } = await sound.bookings.amend(scope, (read) => ({ result: read.named }));
          await turns.wait();
          return sound.bookings.amend(scope, (page) => rule({ ...page, named }));
        },
      }),
  },
  'events written after the step': {
    guilt: /is not in the outbox of its step|no event|gets the e-mails ""|gets 0 e-mails|gets undefined for/,
    sabotage: (sound, turns) => {
      let steps = 0;
      return bookings(sound, {
        async amend(scope, rule) {
          let late: readonly Delivery[] = [];
          const amendment = await sound.bookings.amend(scope, (page) => {
            const { deliveries = [], ...rest } = rule(page);
            late = deliveries;
            return rest;
          });
          await turns.wait();
          if (++steps % 50 > 0) await sound.outbox.add(late); // else the process ended here
          return amendment;
        },
      });
    },
  },
  'events written before the step': {
    guilt: /without a committed change|availability\.changed.* is not in the outbox of its step/,
    sabotage: (sound, turns) =>
      bookings(sound, {
        async amend(scope, rule) {
          let early: readonly Delivery[] = [];
          await sound.bookings.amend(scope, (page) => {
            early = rule(page).deliveries ?? [];
            return { result: null };
          });
          await sound.outbox.add(early);
          await turns.wait();
          return sound.bookings.amend(scope, rule);
        },
      }),
  },
  'an acknowledged change lost': {
    guilt:
      /acknowledged and not saved|is gone|is not in the outbox of its step|wrote \d+ messages|; expected:|has left and is|became/,
    sabotage: (sound) => {
      let steps = 0;
      return bookings(sound, {
        amend: (scope, rule) =>
          sound.bookings.amend(scope, (page) =>
            ++steps % 100 === 0 ? { result: rule(page).result } : rule(page),
          ),
      });
    },
  },
};

const atTheOutbox: Record<string, Saboteur> = {
  'a settlement by the previous holder': {
    guilt: /settled by a server that does not hold it/,
    sabotage: (sound) => {
      const latest = new Map<string, number>();
      return outbox(sound, {
        async lease(request) {
          const leased = await sound.outbox.lease(request);
          for (const { id, lease } of leased) latest.set(id, lease);
          return leased;
        },
        settle: (leased, attempt, rule) =>
          sound.outbox.settle({ ...leased, lease: latest.get(leased.id)! }, attempt, rule),
      });
    },
  },
  'one delivery leased twice': {
    guilt: /has two leases|follows lease|and was leased again|(?:leased|tables) early/,
    sabotage: (sound) => {
      let leases = 0;
      let last: readonly LeasedDelivery[] = [];
      return outbox(sound, {
        async lease(request) {
          if (++leases % 20 === 0 && last.length > 0) return last;
          last = await sound.outbox.lease(request);
          return last;
        },
      });
    },
  },
  'retries with different bytes': {
    guilt: /came with other bytes/,
    sabotage: (sound) =>
      outbox(sound, {
        lease: async (request) => (await sound.outbox.lease(request)).map(withRetryCounted),
      }),
  },
  'a delivery lost with its process': {
    guilt: /could not be settled by its holder|is stored with other data|has never arrived/,
    sabotage: (sound) =>
      outbox(sound, {
        async lease(request) {
          const leased = await sound.outbox.lease(request);
          const orphans = leased.filter(({ lease, failures }) => lease > failures + 1);
          for (const orphan of orphans) await sound.outbox.settle(orphan, null, () => ({ state: 'dropped' }));
          return leased.filter((delivery) => !orphans.includes(delivery));
        },
      }),
  },
  'a count of failures lost': {
    guilt: /failed in a row, expected/,
    sabotage: (sound) =>
      outbox(sound, {
        settle: (leased, attempt, rule) =>
          sound.outbox.settle(leased, attempt, (endpoint) => {
            const { endpoint: _, ...rest } = rule(endpoint);
            return rest;
          }),
      }),
  },
  'a settlement not saved': {
    guilt: /without a call of its rule/,
    sabotage: (sound) => {
      let settled = 0;
      return outbox(sound, {
        settle: async (leased, attempt, rule) =>
          ++settled % 50 === 0 || sound.outbox.settle(leased, attempt, rule),
      });
    },
  },
};

const elsewhere: Record<string, Saboteur> = {
  'outdated endpoints': {
    guilt: /cannot be verified/,
    sabotage: (sound) => {
      const first = new Map<string, unknown>();
      return {
        ...sound,
        records: {
          ...sound.records,
          async find(kind, by) {
            const found = await sound.records.find(kind, by);
            if (kind !== 'endpoints' || !('id' in by)) return found;
            const id = String(by.id);
            if (!first.has(id)) first.set(id, found);
            return first.get(id) as typeof found;
          },
        },
      };
    },
  },
  'outdated bookings in e-mails': {
    guilt:
      /is a reminder of an outdated booking|is sent to|was dropped and should be sent|should not be sent|has left and is/,
    sabotage: (sound) => {
      const known = new Map<string, DiaryRow | null>();
      let reads = 0;
      return bookings(sound, {
        async find(bookingId, visibility) {
          const now = await sound.bookings.find(bookingId, visibility);
          if (visibility !== null) return now;
          const isStale = ++reads % 5 === 0 && known.has(bookingId);
          const shown = isStale ? known.get(bookingId)! : now;
          known.set(bookingId, known.get(bookingId) ?? now);
          return shown;
        },
      });
    },
  },
};

export const SABOTEURS: Readonly<Record<string, Saboteur>> = {
  ...atTheDiary,
  ...atTheOutbox,
  ...elsewhere,
  ...PENDING_SABOTEURS,
  ...STAFF_SABOTEURS,
  ...PLAN_SABOTEURS,
};

/** Says in the body which attempt it is. */
function withRetryCounted(delivery: LeasedDelivery): LeasedDelivery {
  const { failures, body } = delivery;
  return failures === 0 ? delivery : { ...delivery, body: body.replace(/}$/, `,"attempt":${failures + 1}}`) };
}
