import {
  contractDetects,
  type Sabotage,
  withEarlyReading,
  withFaulty,
  withFaultyChange,
} from '../../test-support/saboteur.ts';
import type { RecordKind } from '../core/access/records.ts';
import type { Storage } from '../ports/storage.ts';

const endpoints: Record<string, Sabotage> = {
  'changes that lose each other': (sound) => withEarlyReading(sound, 'endpoints'),

  'disabled ones hidden': (sound) =>
    withFaulty(sound, 'records', {
      list: async (kind, by) =>
        (await sound.records.list(kind, by)).filter(
          (one) => !('disabledMs' in one) || one.disabledMs === null,
        ),
    }),

  'errors of a rule swallowed': (sound) =>
    withFaulty(sound, 'records', {
      amend: (step) => sound.records.amend(step).catch(() => null as never),
    }),

  'removed ones that stay': (sound) => withFaultyChange(sound, () => ({ remove: {} })),
};

const keys: Record<string, Sabotage> = {
  'sandbox keys counted before they are made': (sound) => withEarlyReading(sound, 'keys'),

  'sign-ups not used up': (sound) =>
    withFaultyChange(sound, ({ save }, found) => (found.signUps ? { save: { ...save, signUps: [] } } : {})),

  'sign-ups used up for nothing': (sound) =>
    withFaultyChange(sound, ({ result }, { signUps = [] }) =>
      result === 'full' ? { save: { signUps: signUps.map((one) => ({ ...one, keyId: 'key' })) } } : {},
    ),

  'a rotated key that runs on': (sound) =>
    withFaultyChange(sound, ({ save }, found) => {
      const isNew = ({ id }: { readonly id: string }): boolean => !found.keys?.some((one) => one.id === id);
      return save?.keys && save.keys.length > 1 ? { save: { keys: save.keys.filter(isNew) } } : {};
    }),

  'an old key ended before its successor is there': (sound) =>
    withFaulty(sound, 'records', {
      async amend(step) {
        if (step.select.keys)
          await sound.records.amend({
            select: step.select,
            rule(found, nowMs) {
              const { save } = step.rule(found, nowMs);
              const known = save?.keys?.filter(({ id }) => found.keys.some((one) => one.id === id)) ?? [];
              return { result: null, save: { keys: known } };
            },
          });
        return sound.records.amend(step);
      },
    }),

  'a last use that is not kept': (sound) =>
    withFaultyChange(sound, ({ save, result }, { keys: found }) =>
      result === undefined && found ? { save: { ...save, keys: [] } } : {},
    ),

  'found by an address as it is written': (sound) =>
    withFaulty(sound, 'records', {
      amend: ({ select, rule }) => sound.records.amend({ select, rule: withoutTagged(rule) as typeof rule }),
    }),
};

/** Keys of addresses with a tag are not counted. */
function withoutTagged(rule: Parameters<Storage['records']['amend']>[0]['rule']): typeof rule {
  return (found, nowMs) =>
    rule({ ...found, ...(found.keys && { keys: found.keys.filter(isUntagged) }) }, nowMs);
}

function isUntagged({ sandboxEmail }: { readonly sandboxEmail: string | null }): boolean {
  return !sandboxEmail?.includes('+');
}

function mailsBefore(kind: RecordKind): Sabotage {
  return (sound) =>
    withFaulty(sound, 'records', {
      async amend({ select, rule }) {
        const { nowMs, ...found } = await sound.records.read(select);
        const { save, deliveries = [] } = rule(found as never, nowMs);
        if (save?.[kind]) await sound.outbox.add(deliveries);
        return sound.records.amend({ select, rule });
      },
    });
}

const signUps: Record<string, Sabotage> = {
  'mails written before the sign-up': mailsBefore('signUps'),
  'a sign-up whose mails are lost': (sound) =>
    withFaultyChange(sound, ({ save }) => (save?.signUps ? { deliveries: [] } : {})),
};

contractDetects('endpoints', endpoints);
contractDetects('keys', keys);
contractDetects('sign-ups', signUps);

const plans: Record<string, Sabotage> = {
  'a plan that keeps what it was to release': (sound) =>
    withFaulty(sound, 'locations', {
      put: (locationId, plan, nowMs, check) =>
        sound.locations.put(locationId, plan, nowMs, (rows, before) => {
          const { deliveries = [] } = check(rows, before) ?? {};
          return { deliveries };
        }),
    }),
};

contractDetects('locations', plans);
