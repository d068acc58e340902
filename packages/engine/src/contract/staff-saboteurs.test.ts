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
  'links that are read before they are locked': (sound) => withEarlyReading(sound, 'links'),

  'managers who are counted before they are locked': (sound) => withEarlyReading(sound, 'staff'),

  'links that are used up in vain': (sound) =>
    withFaultyChange(sound, (_, { links, staff: members }) =>
      links && members?.length === 0 ? { remove: { links: links.map(({ id }) => id) } } : {},
    ),

  'a removed member who stays signed in': withLeftBehind('sessions'),
  'a removed member whose links stay': withLeftBehind('links'),
  'a removed member whose passkeys stay': withLeftBehind('passkeys'),

  'roles that pile up': (sound) =>
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

  'an e-mail address that is not looked for': (sound) =>
    withFaulty(sound, 'records', {
      amend: ({ select, rule }) =>
        sound.records.amend({
          select,
          rule: (found, nowMs) =>
            rule(select.staff?.addressHash === undefined ? found : { ...found, staff: [] }, nowMs),
        }),
    }),

  'a selection of which the first selector alone counts': (sound) =>
    withFaulty(sound, 'records', {
      amend: ({ select, rule }) => {
        const [first] = Object.entries(select.staff ?? {});
        return sound.records.amend({
          select: first ? { ...select, staff: Object.fromEntries([first]) } : select,
          rule,
        });
      },
    }),

  'a session that stays when it is ended': (sound) =>
    withFaultyChange(sound, ({ remove = {} }) => ({ remove: { ...remove, sessions: [] } })),

  'a use that is not kept': (sound) =>
    withFaultyChange(sound, ({ save = {} }, { sessions = [] }) =>
      sessions.length > 0 ? { save: { ...save, sessions } } : {},
    ),

  'sessions in the order in which they began': (sound) =>
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

  'mails without their link': (sound) =>
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

  'a link whose mail is lost': (sound) =>
    withFaultyChange(sound, ({ save }) => (save?.links ? { deliveries: [] } : {})),
};

const passkeys: Record<string, Sabotage> = {
  'challenges that are not kept': (sound) =>
    withFaultyChange(sound, ({ save = {} }) => ({ save: { ...save, challenges: [] } })),

  'challenges that are read before they are locked': (sound) => withEarlyReading(sound, 'challenges'),

  'counts that are not kept': (sound) =>
    withFaultyChange(sound, ({ save = {} }, { passkeys: known = [] }) =>
      known.length > 0 ? { save: { ...save, passkeys: known } } : {},
    ),

  'a passkey whose mail is lost': (sound) =>
    withFaultyChange(sound, ({ save }) => (save?.passkeys ? { deliveries: [] } : {})),

  'a challenge that is used up for nothing': (sound) =>
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

  'a passkey that is removed and stays': (sound) =>
    withFaultyChange(sound, ({ remove = {} }) => ({ remove: { ...remove, passkeys: [] } })),

  'keys that lose their sign': (sound) =>
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
