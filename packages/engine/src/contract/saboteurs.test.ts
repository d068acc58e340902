import { contractDetects, letOthersIn, type Sabotage, withFaulty } from '../../test-support/saboteur.ts';
import { changedSecondsOf } from '../core/booking/changes.ts';
import type { Snapshot } from '../core/booking/diary.ts';
import type { BookingStore } from '../ports/booking-store.ts';
import type { Storage } from '../ports/storage.ts';

/** Reads a snapshot, lets others in, and only then decides. */
const pauseBeforeRule = (sound: Storage): BookingStore['amend'] => {
  return async (scope, rule) => {
    const { result: snapshot } = await sound.bookings.amend(scope, (read) => ({ result: read }));
    await letOthersIn();
    const amendment = rule(snapshot);
    return sound.bookings.amend(scope, () => amendment);
  };
};

const bookings: Record<string, Sabotage> = {
  "changes in the order of the servers' clocks": (sound) =>
    withFaulty(sound, 'bookings', {
      async changes({ after, ...request }) {
        const { changes } = await sound.bookings.changes({ ...request, after: 0, limit: 1000 });
        const byClock = changes
          .map(({ booking }, i) => ({ booking, position: changedSecondsOf(booking) * 1_000_000 + i / 1000 }))
          .filter(({ position }) => position > after)
          .toSorted((a, b) => a.position - b.position);
        return { changes: byClock, through: byClock.at(-1)?.position ?? after, hasMore: false };
      },
    }),

  'changes listed only once': (sound) => {
    const met = new Set<string>();
    return withFaulty(sound, 'bookings', {
      async changes(request) {
        const page = await sound.bookings.changes(request);
        const changes = page.changes.filter(({ booking }) => request.after === 0 || !met.has(booking.id));
        for (const { booking } of changes) met.add(booking.id);
        return { ...page, changes };
      },
    });
  },

  'no lock between reading and saving': (sound) =>
    withFaulty(sound, 'bookings', { amend: pauseBeforeRule(sound) }),

  'idempotency key looked up outside the step': (sound) =>
    withFaulty(sound, 'bookings', {
      async amend(scope, rule) {
        const { result: early } = await sound.bookings.amend(scope, ({ named }) => ({ result: named }));
        await letOthersIn();
        return sound.bookings.amend(scope, (snapshot) => rule({ ...snapshot, named: early }));
      },
    }),

  'endpoints as the first step saw them': (sound) => {
    let first: Snapshot['endpoints'] | undefined;
    return withFaulty(sound, 'bookings', {
      amend: (scope, rule) =>
        sound.bookings.amend(scope, (snapshot) =>
          rule({ ...snapshot, endpoints: (first ??= snapshot.endpoints) }),
        ),
    });
  },

  'deliveries saved before the booking': (sound) =>
    withFaulty(sound, 'bookings', {
      async amend(scope, rule) {
        const { result: snapshot } = await sound.bookings.amend(scope, (read) => ({ result: read }));
        const { deliveries, ...rest } = rule(snapshot);
        await sound.bookings.amend(scope, () => ({ result: null, deliveries: deliveries ?? [] }));
        return sound.bookings.amend(scope, () => rest);
      },
    }),

  'deliveries lost': (sound) =>
    withFaulty(sound, 'bookings', {
      amend: (scope, rule) =>
        sound.bookings.amend(scope, (snapshot) => {
          const { deliveries: _lost, ...rest } = rule(snapshot);
          return rest;
        }),
    }),

  'an end that overlaps the next start': (sound) =>
    withFaulty(sound, 'bookings', {
      diary: (locationId, { startMs, endMs }) =>
        sound.bookings.diary(locationId, { startMs: startMs - 1, endMs }),
    }),

  'a booking missing at its start': (sound) =>
    withFaulty(sound, 'bookings', {
      diary: async (locationId, interval) =>
        (await sound.bookings.diary(locationId, interval)).filter(
          ({ startMs }) => startMs >= interval.startMs,
        ),
    }),

  'bookings of other partners returned': (sound) =>
    withFaulty(sound, 'bookings', { find: (id) => sound.bookings.find(id, null) }),

  're-seatings lost': (sound) =>
    withFaulty(sound, 'bookings', {
      amend: (scope, rule) =>
        sound.bookings.amend(scope, (snapshot) => {
          const { reseatings: _lost, ...rest } = rule(snapshot);
          return rest;
        }),
    }),

  'a snapshot without the previous step': (sound) => {
    let before: Snapshot | undefined;
    return withFaulty(sound, 'bookings', {
      amend: (scope, rule) =>
        sound.bookings.amend(scope, (snapshot) => {
          const { bookings: shown } = before ?? snapshot;
          if (!before) setImmediate(() => (before = undefined));
          before = snapshot;
          return rule({ ...snapshot, bookings: shown });
        }),
    });
  },

  'a result that differs from the saved row': (sound) =>
    withFaulty(sound, 'bookings', {
      async amend(scope, rule) {
        const { result } = await sound.bookings.amend(scope, rule);
        return { result };
      },
    }),

  'the revision of the plan ignored': (sound) =>
    withFaulty(sound, 'bookings', {
      async amend(scope, rule) {
        const revision = (await sound.locations.get(scope.locationId))?.revision ?? 0;
        return sound.bookings.amend({ ...scope, locationRevision: revision }, rule);
      },
    }),

  'errors of a rule swallowed': (sound) =>
    withFaulty(sound, 'bookings', {
      amend: (scope, rule) => sound.bookings.amend(scope, rule).catch((): never => undefined as never),
    }),

  'ended bookings counted as created before': (sound) =>
    withFaulty(sound, 'bookings', {
      async liveCreatedBefore(locationId, createdMs, limit) {
        const all = await sound.bookings.list(locationId);
        const old = all.filter((booking) => booking.createdMs < createdMs);
        return old
          .toSorted((a, b) => a.createdMs - b.createdMs)
          .slice(0, limit)
          .map(({ id }) => id);
      },
    }),

  'rejections purged without a limit': (sound) =>
    withFaulty(sound, 'bookings', {
      purgeRefusals: (requestedBeforeMs) => sound.bookings.purgeRefusals(requestedBeforeMs, Infinity),
    }),
};

