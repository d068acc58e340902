import {
  contractDetects,
  type Sabotage,
  withEarlyReading,
  withFaultyChange,
} from '../../test-support/saboteur.ts';

const secretKey: Record<string, Sabotage> = {
  'a record read before its lock': (sound) => withEarlyReading(sound, 'secretKey'),

  'a fingerprint lost': (sound) => withFaultyChange(sound, () => ({ save: {} })),
};

const maintenance: Record<string, Sabotage> = {
  'the run with the latest time kept instead of the last': (sound) => {
    let latestMs = -Infinity;
    return withFaultyChange(sound, ({ save = {} }) => {
      const [run] = save.maintenance ?? [];
      if (!run) return {};
      latestMs = Math.max(latestMs, run.lastRunMs);
      return { save: { maintenance: [{ ...run, lastRunMs: latestMs }] } };
    });
  },
};

contractDetects('maintenance', maintenance);
contractDetects('secret key', secretKey);
