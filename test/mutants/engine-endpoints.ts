/** The endpoints of partners: their secrets, when they are disabled, and what is replayed to them. */
import type { Fault } from './run/fault.ts';

const APP = 'packages/engine/src/app';

export const faults: readonly Fault[] = [
  {
    name: 'enabled-and-nothing-restarted',
    file: `${APP}/operator/endpoints.ts`,
    find: "  await app.storage.outbox.restart(endpointId, 'waiting');\n",
    replace: '',
    breaks:
      'What waited while an endpoint was disabled goes out whenever its last delay has passed, with half its attempts.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'enabled-with-the-old-count',
    file: `${APP}/operator/endpoints.ts`,
    find: 'disabledMs: null, failedInARow: 0 }));',
    replace: 'disabledMs: null }));',
    breaks: 'The first failure after it was enabled disables an endpoint again.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'disabled-twice-waits-longer',
    file: `${APP}/operator/endpoints.ts`,
    find: 'disabledMs: now.disabledMs ?? nowMs',
    replace: 'disabledMs: nowMs',
    breaks: 'The date since when an endpoint is disabled is lost.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'rotation-without-overlap-overlaps',
    file: `${APP}/operator/endpoints.ts`,
    find: 'current && overlapMs > 0 ?',
    replace: 'current ?',
    breaks: 'A secret that leaked is kept beside the one that replaces it.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'rotation-old-secret-first',
    file: `${APP}/operator/endpoints.ts`,
    find: 'secrets: [{ sealed, endsMs: null }, ...old]',
    replace: 'secrets: [...old, { sealed, endsMs: null }]',
    breaks: 'Receivers that know the new secret and read one signature refuse every event.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'rotation-keeps-all-secrets',
    file: `${APP}/operator/endpoints.ts`,
    find: 'const old = current && overlapMs > 0 ? [{ ...current, endsMs: nowMs + overlapMs }] : [];',
    replace:
      'const old = overlapMs > 0 ? now.secrets.map((each) => ({ ...each, endsMs: nowMs + overlapMs })) : [];',
    breaks: 'A secret rotated twice goes on signing.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'old-secret-never-ends',
    file: `${APP}/background/post-signed.ts`,
    find: 'endsMs === null || nowMs < endsMs',
    replace: 'endsMs === null || endsMs > 0',
    breaks: 'A rotated secret signs for ever.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'lost-key-ends-all-signing',
    file: `${APP}/background/post-signed.ts`,
    find: '...older.filter((secret) => secret !== null)]',
    replace: '...(older as string[])]',
    breaks: 'After a rotation because a key was lost the header carries a signature made with nothing.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'endpoint-at-any-address',
    file: `${APP}/operator/endpoints.ts`,
    find: `if (problem) invalid(problem, ['url']);`,
    replace: '',
    breaks: 'Webhooks are registered for addresses inside the house.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'test-counts',
    file: `${APP}/operator/endpoints.ts`,
    find: "return deliverManually(app, endpoint, delivery, 'test');",
    replace:
      "await app.storage.outbox.add([delivery]);\n  return deliverManually(app, endpoint, delivery, 'test');",
    breaks: 'A test of an endpoint that is down counts towards its end.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'replay-of-the-newest-first',
    file: `${APP}/operator/endpoints.ts`,
    find: '.toReversed();',
    replace: ';',
    breaks: 'A cancellation is replayed before the booking it cancels.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  {
    name: 'replay-goes-on-after-a-refusal',
    file: `${APP}/operator/endpoints.ts`,
    find: 'if (!made.delivered) return',
    replace: 'if (!made.delivered && delivered < 0) return',
    breaks: 'A receiver that is still down gets a day of events at once.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
];
