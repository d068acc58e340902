import { contractDetects, letOthersIn, type Sabotage, withFaulty } from '../../test-support/saboteur.ts';
import { type ApiKeyRecord, isActive } from '../core/access/api-key.ts';

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

contractDetects('endpoints', endpoints);
contractDetects('keys', { ...keys, ...keyEnds });
contractDetects('sign-ups', signUps);
