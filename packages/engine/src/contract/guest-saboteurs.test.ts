import { contractDetects, letOthersIn, type Sabotage, withFaulty } from '../../test-support/saboteur.ts';
import { isLive } from '../core/booking/booking.ts';
import type { DiaryRow } from '../core/booking/row.ts';
import { type DeliveryRecord, MAIL_QUEUE } from '../core/outbox/delivery.ts';
import type { EndedVisits } from '../ports/guest-store.ts';
import type { Storage } from '../ports/storage.ts';
import { aScope, save } from './fixtures.ts';

/** A storage that returns bodies from before an erasure. */
const stillTelling =
  (applies: (record: DeliveryRecord) => boolean): Sabotage =>
  (sound) => {
    const bodies = new Map<string, string>();
    const altered = (record: DeliveryRecord): DeliveryRecord =>
      applies(record) ? { ...record, body: bodies.get(record.id) ?? record.body } : record;
    const faulty = withFaulty(sound, 'outbox', {
      find: async (...args) => {
        const record = await sound.outbox.find(...args);
        return record && altered(record);
      },
    });
    return withFaulty(faulty, 'guests', {
      async erase(bookingIds) {
        for (const { id } of await sound.records.list('endpoints'))
          for (const record of await sound.outbox.ofQueue(id, 1000)) bodies.set(record.id, record.body);
        return sound.guests.erase(bookingIds);
      },
    });
  };

const guests: Record<string, Sabotage> = {
  'addresses compared as they are': (sound) =>
    withFaulty(sound, 'guests', {
      bookingsOf: async (email) =>
        (await sound.guests.bookingsOf(email)).filter(({ guest }) => guest.email === email),
    }),

  'addresses compared without case in ASCII alone': (sound) => {
    const lowered = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    return withFaulty(sound, 'guests', {
      bookingsOf: async (email) =>
        (await sound.guests.bookingsOf(email)).filter(
          ({ guest }) => lowered(guest.email ?? '') === lowered(email),
        ),
    });
  },

  'settled webhooks that still tell of her': stillTelling(({ state }) => state !== 'waiting'),

  'waiting webhooks that still tell of her': stillTelling(({ state }) => state === 'waiting'),

  'networks kept of bookings that were made before': (sound) =>
    withFaulty(sound, 'guests', { forgetNetworks: async () => 0 }),

  'others erased with her': (sound) =>
    withFaulty(sound, 'guests', {
      erase: async (bookingIds) => {
        const known = new Set(bookingIds);
        const others = await sound.guests.bookingsOf('alva@example.com');
        const erased = await sound.guests.erase(bookingIds);
        await sound.guests.erase(others.map(({ id }) => id).filter((id) => !known.has(id)));
        return erased;
      },
    }),

  'mails that still wait for her': (sound) =>
    withFaulty(sound, 'guests', {
      async erase(bookingIds) {
        const waiting = (await sound.outbox.ofQueue(MAIL_QUEUE, 1000)).filter(
          ({ bookingId, state }) => state === 'waiting' && bookingIds.includes(bookingId ?? ''),
        );
        const erased = await sound.guests.erase(bookingIds);
        await sound.outbox.add(waiting.map((mail) => ({ ...mail, id: `${mail.id} again` })));
        return erased;
      },
    }),

  'a manage link that outlives her': (sound) => {
    const hashes = new Map<string, string | null>();
    const faulty = withFaulty(sound, 'bookings', {
      async find(bookingId, visibility) {
        const booking = await sound.bookings.find(bookingId, visibility);
        const manageTokenHash = hashes.get(bookingId) ?? booking?.manageTokenHash ?? null;
        return booking && { ...booking, manageTokenHash };
      },
    });
    return withFaulty(faulty, 'guests', {
      async erase(bookingIds) {
        for (const id of bookingIds)
          hashes.set(id, (await sound.bookings.find(id, null))?.manageTokenHash ?? null);
        return sound.guests.erase(bookingIds);
      },
    });
  },

  'a step that brings her back': (sound) =>
    withFaulty(sound, 'bookings', {
      async amend(scope, rule) {
        const { result: early } = await sound.bookings.amend(scope, ({ named }) => ({ result: named }));
        await letOthersIn();
        return sound.bookings.amend(scope, (snapshot) => rule({ ...snapshot, named: early }));
      },
    }),

  'one who is expected erased': (sound) =>
    withFaulty(sound, 'guests', {
      async erase(bookingIds) {
        for (const id of bookingIds) {
          const booking = await sound.bookings.find(id, null);
          const location = booking && (await sound.locations.get(booking.locationId));
          if (booking && location && isLive(booking))
            await sound.bookings.amend(
              { ...aScope(location), named: { bookingId: id } },
              save({ booking: { ...booking, guest: { ...booking.guest, name: '' } } }),
            );
        }
        return sound.guests.erase(bookingIds);
      },
    }),

  'her mails dropped while she is expected': (sound) =>
    withFaulty(sound, 'guests', {
      async erase(bookingIds) {
        const erased = await sound.guests.erase(bookingIds);
        for (const leased of await sound.outbox.lease({
          limit: 9,
          perQueue: 9,
          leaseMs: 1,
          inFlightByQueue: new Map(),
        }))
          if (bookingIds.includes(leased.bookingId ?? ''))
            await sound.outbox.settle(leased, null, () => ({ state: 'dropped' }));
        return erased;
      },
    }),

  'one who is expected named to be erased': (sound) =>
    withFaulty(sound, 'guests', {
      endedBefore: (locations, limit) => endedAt(sound, locations, limit, ({ guest }) => guest.name !== ''),
    }),

  'whoever is named counted': (sound) =>
    withFaulty(sound, 'guests', {
      async erase(bookingIds) {
        await sound.guests.erase(bookingIds);
        return bookingIds.length;
      },
    }),

  'bookings without a guest named': (sound) =>
    withFaulty(sound, 'guests', {
      endedBefore: (locations, limit) => endedAt(sound, locations, limit),
    }),

  'visits of the first location alone named': (sound) =>
    withFaulty(sound, 'guests', {
      endedBefore: (locations, limit) => sound.guests.endedBefore(locations.slice(0, 1), limit),
    }),

  'visits named by one instant for all locations': (sound) =>
    withFaulty(sound, 'guests', {
      endedBefore: (locations, limit) =>
        sound.guests.endedBefore(
          locations.map((one) => ({ ...one, endMs: locations[0]!.endMs })),
          limit,
        ),
    }),

  'as many visits named as each location has': (sound) =>
    withFaulty(sound, 'guests', {
      endedBefore: async (locations, limit) =>
        (await Promise.all(locations.map((one) => sound.guests.endedBefore([one], limit)))).flat(),
    }),
};

/** Past visits, found by reading all rows. */
async function endedAt(
  { bookings }: Storage,
  locations: readonly EndedVisits[],
  limit: number,
  isMeant: (row: DiaryRow) => boolean = () => true,
): Promise<DiaryRow[]> {
  const ended: DiaryRow[] = [];
  for (const { locationId, endMs } of locations)
    ended.push(...(await bookings.list(locationId)).filter((one) => one.endMs < endMs && isMeant(one)));
  return ended.toSorted((a, b) => a.endMs - b.endMs).slice(0, limit);
}

contractDetects('guests', guests);
