import type { RecordKind } from '../core/access/records.ts';
import type { Storage } from '../ports/storage.ts';
import { recordFinders, type Records } from '../ports/records.ts';
import {
  contractDetects,
  type Sabotage,
  withEarlyReading,
  withFaulty,
  withFaultyChange,
} from '../../test-support/saboteur.ts';

/** A storage that reads other records than those that are asked for. */
function withFaultyReading(sound: Storage, read: Records['read']): Storage {
  return withFaulty(sound, 'records', { read, ...recordFinders(read) });
}

/** A storage that leaves records of a kind where they are when a member is removed. */
function withLeftBehind(kind: RecordKind): Sabotage {
  return (sound) =>
    withFaultyChange(sound, ({ remove = {} }) =>
      remove.staff && remove.staff.length > 0 ? { remove: { ...remove, [kind]: [] } } : {},
    );
}

const staff: Record<string, Sabotage> = {
  'links read before their lock': (sound) => withEarlyReading(sound, 'links'),

  'managers counted before the lock': (sound) => withEarlyReading(sound, 'staff'),

  'links used up by a failed step': (sound) =>
    withFaultyChange(sound, (_, { links, staff: members }) =>
      links && members?.length === 0 ? { remove: { links: links.map(({ id }) => id) } } : {},
    ),

  'a session of a removed member kept': withLeftBehind('sessions'),
  'the links of a removed member kept': withLeftBehind('links'),
  'the passkeys of a removed member kept': withLeftBehind('passkeys'),

  'old roles kept': (sound) =>
    withFaultyChange(sound, ({ save = {} }, found) => ({
      save: {
        ...save,
        ...(save.staff && {
          staff: save.staff.map((member) => {
            const before = found.staff?.find(({ id }) => id === member.id)?.roles ?? [];
            return { ...member, roles: [...before, ...member.roles] };
          }),
        }),
      },
    })),

  'members not found by e-mail address': (sound) =>
    withFaulty(sound, 'records', {
      amend: ({ select, rule }) =>
        sound.records.amend({
          select,
          rule: (found, nowMs) =>
            rule(select.staff?.addressHash === undefined ? found : { ...found, staff: [] }, nowMs),
        }),
    }),

  'only the first selector used': (sound) =>
    withFaulty(sound, 'records', {
      amend: ({ select, rule }) => {
        const [first] = Object.entries(select.staff ?? {});
        return sound.records.amend({
          select: first ? { ...select, staff: Object.fromEntries([first]) } : select,
          rule,
        });
      },
    }),

  'an ended session kept': (sound) =>
    withFaultyChange(sound, ({ remove = {} }) => ({ remove: { ...remove, sessions: [] } })),

  'the use of a session lost': (sound) =>
    withFaultyChange(sound, ({ save = {} }, { sessions = [] }) =>
      sessions.length > 0 ? { save: { ...save, sessions } } : {},
    ),

  'sessions in the order of their start': (sound) =>
    withFaultyReading(sound, async (select) => {
      const found = await sound.records.read(select);
      return select.sessions
        ? { ...found, sessions: (found as never as { sessions: [] }).sessions.toReversed() }
        : found;
    }),

  'members of other locations in the list': (sound) =>
    withFaultyReading(sound, (select) =>
      sound.records.read(select.staff?.locationId === undefined ? select : { ...select, staff: {} }),
    ),

  'e-mails without their link': (sound) =>
    withFaulty(sound, 'records', {
      amend: ({ select, rule }) =>
        sound.records.amend({
          select,
          rule(found, nowMs) {
            const change = rule(found, nowMs);
            if (change.save?.links) void sound.outbox.add(change.deliveries ?? []);
            return change.save?.links ? { ...change, deliveries: [] } : change;
          },
        }),
    }),

  'the e-mail of a link lost': (sound) =>
    withFaultyChange(sound, ({ save }) => (save?.links ? { deliveries: [] } : {})),
};

const passkeys: Record<string, Sabotage> = {
  'challenges lost': (sound) =>
    withFaultyChange(sound, ({ save = {} }) => ({ save: { ...save, challenges: [] } })),

  'challenges read before their lock': (sound) => withEarlyReading(sound, 'challenges'),

  'signature counts lost': (sound) =>
    withFaultyChange(sound, ({ save = {} }, { passkeys: known = [] }) =>
      known.length > 0 ? { save: { ...save, passkeys: known } } : {},
    ),

  'the e-mail about a passkey lost': (sound) =>
    withFaultyChange(sound, ({ save }) => (save?.passkeys ? { deliveries: [] } : {})),

  'a challenge used up by a failed step': (sound) =>
    withFaulty(sound, 'records', {
      amend: ({ select, rule }) =>
        sound.records.amend({
          select,
          rule(found, nowMs) {
            const change = rule(found, nowMs);
            const hash = select.challenges?.hash;
            const isVain =
              change.result === false && typeof hash === 'string' && found.challenges.length === 0;
            return isVain ? { ...change, save: { challenges: [{ hash, usedMs: nowMs }] } } : change;
          },
        }),
    }),

  'a removed passkey kept': (sound) =>
    withFaultyChange(sound, ({ remove = {} }) => ({ remove: { ...remove, passkeys: [] } })),

  'public keys with a wrong sign': (sound) =>
    withFaultyReading(sound, async (select) => {
      const found = await sound.records.read(select);
      const keys = (found as { readonly passkeys?: readonly { readonly publicKey: Uint8Array }[] }).passkeys;
      return keys
        ? {
            ...found,
            passkeys: keys.map((one) => ({ ...one, publicKey: one.publicKey.map((byte) => byte & 127) })),
          }
        : found;
    }),
};

contractDetects('staff', staff);
contractDetects('passkeys', passkeys);
