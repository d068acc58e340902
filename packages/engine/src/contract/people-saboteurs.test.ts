import { contractNotices, letOthersIn, type Sabotage, withFaulty } from '../../test-support/saboteur.ts';
import { type ApiKeyRecord, isActive } from '../core/access/api-key.ts';
import { isLive } from '../core/booking/booking.ts';
import { type DeliveryRecord, MAIL_QUEUE } from '../core/outbox/delivery.ts';
import { aScope, save } from './fixtures.ts';

const endpoints: Record<string, Sabotage> = {
  'changes that lose each other': (sound) =>
    withFaulty(sound, 'endpoints', {
      async change(endpointId, rule) {
        const before = await sound.endpoints.find(endpointId);
        await letOthersIn();
        return before && sound.endpoints.change(endpointId, () => rule(before));
      },
    }),

  'disabled ones hidden': (sound) =>
    withFaulty(sound, 'endpoints', {
      ofPartner: async (partner) =>
        (await sound.endpoints.ofPartner(partner)).filter(({ disabledMs }) => disabledMs === null),
    }),

  'errors of a rule swallowed': (sound) =>
    withFaulty(sound, 'endpoints', {
      change: (endpointId, rule) => sound.endpoints.change(endpointId, rule).catch(() => null),
    }),
};

const keys: Record<string, Sabotage> = {
  'sandbox keys counted before they are made': (sound) =>
    withFaulty(sound, 'keys', {
      async insertSandbox(key, activeMax, nowMs, signUpId) {
        const all = await sound.keys.list();
        const active = all.filter(
          (other) => other.sandboxEmail === key.sandboxEmail && isActive(other, nowMs),
        );
        if (active.length >= activeMax) return 'full';
        return sound.keys.insertSandbox(key, Infinity, nowMs, signUpId);
      },
    }),

  'sign-ups not used up': (sound) =>
    withFaulty(sound, 'keys', {
      insertSandbox: (key, activeMax, nowMs) => sound.keys.insertSandbox(key, activeMax, nowMs, null),
    }),

  'sign-ups used up for nothing': (sound) => {
    const claimed = new Set<string | null>();
    return withFaulty(sound, 'keys', {
      async insertSandbox(key, activeMax, nowMs, signUpId) {
        if (signUpId !== null && claimed.has(signUpId)) return 'used';
        claimed.add(signUpId);
        return sound.keys.insertSandbox(key, activeMax, nowMs, signUpId);
      },
    });
  },

  'a rotated key that runs on': (sound) =>
    withFaulty(sound, 'keys', {
      async rotate(oldKeyId, key, oldExpiresMs, nowMs) {
        const old = await sound.keys.find(oldKeyId);
        if (!old || !isActive(old, nowMs)) return null;
        await sound.keys.insert(key);
        return { ...old, expiresMs: Math.min(oldExpiresMs, old.expiresMs ?? Infinity) };
      },
    }),

  'a key made whether or not it succeeds another': (sound) =>
    withFaulty(sound, 'keys', {
      async rotate(oldKeyId, key, oldExpiresMs, nowMs) {
        const rotated = await sound.keys.rotate(oldKeyId, key, oldExpiresMs, nowMs);
        if (!rotated) await sound.keys.insert(key);
        return rotated;
      },
    }),

  'an old key ended before its successor is there': (sound) =>
    withFaulty(sound, 'keys', {
      async rotate(oldKeyId, key, oldExpiresMs, nowMs) {
        if (!(await sound.keys.findByHash(key.hash)))
          return sound.keys.rotate(oldKeyId, key, oldExpiresMs, nowMs);
        await sound.keys.revoke(oldKeyId, oldExpiresMs);
        throw new Error('its hash is taken');
      },
    }),

  'a key that is looked at before it is rotated': (sound) =>
    withFaulty(sound, 'keys', {
      async rotate(oldKeyId, key, oldExpiresMs, nowMs) {
        const old = await sound.keys.find(oldKeyId);
        if (!old || !isActive(old, nowMs)) return null;
        await letOthersIn();
        const rotated = await sound.keys.rotate(oldKeyId, key, oldExpiresMs, nowMs);
        if (!rotated) await sound.keys.insert(key);
        return rotated ?? old;
      },
    }),

  'a last use that goes back': (sound) => {
    const lastUsedMs = new Map<string, number>();
    const seen = (key: ApiKeyRecord): ApiKeyRecord => ({
      ...key,
      lastUsedMs: lastUsedMs.get(key.id) ?? key.lastUsedMs,
    });
    return withFaulty(sound, 'keys', {
      async markUsed(uses) {
        for (const { keyId, usedMs } of uses) lastUsedMs.set(keyId, usedMs);
      },
      list: async () => (await sound.keys.list()).map(seen),
    });
  },

  'a use noted over what has changed since': (sound) => {
    const written = new Map<string, ApiKeyRecord>();
    return withFaulty(sound, 'keys', {
      async markUsed(uses) {
        const read = await Promise.all(uses.map(({ keyId }) => sound.keys.find(keyId)));
        await letOthersIn();
        await sound.keys.markUsed(uses);
        for (const [i, { keyId, usedMs }] of uses.entries())
          if (read[i]) written.set(keyId, { ...read[i], lastUsedMs: usedMs });
      },
      find: async (keyId) => written.get(keyId) ?? sound.keys.find(keyId),
    });
  },
};

