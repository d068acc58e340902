/** The outbox and its workers. */
import type { Faults } from './run/fault.ts';

const APP = 'packages/engine/src/app';

export const faults: Faults = {
  'worker-deaf-to-its-own-process': {
    file: `${APP}/background/delivery-worker.ts`,
    find: '    app.wakeup.listen(ring),\n',
    replace: '',
    breaks: 'Events of the same process are sent 5 s late.',
    tests: [`${APP}/background/delivery-worker.test.ts`],
  },
  'events-of-a-process-without-a-sender': {
    file: `${APP}/background/deliver.ts`,
    find: "for (const { id } of await storage.records.list('endpoints')) inFlightByQueue.set(id, IN_FLIGHT_MAX);",
    replace: 'inFlightByQueue.size;',
    breaks: 'A process without a webhook sender drops the webhooks of the others.',
    tests: [`${APP}/background/deliver.test.ts`],
  },
  'signed-once-for-all-attempts': {
    file: `${APP}/background/post-signed.ts`,
    find: 'Math.floor(nowMs / SECOND_MS),',
    replace: 'Math.floor((delivery.dueMs ?? nowMs - 60_000) / SECOND_MS),',
    breaks: 'Retries after five minutes have an old signature, and receivers reject them.',
    tests: [`${APP}/background/deliver.test.ts`],
  },
  'refused-mail-tried-for-a-day': {
    file: `${APP}/background/send-mail.ts`,
    find: 'fault instanceof MailRefusedError;',
    replace: 'false;',
    breaks: 'An e-mail is sent seven times to an address that the mail server rejected.',
    tests: [`${APP}/background/send-mail.test.ts`],
  },
  'erased-and-told-of-by-what-is-in-hand': {
    file: `${APP}/background/delivery-worker.ts`,
    find: '    app.erasures.listen((bookingIds) => deliverer.forgetGuests(new Set(bookingIds))),\n',
    replace: '',
    breaks: 'A webhook contains the name of an erased guest.',
    tests: [`${APP}/background/lease-ahead.test.ts`],
  },
  'erased-while-leasing-and-told-of': {
    file: `${APP}/background/deliver.ts`,
    find: 'for (const erased of this.#erasedMeanwhile.splice(0)) this.forgetGuests(erased);',
    replace: 'this.#erasedMeanwhile.splice(0);',
    breaks: 'A message that was read before an erasure is sent after it.',
    tests: [`${APP}/background/lease-ahead.test.ts`],
  },
};
