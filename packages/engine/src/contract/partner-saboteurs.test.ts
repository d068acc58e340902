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
  'concurrent changes that overwrite each other': (sound) => withEarlyReading(sound, 'endpoints'),

  'disabled endpoints hidden': (sound) =>
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

  'removed endpoints kept': (sound) => withFaultyChange(sound, () => ({ remove: {} })),
};

const keys: Record<string, Sabotage> = {
  'sandbox keys counted before they are made': (sound) => withEarlyReading(sound, 'keys'),

  'sign-ups not used up': (sound) =>
    withFaultyChange(sound, ({ save }, found) => (found.signUps ? { save: { ...save, signUps: [] } } : {})),

  'a sign-up used up by a failed step': (sound) =>
    withFaultyChange(sound, ({ result }, { signUps = [] }) =>
      result === 'full' ? { save: { signUps: signUps.map((one) => ({ ...one, keyId: 'key' })) } } : {},
    ),

  'a rotated key that stays valid': (sound) =>
    withFaultyChange(sound, ({ save }, found) => {
      const isNew = ({ id }: { readonly id: string }): boolean => !found.keys?.some((one) => one.id === id);
      return save?.keys && save.keys.length > 1 ? { save: { keys: save.keys.filter(isNew) } } : {};
    }),

  'an old key ended before the new one exists': (sound) =>
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

  'the last use lost': (sound) =>
    withFaultyChange(sound, ({ save, result }, { keys: found }) =>
      result === undefined && found ? { save: { ...save, keys: [] } } : {},
    ),

  'keys found by e-mail address with case': (sound) =>
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
  'e-mails written before the sign-up': mailsBefore('signUps'),
  'the e-mails of a sign-up lost': (sound) =>
    withFaultyChange(sound, ({ save }) => (save?.signUps ? { deliveries: [] } : {})),
};

contractDetects('endpoints', endpoints);
contractDetects('keys', keys);
contractDetects('sign-ups', signUps);

const plans: Record<string, Sabotage> = {
  'a plan that keeps released holds': (sound) =>
    withFaulty(sound, 'locations', {
      put: (locationId, plan, nowMs, check) =>
        sound.locations.put(locationId, plan, nowMs, (rows, before) => {
          const { deliveries = [] } = check(rows, before) ?? {};
          return { deliveries };
        }),
    }),
};

contractDetects('locations', plans);
