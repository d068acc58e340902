/** Step 3. Partners with their keys and endpoints, developers who sign up, and the guests' right to be forgotten. */
import {
  type ApiKeyRecord,
  type ApiKeyStore,
  type EndpointStore,
  emailKeyOf,
  ERASED,
  type GuestStore,
  isErasable,
  mailboxKeyOf,
  type SignUpStore,
  withoutGuest,
} from '@bord/engine/storage';
import type { JsonFile } from './json-file.ts';
import { writeDeliveries } from './outbox.ts';
import { by, type State } from './state.ts';

/** Keys by their hashes: the key itself is seen by its owner only. */
export function fileKeys(file: JsonFile<State>): ApiKeyStore {
  const list = (state: State): ApiKeyRecord[] =>
    Object.values(state.keys).toSorted(by((key) => key.createdMs));
  return {
    insert: (key) => file.step((draft) => insertKey(draft, key)),

    // Counting and inserting are one step: of twenty who ask at once for the third key, one gets it.
    insertSandbox: (key, activeMax, nowMs, signUpId) =>
      file.step((draft) => {
        const signUp = signUpId === null ? null : draft.signUps[signUpId];
        if (signUp === undefined || (signUp && signUp.keyId !== null)) return 'used';
        const own = list(draft).filter(
          (other) => mailboxOf(other) === mailboxOf(key) && keyEndMs(other) > nowMs,
        );
        if (own.length >= activeMax) return 'full';
        insertKey(draft, key);
        if (signUp) draft.signUps[signUp.id] = { ...signUp, keyId: key.id };
        return 'made';
      }),

    findByHash: async (hash) => list(file.state).find((key) => key.hash === hash) ?? null,
    find: async (keyId) => file.state.keys[keyId] ?? null,
    ofPartner: async (partner) => list(file.state).filter((key) => key.partner === partner),
    list: async () => list(file.state),

    revoke: (keyId, revokedMs) =>
      file.step((draft) => {
        const key = draft.keys[keyId];
        return key ? (draft.keys[keyId] = { ...key, revokedMs: key.revokedMs ?? revokedMs }) : null;
      }),

    rotate: (oldKeyId, key, oldExpiresMs, nowMs) =>
      file.step((draft) => {
        const old = draft.keys[oldKeyId];
        if (!old || keyEndMs(old) <= nowMs) return null;
        insertKey(draft, key);
        const expiresMs = Math.min(oldExpiresMs, old.expiresMs ?? Infinity);
        return (draft.keys[oldKeyId] = { ...old, expiresMs });
      }),

    purgeSandbox: (endedBeforeMs, limit) =>
      file.step((draft) => {
        const over = list(draft).filter((key) => key.sandboxEmail !== null && keyEndMs(key) < endedBeforeMs);
        for (const { id } of over.slice(0, limit)) delete draft.keys[id];
        return Math.min(over.length, limit);
      }),

    eraseSandbox: (email) =>
      file.step((draft) => {
        const own = list(draft).filter(
          (key) => key.sandboxEmail !== null && emailKeyOf(key.sandboxEmail) === emailKeyOf(email),
        );
        for (const { id } of own) delete draft.keys[id];
        return own.length;
      }),

    markUsed: (uses) =>
      file.step((draft) => {
        for (const { keyId, usedMs } of uses) {
          const key = draft.keys[keyId];
          if (key && usedMs > (key.lastUsedMs ?? -Infinity))
            draft.keys[keyId] = { ...key, lastUsedMs: usedMs };
        }
      }),
  };
}

function insertKey(draft: State, key: ApiKeyRecord): void {
  if (Object.values(draft.keys).some(({ id, hash }) => id === key.id || hash === key.hash))
    throw new Error(`key given twice: ${key.id}`);
  draft.keys[key.id] = key;
}

function keyEndMs({ revokedMs, expiresMs }: ApiKeyRecord): number {
  return Math.min(revokedMs ?? Infinity, expiresMs ?? Infinity);
}

