/** The limits of sign-in links, which strangers cannot use up for a member (D44). */
import { beforeEach, expect, test } from 'vitest';
import { BROWSER, MAILER, SECRET_KEYS, staffSetup, type StaffSetup } from '../../../test-support/staff.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/instant.ts';

let setup: StaffSetup;

beforeEach(async () => {
  setup = await staffSetup();
  await setup.add('anna@example.se');
});

/** Sends requests and returns how many were accepted. */
async function accepted(
  times: number,
  email: (i: number) => string,
  address: (i: number) => string,
): Promise<number> {
  let count = 0;
  for (let i = 0; i < times; i++)
    await setup.ask(email(i), BROWSER, address(i)).then(
      () => count++,
      (error: unknown) => expect(error).toMatchObject({ code: 'rate_limited' }),
    );
  return count;
}

const ofAnna = (): string => 'anna@example.se';
const mailsSent = async (): Promise<number> => {
  await setup.engine.background.deliverDue();
  return setup.mails.length;
};

test('D44 requests are limited by IP address, by network, and by network for one mailbox; after an hour all are accepted again', async () => {
  const tagged = (i: number): string => `anna+${i}@example.se`;
  expect(await accepted(20, tagged, () => '198.51.100.1')).toBe(8);
  expect(await accepted(20, tagged, (i) => `198.51.100.${i}`)).toBe(0);
  expect(await accepted(5, ofAnna, () => '203.0.113.1')).toBe(5);
  setup.clock.nowMs += HOUR_MS;
  expect(await accepted(1, ofAnna, () => '198.51.100.1')).toBe(1);
  const unknown = (i: number): string => `p${i}@example.se`;
  expect(await accepted(90, unknown, () => '192.0.2.7')).toBe(60);
  expect(await accepted(150, unknown, (i) => `203.0.113.${i % 9}`)).toBe(100);
});

test('D44 520 requests for unknown e-mail addresses from six networks do not stop a member in an unknown browser', async () => {
  const unknown = (i: number): string => `p${i}@example.se`;
  expect(await accepted(520, unknown, (i) => `10.0.${i % 6}.${1 + (i % 12)}`)).toBe(520);
  expect(await mailsSent()).toBe(0);
  await setup.enter('anna@example.se');
});

test('D44 30 requests from three networks for one member do not stop that member in an unknown browser', async () => {
  await accepted(30, ofAnna, (i) => `10.0.${i % 3}.1`);
  const before = await mailsSent();
  await setup.enter('anna@example.se');
  expect(setup.mails.length).toBe(before + 1);
});

test('D44 a mailbox gets 30 e-mails an hour, and retries do not count; a further request is accepted and sends none', async () => {
  const failing = setup.another({ mailer: { ...MAILER, send: () => Promise.reject(new Error('away')) } });
  expect(await accepted(20, ofAnna, (i) => `10.0.${i}.1`)).toBe(20);
  await failing.background.deliverDue();
  setup.clock.nowMs += MINUTE_MS;
  expect(await mailsSent()).toBe(20);
  expect(await accepted(20, ofAnna, (i) => `10.1.${i}.1`)).toBe(20);
  expect(await mailsSent()).toBe(30);
  setup.clock.nowMs += HOUR_MS;
  expect(await accepted(1, ofAnna, () => '10.2.1.1')).toBe(1);
  expect(await mailsSent()).toBe(31);
});

test('D44 a known browser gets ten links an hour for its member, separately from the limit of others', async () => {
  const { browserMark } = await setup.enter('anna@example.se');
  await setup.add('bo@example.se');
  await accepted(40, ofAnna, (i) => `10.0.${i}.1`);
  expect(await mailsSent()).toBe(30);
  const askKnown = (given: { email?: string; browser?: string; browserMarks?: readonly string[] } = {}) =>
    setup.engine.signIn.ask({
      email: 'anna@example.se',
      browser: BROWSER,
      browserMarks: ['', 'x', browserMark!],
      clientAddress: '192.0.2.1',
      ...given,
    });
  for (let i = 0; i < 10; i++) await askKnown();
  expect(await mailsSent()).toBe(40);
  await expect(askKnown()).rejects.toMatchObject({ code: 'rate_limited' });
  // For another member, in another browser, or altered, the mark has no effect.
  for (const browserMarks of [[browserMark!], [`${browserMark!.slice(1)}A`], [`A${browserMark!.slice(1)}`]])
    await askKnown({ browserMarks, browser: 'another' });
  expect(await mailsSent()).toBe(40);
  const askForBo = async (i: number) =>
    askKnown({ email: 'bo@example.se', browserMarks: [browserMark!, `${i}`] });
  for (let i = 0; i < 8; i++) await askForBo(i);
  await expect(askForBo(8)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('D44 the mark of a known browser is valid under an older secret key, and is not stored', async () => {
  const { browserMark } = await setup.enter('anna@example.se');
  const renewed = setup.another({ secretKeys: [new Uint8Array(32).fill(9), ...SECRET_KEYS] });
  await accepted(40, ofAnna, (i) => `10.0.${i}.1`);
  const before = await mailsSent();
  const request = { email: 'anna@example.se', browser: BROWSER, clientAddress: '192.0.2.1' };
  await renewed.signIn.ask({ ...request, browserMarks: [browserMark!] });
  await renewed.background.deliverDue();
  expect(setup.mails.length).toBe(before + 1);
  expect(JSON.stringify(await setup.storage.outbox.ofQueue('mail', 99))).not.toContain(browserMark!);
});
