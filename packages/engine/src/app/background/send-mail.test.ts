import { beforeEach, expect, test } from 'vitest';
import {
  aPostbox,
  aProcess,
  type Postbox,
  type Process,
  type VirtualClock,
  virtualClock,
} from '../../../test-support/process.ts';
import { aCaller, aLocation, aRequest, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import type { DeliveryRecord } from '../../core/outbox/delivery.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts';
import { MailRefusedError } from '../../ports/mailer.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;

let clock: VirtualClock;
let postbox: Postbox;
let here: Process;

beforeEach(async () => {
  clock = virtualClock();
  postbox = aPostbox();
  here = aProcess(clock, { mailer: postbox });
  await aLocation(here.shared);
});

const book = (startMs = SIX_MS) =>
  here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(startMs));

test('D26 an e-mail that is not accepted is retried after a minute; for an unknown address it has failed', async () => {
  await book();
  postbox.take = () => Promise.reject(new Error('x'.repeat(300)));
  await here.engine.background.deliverDue();
  const mails = (): Promise<readonly DeliveryRecord[]> => here.engine.operator.mails.list(10);
  const confirmation = async () => (await mails()).find(({ eventId }) => eventId.includes('confirmation'))!;
  expect(await confirmation()).toMatchObject({
    state: 'waiting',
    dueMs: clock.nowMs() + MINUTE_MS,
    attempts: [{ outcome: 'failed', responseExcerpt: 'x'.repeat(200) }],
  });
  clock.pass(MINUTE_MS);
  postbox.take = () => Promise.reject(new MailRefusedError('550'));
  await here.engine.background.deliverDue();
  expect(await confirmation()).toMatchObject({
    state: 'failed',
    attempts: [{ outcome: 'failed' }, { outcome: 'refused', responseExcerpt: '550' }],
  });
  expect(await here.engine.operator.mails.retry()).toBe(1);
  postbox.take = async () => undefined;
  await here.engine.background.deliverDue();
  expect((await confirmation()).state).toBe('delivered');
});

test('D26 an obsolete e-mail is dropped', async () => {
  const made = await book(SIX_MS + 3 * DAY_MS);
  if (made.kind !== 'booked') throw new Error('not booked');
  await here.engine.background.deliverDue();
  await here.engine.partner(aCaller()).cancelBooking(made.booking.id);
  clock.pass(2 * DAY_MS + 18 * HOUR_MS); // the reminder is due
  await here.engine.background.deliverDue();
  expect(postbox.taken.map(({ kind }) => kind)).toEqual(['confirmation', 'cancelled']);
});