function mailboxOf({ sandboxEmail }: ApiKeyRecord): string | null {
  return sandboxEmail === null ? null : mailboxKeyOf(sandboxEmail);
}

/** A sign-up and the mail that tells of it are one step. */
export function fileSignUps(file: JsonFile<State>, nowMs: () => number): SignUpStore {
  return {
    insert: (signUp, mails) =>
      file.step((draft) => {
        if (draft.signUps[signUp.id]) throw new Error(`sign-up given twice: ${signUp.id}`);
        draft.signUps[signUp.id] = signUp;
        writeDeliveries(draft, mails, nowMs());
      }),
    find: async (signUpId) => file.state.signUps[signUpId] ?? null,
    erase: (email) =>
      file.step((draft) => {
        const own = Object.values(draft.signUps).filter((one) => emailKeyOf(one.email) === emailKeyOf(email));
        for (const { id } of own) delete draft.signUps[id];
        return own.length;
      }),
    purge: (expiredBeforeMs) =>
      file.step((draft) => {
        const over = Object.values(draft.signUps).filter(({ expiresMs }) => expiresMs < expiredBeforeMs);
        for (const { id } of over) delete draft.signUps[id];
        return over.length;
      }),
  };
}

/** Endpoints are changed by a rule under the lock, as settlements change them. */
export function fileEndpoints(file: JsonFile<State>): EndpointStore {
  const list = () => Object.values(file.state.endpoints).toSorted(by((one) => one.createdMs));
  return {
    insert: (endpoint) =>
      file.step((draft) => {
        if (draft.endpoints[endpoint.id]) throw new Error(`endpoint given twice: ${endpoint.id}`);
        draft.endpoints[endpoint.id] = endpoint;
      }),
    find: async (endpointId) => file.state.endpoints[endpointId] ?? null,
    list: async () => list(),
    ofPartner: async (partner) => list().filter((one) => one.partner === partner),
    naming: async (type) => list().filter(({ eventTypes }) => eventTypes?.includes(type) ?? false),
    change: (endpointId, rule) =>
      file.step((draft) => {
        const before = draft.endpoints[endpointId];
        return before ? (draft.endpoints[endpointId] = rule(before)) : null;
      }),
    remove: (endpointId) =>
      file.step((draft) => {
        const isKnown = endpointId in draft.endpoints;
        delete draft.endpoints[endpointId];
        return isKnown;
      }),
  };
}

/** Who is erased is gone from her bookings and from what waits to be sent of them. Whoever is still expected stays whole. */
export function fileGuests(file: JsonFile<State>, nowMs: () => number): GuestStore {
  return {
    async bookingsOf(email) {
      const own = Object.values(file.state.bookings).filter(
        ({ guest }) => guest.email !== null && emailKeyOf(guest.email) === emailKeyOf(email),
      );
      return own.toSorted(
        by(
          (one) => one.startMs,
          (one) => one.createdMs,
        ),
      );
    },

    erase: (bookingIds) =>
      file.step((draft) => {
        const ids = new Set(bookingIds);
        const erased = Object.values(draft.bookings).filter(
          (one) => ids.has(one.id) && isErasable(one, nowMs()),
        );
        for (const booking of erased) {
          draft.bookings[booking.id] = { ...booking, ...ERASED };
          for (const one of Object.values(draft.deliveries))
            if (one.bookingId === booking.id) draft.deliveries[one.id] = { ...one, ...withoutGuest(one) };
        }
        return erased.length;
      }),

    async endedBefore(locations, limit) {
      const erasable = Object.values(file.state.bookings).filter((one) => isErasable(one, nowMs()));
      const ended = locations.flatMap(({ locationId, endMs }) =>
        erasable
          .filter((one) => one.locationId === locationId && one.endMs < endMs)
          .toSorted(by((one) => one.endMs)),
      );
      return ended.slice(0, limit).map(({ id }) => id);
    },

    indexEmails: async () => 0, // every look-up reads everything: there is no index to fill
  };
}
