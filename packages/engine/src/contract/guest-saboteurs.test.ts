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
  'e-mail addresses compared with case': (sound) =>
    withFaulty(sound, 'guests', {
      bookingsOf: async (email) =>
        (await sound.guests.bookingsOf(email)).filter(({ guest }) => guest.email === email),
    }),

  'e-mail addresses compared without case in ASCII only': (sound) => {
    const lowered = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    return withFaulty(sound, 'guests', {
      bookingsOf: async (email) =>
        (await sound.guests.bookingsOf(email)).filter(
          ({ guest }) => lowered(guest.email ?? '') === lowered(email),
        ),
    });
  },

  'settled webhooks that keep an erased guest': stillTelling(({ state }) => state !== 'waiting'),

  'waiting webhooks that keep an erased guest': stillTelling(({ state }) => state === 'waiting'),

  'network keys of earlier bookings kept': (sound) =>
    withFaulty(sound, 'guests', { forgetNetworks: async () => 0 }),

  'other guests erased too': (sound) =>
    withFaulty(sound, 'guests', {
      erase: async (bookingIds) => {
        const known = new Set(bookingIds);
        const others = await sound.guests.bookingsOf('alva@example.com');
        const erased = await sound.guests.erase(bookingIds);
        await sound.guests.erase(others.map(({ id }) => id).filter((id) => !known.has(id)));
        return erased;
      },
    }),

  'waiting e-mails of an erased guest kept': (sound) =>
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

  'the manage link of an erased guest kept': (sound) => {
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

  'a step that restores an erased guest': (sound) =>
    withFaulty(sound, 'bookings', {
      async amend(scope, rule) {
        const { result: early } = await sound.bookings.amend(scope, ({ named }) => ({ result: named }));
        await letOthersIn();
        return sound.bookings.amend(scope, (snapshot) => rule({ ...snapshot, named: early }));
      },
    }),

  'a guest with a future booking erased': (sound) =>
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

  'e-mails of a guest with a future booking dropped': (sound) =>
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

  'a guest with a future booking listed for erasure': (sound) =>
    withFaulty(sound, 'guests', {
      endedBefore: (locations, limit) => endedAt(sound, locations, limit, ({ guest }) => guest.name !== ''),
    }),

  'listed guests counted as erased': (sound) =>
    withFaulty(sound, 'guests', {
      async erase(bookingIds) {
        await sound.guests.erase(bookingIds);
        return bookingIds.length;
      },
    }),

  'bookings without a guest listed': (sound) =>
    withFaulty(sound, 'guests', {
      endedBefore: (locations, limit) => endedAt(sound, locations, limit),
    }),

  'visits of the first location only': (sound) =>
    withFaulty(sound, 'guests', {
      endedBefore: (locations, limit) => sound.guests.endedBefore(locations.slice(0, 1), limit),
    }),

  'visits selected by one instant for all locations': (sound) =>
    withFaulty(sound, 'guests', {
      endedBefore: (locations, limit) =>
        sound.guests.endedBefore(
          locations.map((one) => ({ ...one, endMs: locations[0]!.endMs })),
          limit,
        ),
    }),

  'the limit applied to each location': (sound) =>
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
