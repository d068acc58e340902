import { expect, test } from 'vitest';
import { anEndpoint, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { DEFAULT_RETRY_DELAYS_SECONDS as DELAYS } from './backoff.ts';
import { attemptOf, isAccepted, settleDelivered, settleFailed, settleUnsent } from './delivery-rules.ts';
import type { Endpoint } from '../booking/event.ts';
import type { WebhookAnswer } from './webhook.ts';

const answered = (status: number, start = ''): WebhookAnswer => ({ kind: 'answered', status, start });
const last = { locationId: LOCATION_ID, failures: DELAYS.length };

/** The endpoint after this many consecutive events have failed permanently. */
function afterFailures(count: number, start = anEndpoint()): { endpoint: Endpoint; mails: string[] } {
  let endpoint = start;
  const mails: string[] = [];
  for (let i = 0; i < count; i++) {
    const settlement = settleFailed(last, endpoint, DELAYS, FRIDAY_MS + i * 1000);
    endpoint = settlement.endpoint!;
    for (const { body } of settlement.deliveries ?? [])
      mails.push((JSON.parse(body) as { kind: string }).kind);
  }
  return { endpoint, mails };
}

test('§6.5 only 2xx counts as delivered: redirects and all other statuses are failures', () => {
  for (const status of [200, 201, 202, 204, 299]) expect(isAccepted(answered(status))).toBe(true);
  for (const status of [100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503])
    expect(isAccepted(answered(status))).toBe(false);
  expect(isAccepted({ kind: 'failed', why: 'timeout', detail: '' })).toBe(false);
});

test('D23 attempts follow after 10 s, 1 min, 5 min and 30 min, then the event has failed', () => {
  const endpoint = anEndpoint();
  const settlements = [0, 1, 2, 3, 4].map((failures) =>
    settleFailed({ locationId: LOCATION_ID, failures }, endpoint, DELAYS, FRIDAY_MS),
  );
  expect(settlements.map(({ state, retryAfterMs = null }) => [state, retryAfterMs])).toEqual([
    ['waiting', 10_000],
    ['waiting', 60_000],
    ['waiting', 300_000],
    ['waiting', 1_800_000],
    ['failed', null],
  ]);
  expect(settlements.slice(0, 4).every((settlement) => settlement.endpoint === undefined)).toBe(true);
  expect(settlements[4]!.endpoint?.failedInARow).toBe(1);
});

test('§6.5 15 consecutive failed events disable the endpoint, 14 and a success do not; the operator is notified at 10 and 15', () => {
  const fourteen = afterFailures(14);
  expect([fourteen.endpoint.disabledMs, fourteen.mails]).toEqual([null, ['endpoint_failing']]);
  const cured = settleDelivered(fourteen.endpoint).endpoint!;
  expect(cured.failedInARow).toBe(0);
  expect(afterFailures(14, cured).endpoint.disabledMs).toBeNull();
  const fifteen = afterFailures(15);
  expect(fifteen.endpoint.disabledMs).toBe(FRIDAY_MS + 14_000);
  expect(fifteen.mails).toEqual(['endpoint_failing', 'endpoint_disabled']);
  // Attempts in progress when it was disabled do not change the date or cause another e-mail.
  const more = afterFailures(3, fifteen.endpoint);
  expect([more.endpoint.disabledMs, more.mails]).toEqual([FRIDAY_MS + 14_000, []]);
});

test('D23 a success does not change an endpoint without failures; a delivery without an endpoint is dropped', () => {
  expect(settleDelivered(anEndpoint())).toEqual({ state: 'delivered' });
  expect(settleDelivered(null)).toEqual({ state: 'delivered' });
  expect(settleFailed(last, null, DELAYS, FRIDAY_MS).state).toBe('dropped');
});

test('D26 an e-mail is retried for most of a day, and not for an unknown address', () => {
  const states = [0, 1, 2, 3, 4, 5, 6].map((failures) =>
    settleUnsent({ locationId: LOCATION_ID, failures }, false),
  );
  expect(states.map(({ state }) => state)).toEqual([...Array<string>(6).fill('waiting'), 'failed']);
  const hours = states.reduce((sum, { retryAfterMs = 0 }) => sum + retryAfterMs, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(16);
  expect(settleUnsent({ locationId: LOCATION_ID, failures: 0 }, true).state).toBe('failed');
});

test('§6.5 an attempt is stored with its status, its time and the first characters of the answer', () => {
  const attempt = attemptOf(answered(500, `${'x'.repeat(199)}🍽 and more\0`), 'worker', FRIDAY_MS, 12.6);
  expect(attempt).toMatchObject({
    outcome: 'status 500',
    status: 500,
    by: 'worker',
    atMs: FRIDAY_MS,
    durationMs: 13,
  });
  expect(attempt.responseExcerpt).toHaveLength(200);
  expect(attempt.responseExcerpt.isWellFormed()).toBe(true);
  expect(attemptOf(answered(302), 'worker', 0, 0).outcome).toBe('redirect');
  expect(attemptOf(answered(204), 'replay', 0, 0).outcome).toBe('delivered');
  expect(attemptOf({ kind: 'failed', why: 'timeout', detail: 'no answer' }, 'test', 0, 0)).toMatchObject({
    outcome: 'timeout',
    status: null,
    responseExcerpt: 'no answer',
  });
});

test('§6.2 the answer of a receiver that got a guest is not stored, as it can contain the guest', () => {
  const attempt = attemptOf(answered(500, 'no such guest: Alva Lind'), 'worker', FRIDAY_MS, 1, true);
  expect(attempt).toMatchObject({ outcome: 'status 500', responseExcerpt: '' });
});
