import type { Storage } from '@bord/engine';
import type { Clock, Delivery, RecordChange, Settlement } from '@bord/engine/storage';
import type { Records } from './records.ts';

/**
 * A storage as one process uses it: every change is recorded when it is made.
 */
export function watched(sound: Storage, records: Records, server: string): Storage {
  return {
    ...sound,
    bookings: {
      ...sound.bookings,
      async amend(scope, rule) {
        const amendment = await sound.bookings.amend(scope, rule);
        const decidedMs = records.decidedMs.get(rule) ?? records.world.nowMs();
        await records.amended(scope, amendment, decidedMs);
        return amendment;
      },
    },
    locations: {
      ...sound.locations,
      async put(locationId, plan, nowMs, check) {
        let deliveries: readonly Delivery[] = [];
        const put = await sound.locations.put(locationId, plan, nowMs, (bookings, before) => {
          const effects = check(bookings, before);
          deliveries = effects?.deliveries ?? [];
          return effects;
        });
        await records.planned(put.location, deliveries, nowMs);
        return put;
      },
    },
    guests: {
      ...sound.guests,
      async erase(bookingIds) {
        const erased = await sound.guests.erase(bookingIds);
        await records.erased();
        return erased;
      },
    },
    records: {
      ...sound.records,
      async amend({ select, rule }) {
        let change: RecordChange<unknown> = { result: undefined };
        let known = new Set<string>();
        const result = await sound.records.amend({
          select,
          rule(found, nowMs) {
            const decided = rule(found, nowMs);
            change = decided;
            known = new Set(found.endpoints?.map(({ id }) => id));
            return decided;
          },
        });
        for (const endpoint of change.save?.endpoints ?? [])
          if (known.has(endpoint.id)) records.endpoints.changed(endpoint);
          else records.endpoints.registered(endpoint);
        for (const { partner, sandboxEmail } of change.save?.keys ?? [])
          if (sandboxEmail !== null) records.sandboxPartners.set(partner, sandboxEmail);
        for (const { id, expiresMs } of change.save?.links ?? []) records.linkEndsMs.set(id, expiresMs);
        for (const { id, seenMs } of change.save?.sessions ?? []) records.sessionSeenMs.set(id, seenMs);
        for (const id of change.remove?.links ?? []) records.linkEndsMs.set(id, records.world.nowMs());
        for (const delivery of change.deliveries ?? []) records.outbox.written(delivery);
        return result;
      },
    },
    outbox: watchedOutbox(sound, records, server),
  };
}

function watchedOutbox(
  { outbox, records: stored }: Storage,
  records: Records,
  server: string,
): Storage['outbox'] {
  return {
    ...outbox,
    async lease(request) {
      const leased = await outbox.lease(request);
      for (const delivery of leased) records.outbox.leased(delivery, request.leaseMs);
      return leased;
    },
    async leaseFrom(queue, limit, leaseMs) {
      const leased = await outbox.leaseFrom(queue, limit, leaseMs);
      for (const delivery of leased) records.outbox.leased(delivery, leaseMs);
      return leased;
    },
    async settle(leased, attempt, rule) {
      let settlement: Settlement | undefined;
      const isSettled = await outbox.settle(leased, attempt, (endpoint) => (settlement = rule(endpoint)));
      if (!isSettled) records.outbox.refused(leased);
      else if (!settlement)
        records.world.accuse(`${leased.id} is reported as settled without a call of its rule`);
      else {
        if (!attempt && settlement.state === 'waiting') records.arrivals.letGo(server, leased.id); // given back
        else if (!attempt) records.assertMayDrop(server, leased.id);
        const endpoint = await stored.find('endpoints', { id: leased.queue });
        records.outbox.settled(server, leased, attempt, settlement, endpoint ?? null);
        await records.dated.gaveBack(leased.id);
      }
      return isSettled;
    },
    async record(delivery, attempt) {
      await outbox.record(delivery, attempt);
      records.outbox.recorded(server, delivery, attempt);
    },
    async restart(queue, state) {
      const restarted = await outbox.restart(queue, state);
      records.outbox.restarted(queue, state);
      return restarted;
    },
  };
}

/** The answers that reach a process, and its time at each requested step. */
export function heard(faulty: Storage, records: Records, server: string, clock: Clock): Storage {
  return {
    ...faulty,
    bookings: {
      ...faulty.bookings,
      amend(scope, rule) {
        const own: typeof rule = (snapshot) => rule(snapshot);
        records.decidedMs.set(own, clock.nowMs());
        return faulty.bookings.amend(scope, own);
      },
    },
    outbox: {
      ...faulty.outbox,
      async lease(request) {
        const leased = await faulty.outbox.lease(request);
        for (const { id, lease } of leased)
          records.arrivals.leased(server, id, { lease, sinceMs: records.outbox.leasedSince(id) });
        return leased;
      },
      settle: (leased, attempt, rule) =>
        records.arrivals.settling(server, leased, faulty.outbox.settle(leased, attempt, rule)),
    },
  };
}
