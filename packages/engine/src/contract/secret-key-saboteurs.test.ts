import { contractDetects, type Sabotage } from '../../test-support/saboteur.ts';

const secretKey: Record<string, Sabotage> = {
  'a fingerprint replaced whatever stands there': (sound) => ({
    ...sound,
    secretKey: {
      ...sound.secretKey,
      async replace(_, fingerprint) {
        return sound.secretKey.replace(await sound.secretKey.read(), fingerprint);
      },
    },
  }),

  'a fingerprint that is not kept': (sound) => ({
    ...sound,
    secretKey: { ...sound.secretKey, replace: async () => true },
  }),
};

contractDetects('secret key', secretKey);
