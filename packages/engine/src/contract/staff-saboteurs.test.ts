import { assertByManager } from '../core/access/staff.ts';
import { contractDetects, letOthersIn, type Sabotage, withFaulty } from '../../test-support/saboteur.ts';

const staff: Record<string, Sabotage> = {
  'a link that is looked at before it is used up': (sound) => {
    const used = new Set<string>();
    return withFaulty(sound, 'staff', {
      async enter(linkId, session) {
        const found = await sound.staff.findLink(linkId);
        if (!found?.member || used.has(linkId)) return null;
        await letOthersIn();
        used.add(linkId);
        const again = `${linkId} ${session.id}`;
        await sound.staff.insertLink({ ...found.link, id: again }, []);
        return sound.staff.enter(again, session);
      },
    });
  },

  'links that are used up in vain': (sound) =>
    withFaulty(sound, 'staff', {
      async enter(linkId, session) {
        const member = await sound.staff.enter(linkId, session);
        return member ?? ((await sound.staff.purge(Number.MAX_SAFE_INTEGER / 2)) as unknown as null);
      },
    }),

  'a removed member who stays signed in': (sound) =>
    withFaulty(sound, 'staff', {
      async remove(staffId, locationId) {
        const sessions = await sound.staff.sessions(staffId);
        const before = await sound.staff.find(staffId);
        const removed = await sound.staff.remove(staffId, locationId);
        if (!removed || (await sound.staff.find(staffId))) return removed;
        return sessions.length > 0 ? before : removed;
      },
      session: async (hash) =>
        (await sound.staff.session(hash)) ??
        (hash === 'hash of ss_anna'
          ? { session: {} as never, member: {} as never, nowMs: await sound.nowMs() }
          : null),
    }),

  'roles that pile up': (sound) =>
    withFaulty(sound, 'staff', {
      grant: async (member, role, renames) => {
        const now = await sound.staff.grant(member, role, renames);
        return { ...now, roles: [...now.roles, role] };
      },
    }),

  'an address that is compared letter by letter': (sound) =>
    withFaulty(sound, 'staff', {
      grant: (member, role, renames) =>
        sound.staff.grant({ ...member, email: member.email.toUpperCase() }, role, renames),
    }),

  'a name that anybody may change': (sound) =>
    withFaulty(sound, 'staff', { grant: (member, role) => sound.staff.grant(member, role, true) }),

  'managers who are counted before the step': (sound) =>
    withFaulty(sound, 'staff', {
      async remove(staffId, locationId, by) {
        if (by !== undefined) {
          assertByManager(await sound.staff.list(locationId), locationId!, by, staffId);
          await letOthersIn();
        }
        return sound.staff.remove(staffId, locationId);
      },
    }),

  'a session that anybody may end': (sound) =>
    withFaulty(sound, 'staff', { end: (sessionId) => sound.staff.end(sessionId, null) }),

  'a use that goes back': (sound) => {
    const touched = new Map<string, number>();
    return withFaulty(sound, 'staff', {
      touch: async (sessionId, seenMs) => void touched.set(sessionId, seenMs),
      sessions: async (staffId) =>
        (await sound.staff.sessions(staffId)).map((one) => ({
          ...one,
          seenMs: touched.get(one.id) ?? one.seenMs,
        })),
    });
  },

  'sessions of a clock that was set back, which last longer': (sound) =>
    withFaulty(sound, 'staff', { purge: (nowMs) => sound.staff.purge(nowMs + 1) }),

  'members of other locations in the list': (sound) =>
    withFaulty(sound, 'staff', { list: () => sound.staff.list(null) }),

  'a mail for an address that no member has': (sound) =>
    withFaulty(sound, 'staff', {
      async insertLink(link, deliveries) {
        await sound.staff.insertLink(link, []);
        await sound.outbox.add(deliveries);
      },
    }),

  'mails without their link': (sound) =>
    withFaulty(sound, 'staff', {
      async insertLink(link, deliveries) {
        await sound.outbox.add(deliveries);
        await sound.staff.insertLink(link, []);
      },
    }),
};

const passkeys: Record<string, Sabotage> = {
  'challenges that may be signed twice': (sound) => {
    let count = 0;
    return withFaulty(sound, 'passkeys', {
      enter: (use, session) =>
        sound.passkeys.enter({ ...use, challengeHash: `${use.challengeHash} ${count++}` }, session),
    });
  },

  'counts that are not compared': (sound) =>
    withFaulty(sound, 'passkeys', {
      async enter(use, session) {
        const passkey = await sound.passkeys.find(use.passkeyId);
        const counter = Math.max(use.counter, (passkey?.counter ?? 0) + 1);
        return sound.passkeys.enter({ ...use, counter }, session);
      },
    }),

  'a passkey whose mail is lost': (sound) =>
    withFaulty(sound, 'passkeys', {
      add: (passkey, challengeHash) => sound.passkeys.add(passkey, challengeHash, []),
    }),

  'a challenge that is used up for nothing': (sound) => {
    const used = new Set<string>();
    return withFaulty(sound, 'passkeys', {
      async add(passkey, challengeHash, deliveries) {
        if (used.has(challengeHash)) return false;
        used.add(challengeHash);
        return sound.passkeys.add(passkey, challengeHash, deliveries);
      },
    });
  },

  'a passkey that anybody may remove': (sound) =>
    withFaulty(sound, 'passkeys', {
      async remove(_, passkeyId) {
        const passkey = await sound.passkeys.find(passkeyId);
        return passkey !== null && sound.passkeys.remove(passkey.staffId, passkeyId);
      },
    }),

  'keys that lose their sign': (sound) =>
    withFaulty(sound, 'passkeys', {
      async find(passkeyId) {
        const passkey = await sound.passkeys.find(passkeyId);
        return passkey && { ...passkey, publicKey: passkey.publicKey.map((byte) => byte & 127) };
      },
    }),
};

contractDetects('staff', staff);
contractDetects('passkeys', passkeys);