const locations: Record<string, Sabotage> = {
  'a plan checked before its transaction': (sound) => ({
    ...sound,
    locations: {
      ...sound.locations,
      async put(locationId, plan, nowMs, check) {
        const before = await sound.locations.get(locationId);
        const live = (await sound.bookings.list(locationId)).filter(({ status }) => status === 'confirmed');
        check(live, before);
        for (let i = 0; i < 5; i++) await letOthersIn();
        return sound.locations.put(locationId, plan, nowMs, () => undefined);
      },
    },
    bookings: {
      ...sound.bookings,
      async amend(scope, rule) {
        await letOthersIn();
        return sound.bookings.amend(scope, rule);
      },
    },
  }),
};

const rates: Record<string, Sabotage> = {
  'requests counted after a pause': (sound, clock) => {
    const taken = new Map<string, { count: number; endsMs: number }>();
    return {
      ...sound,
      rates: {
        purge: (limit) => sound.rates.purge(limit),
        async take(keyId, limit, windowMs) {
          const known = taken.get(keyId);
          const window =
            known && clock.nowMs() < known.endsMs ? known : { count: 0, endsMs: clock.nowMs() + windowMs };
          await letOthersIn();
          taken.set(keyId, { ...window, count: window.count + 1 });
          const remaining = Math.max(0, limit - window.count - 1);
          return { allowed: window.count < limit, remaining, resetMs: window.endsMs - clock.nowMs() };
        },
      },
    };
  },
};

const pages: Record<string, Sabotage> = {
  'pages continued by start only': (sound) =>
    withFaulty(sound, 'bookings', {
      page: (locationId, { after, ...rest }) =>
        sound.bookings.page(locationId, { ...rest, after: after && { ...after, createdMs: Infinity } }),
    }),

  'pages continued by position': (sound) => {
    let seen = 0;
    return withFaulty(sound, 'bookings', {
      async page(locationId, { after, limit, serviceDate }) {
        if (after === null) seen = 0;
        const all = await sound.bookings.page(locationId, { after: null, limit: 100, serviceDate });
        return all.slice(seen, (seen += limit));
      },
    });
  },
};

contractDetects('bookings', pages);

const nights: Record<string, Sabotage> = {
  'a time zone listed once for each location': (sound) =>
    withFaulty(sound, 'locations', {
      timeZones: async () => (await sound.locations.list()).map(({ timeZone }) => timeZone),
    }),

  'guests kept in all time zones': (sound) =>
    withFaulty(sound, 'locations', {
      retentions: async (_, ...rest) =>
        (
          await Promise.all(
            ['Asia/Tokyo', 'Europe/Oslo'].map((zone) => sound.locations.retentions(zone, ...rest)),
          )
        ).flat(),
    }),

  'the first page of locations repeated': (sound) =>
    withFaulty(sound, 'locations', {
      retentions: (zone, _, limit) => sound.locations.retentions(zone, null, limit),
    }),
};

const rateEnds: Record<string, Sabotage> = {
  'current windows lost': (sound, clock) => {
    let purges = 0;
    return withFaulty(sound, 'rates', {
      take: (keyId, limit, windowMs) => sound.rates.take(`${keyId} ${purges}`, limit, windowMs),
      async purge(limit) {
        if (clock.nowMs() > 0) purges += 1;
        return sound.rates.purge(limit);
      },
    });
  },

  'windows never removed': (sound) => withFaulty(sound, 'rates', { purge: async () => 0 }),
};

const leaderLocks: Record<string, Sabotage> = {
  'a lock kept forever after a wrong clock': (sound) => {
    const heldUntilMs = new Map<string, number>();
    return withFaulty(sound, 'leaderLocks', {
      async take(lock, holder, leaseMs) {
        const untilMs = heldUntilMs.get(lock) ?? -Infinity;
        if ((await sound.nowMs()) < untilMs) return false;
        if (leaseMs > 1e8) heldUntilMs.set(lock, (await sound.nowMs()) + leaseMs);
        return sound.leaderLocks.take(lock, holder, leaseMs);
      },
    });
  },

  'held locks lost': (sound) =>
    withFaulty(sound, 'leaderLocks', {
      purge: (endedBeforeMs) => sound.leaderLocks.purge(endedBeforeMs + 1e8),
    }),

  'a lock given to several holders': (sound) => ({
    ...sound,
    leaderLocks: { ...sound.leaderLocks, take: async () => true },
  }),

  'locks never released': (sound) => ({
    ...sound,
    leaderLocks: { ...sound.leaderLocks, take: (lock, holder) => sound.leaderLocks.take(lock, holder, 1e12) },
  }),
};

contractDetects('bookings', bookings);
contractDetects('locations', { ...locations, ...nights });
contractDetects('rates', { ...rates, ...rateEnds });
contractDetects('leaderLocks', leaderLocks);
