/** Webhook endpoints of partners: secrets, disabling, and replay. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';

export const faults: Faults = {
  'rotation-keeps-all-secrets': {
    file: `${APP}/operator/endpoints.ts`,
    find: 'const old = current && overlapMs > 0 ? [{ ...current, endsMs: nowMs + overlapMs }] : [];',
    replace:
      'const old = overlapMs > 0 ? now.secrets.map((each) => ({ ...each, endsMs: nowMs + overlapMs })) : [];',
    breaks: 'A secret that was rotated twice still signs.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  'test-counts': {
    file: `${APP}/operator/endpoints.ts`,
    find: "return deliverManually(app, endpoint, delivery, 'test');",
    replace:
      "await app.storage.outbox.add([delivery]);\n  return deliverManually(app, endpoint, delivery, 'test');",
    breaks: 'A failed test of an endpoint counts towards its deactivation.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
};