const keyEnds: Record<string, Sabotage> = {
  'sandbox keys counted by the address as it is': (sound) =>
    withFaulty(sound, 'keys', {
      async insertSandbox(key, activeMax, nowMs, signUpId) {
        const all = await sound.keys.list();
        const active = all.filter(
          (other) => other.sandboxEmail === key.sandboxEmail && isActive(other, nowMs),
        );
        if (active.length >= activeMax) return sound.keys.insertSandbox(key, 0, nowMs, signUpId);
        return sound.keys.insertSandbox(key, Infinity, nowMs, signUpId);
      },
    }),

  'keys purged without a limit': (sound) =>
    withFaulty(sound, 'keys', {
      purgeSandbox: (endedBeforeMs) => sound.keys.purgeSandbox(endedBeforeMs, Infinity),
    }),

  'revoked keys never purged': (sound) =>
    withFaulty(sound, 'keys', {
      async purgeSandbox(endedBeforeMs, limit) {
        const revoked = (await sound.keys.list()).filter(({ revokedMs }) => revokedMs !== null);
        const purged = await sound.keys.purgeSandbox(endedBeforeMs, limit);
        for (const key of revoked) if (!(await sound.keys.find(key.id))) await sound.keys.insert(key);
        return purged;
      },
    }),

  'only an address as it is erased': (sound) =>
    withFaulty(sound, 'keys', {
      async eraseSandbox(email) {
        const own = (await sound.keys.list()).some(({ sandboxEmail }) => sandboxEmail === email);
        return own ? sound.keys.eraseSandbox(email) : 0;
      },
    }),
};

const signUps: Record<string, Sabotage> = {
  'mails written before the sign-up': (sound) =>
    withFaulty(sound, 'signUps', {
      async insert(signUp, deliveries) {
        await sound.outbox.add(deliveries);
        await sound.signUps.insert(signUp, []);
      },
    }),

  'those purged that end at the instant': (sound) =>
    withFaulty(sound, 'signUps', { purge: (expiredBeforeMs) => sound.signUps.purge(expiredBeforeMs + 1) }),
};

/** A storage that hands out the bodies from before an erasure. */
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
        for (const { id } of await sound.endpoints.list())
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
      async endedBefore(locationId, endMs, limit) {
        const ended = (await sound.bookings.list(locationId)).filter(
          (booking) => booking.endMs < endMs && booking.guest.name !== '',
        );
        return ended
          .toSorted((a, b) => a.endMs - b.endMs)
          .slice(0, limit)
          .map(({ id }) => id);
      },
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
      async endedBefore(locationId, endMs, limit) {
        const ended = (await sound.bookings.list(locationId)).filter((booking) => booking.endMs < endMs);
        return ended
          .toSorted((a, b) => a.endMs - b.endMs)
          .slice(0, limit)
          .map(({ id }) => id);
      },
    }),
};

contractNotices('endpoints', endpoints);
contractNotices('keys', { ...keys, ...keyEnds });
contractNotices('sign-ups', signUps);
contractNotices('guests', guests);
