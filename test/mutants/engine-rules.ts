/** Decisions of the core on people and messages: visibility, texts, deliveries, events, signatures, tokens. */
import type { Faults } from './run/fault.ts';

const CORE = 'packages/engine/src/core';
const APP = 'packages/engine/src/app';

export const faults: Faults = {
  'signature-without-time': {
    file: `${CORE}/outbox/signature.ts`,
    find: '.update(`${t}.`)',
    replace: '',
    breaks: 'An old webhook can be sent again with a new timestamp.',
    tests: [`${CORE}/outbox/signature.test.ts`],
  },
  'text-address-with-control-characters': {
    file: `${CORE}/fields.ts`,
    find: 'const INVISIBLE = /\\p{C}/u',
    replace: 'const INVISIBLE = /\\p{Co}/u',
    breaks: 'Control characters of an e-mail address reach the header of an e-mail.',
    tests: [`${CORE}/text.test.ts`],
  },
  'signature-of-one-secret-only': {
    file: `${CORE}/outbox/signature.ts`,
    find: '...secrets.map((secret) =>',
    replace: '...secrets.slice(0, 1).map((secret) =>',
    breaks: 'During a rotation, receivers with the old secret reject every event.',
    tests: [`${APP}/operator/endpoints.test.ts`],
  },
  'event-same-id-twice-in-a-second': {
    file: `${CORE}/booking/event.ts`,
    find: 'Math.max(Math.floor(nowMs / SECOND_MS), last + 1, first)',
    replace: 'Math.max(Math.floor(nowMs / SECOND_MS), first)',
    breaks: 'The second of two changes within a second is not listed.',
    tests: [`${CORE}/booking/event.test.ts`],
  },
  'secret-token-of-any-purpose': {
    file: `${CORE}/access/secret.ts`,
    find: 'const of = [purpose, id,',
    replace: 'const of = [id,',
    breaks: 'A link of one kind is accepted as another kind.',
    tests: [`${CORE}/access/secret.test.ts`],
  },
};
