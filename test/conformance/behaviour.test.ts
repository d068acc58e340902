/** How the kit behaves towards those whom it tries. */
import { CONFORMANCE_SECTIONS, checkConformance } from '@bord/cli';
import { expect, test } from 'vitest';
import { IS_LONG, sampleOf } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { BASE, DEMO_ID, demoPlan } from '../support/world.ts';
import { answering, both, error, instead, isCancel, isCreate, isDay, saying } from './faults.ts';
import { check, type Fault, idsOf, openTarget, type Serve, type Target } from './target.ts';

const without = (...names: readonly string[]): Fault =>
  answering(
    () => true,
    ({ headers }) => {
      for (const name of names) headers.delete(name);
    },
  );

const RATE_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;

/** Runs the kit with a sandbox key only; returns the report and the waits. */
async function checkInSandbox(fault: Fault = (serve) => serve, rateLimit?: number, added = false) {
  const target = await openTarget();
  const { keys } = target;
  const { key } =
    rateLimit === undefined
      ? await target.engine.operator.keys.createSandbox({
          locationId: DEMO_ID,
          email: 'dev@example.com',
          system: 'Kit',
        })
      : await target.engine.operator.keys.create({ partner: 'few', locationIds: [DEMO_ID], rateLimit });
  expect(Object.values(keys)).not.toContain(key);
  const statuses: number[] = [];
  const waits: string[] = [];
  const counted: Fault = (serve) => async (request) => {
    const response = await serve(request);
    statuses.push(response.status);
    return response;
  };
  const fetch = fault(counted(target.serve, target), target);
  const given = {
    baseUrl: `http://127.0.0.1${BASE}`,
    locationId: DEMO_ID,
    keys: { key },
    sandbox: true,
    added,
  };
  const onWait = (_: number, why: string) => void waits.push(why);
  const report = await checkConformance(given, { fetch, clock: target.clock, onWait });
  return { report, statuses, waits };
}

test('§5.8 §8 a sandbox key is enough: its 60 requests a minute suffice without waiting', async () => {
  const { report, statuses, waits } = await checkInSandbox();
  expect([idsOf(report, 'failed', 'warning'), waits]).toEqual([[], []]);
  expect(statuses.filter((status) => status === 429)).toEqual([]);
  const reasons = new Set(report.rules.flatMap(({ reason = '' }) => (reason === '' ? [] : [reason])));
  expect([...reasons].filter((reason) => !reason.startsWith('needs --'))).toEqual([]);
  expect(report.passed).toBeGreaterThan(95);
});

test('D11 D30 with the additions a sandbox key waits for the next minute once, and every possible rule is tried', async () => {
  const { report, waits } = await checkInSandbox(undefined, undefined, true);
  expect(idsOf(report, 'failed', 'warning')).toEqual([]);
  expect(waits).toHaveLength(1);
  const skipped = report.rules.filter(
    ({ outcome, reason = '' }) => outcome === 'skipped' && !reason.startsWith('needs --'),
  );
  expect(skipped).toEqual([]);
  expect(idsOf(report, 'passed')).toContain('D11/named');
  expect(report).toMatchObject({ holds: 2, waiting: 3, leftBehind: [], lost: 0 });
});

test('D17 with less than it needs, it waits for the next minute, and meets no 429', async () => {
  const { report, statuses, waits } = await checkInSandbox(undefined, 20);
  expect(idsOf(report, 'failed', 'warning')).toEqual([]);
  expect(statuses).not.toContain(429);
  expect(waits.length).toBeGreaterThan(1);
  expect(new Set(waits)).toEqual(new Set(['the requests that the key has a minute are used up']));
});

test.each([
  ['Retry-After, where nothing else is said', without(...RATE_HEADERS)],
  ['a while, where nothing is said', without(...RATE_HEADERS, 'retry-after')],
])('§8 a 429 is waited out by %s', async (_, fault) => {
  const { report, statuses, waits } = await checkInSandbox(fault, 20);
  expect(idsOf(report, 'failed', 'warning')).toEqual(['D17/headers']);
  expect(statuses).toContain(429);
  expect(waits).toContain('the target answered 429');
});

const live = async ({ engine }: Target) =>
  (await engine.operator.at(DEMO_ID).bookings.list()).filter(({ status }) => status === 'confirmed');

test('all that it books it cancels, and marks as its own', async () => {
  const target = await openTarget();
  const report = await check(target);
  const bookings = (await target.engine.operator.at(DEMO_ID).bookings.list()).filter(
    ({ id }) => id !== target.endedBooking,
  );
  expect(bookings).toHaveLength(report.bookings);
  expect(new Set(bookings.map(({ status }) => status))).toEqual(new Set(['cancelled']));
  for (const { guest, partnerBookingRef, idempotencyKey } of bookings) {
    expect(guest).toMatchObject({
      name: 'Bord conformance',
      email: expect.stringMatching(/^conformance(?:-\d)?@example\.com$/),
    });
    expect(partnerBookingRef ?? idempotencyKey).toMatch(/^conformance-[\da-f]{8}-/);
  }
});

test('when it is stopped, wherever that is, it cancels what it has booked', async () => {
  const step = IS_LONG ? 7 : 20;
  for (let at = 1 + (seed % step); at < 190; at += step) {
    const target = await openTarget();
    const stop = new AbortController();
    let seen = 0;
    const fetch: Serve = async (request) => {
      const response = await target.serve(request);
      if (++seen === at) stop.abort();
      return response;
    };
    const { keys, clock } = target;
    const given = { baseUrl: `http://127.0.0.1${BASE}`, locationId: DEMO_ID, keys, added: true };
    const report = await checkConformance(given, { fetch, clock, signal: stop.signal });
    expect([report.interrupted, report.leftBehind, await live(target)]).toEqual([true, [], []]);
    const { holds, waitlist } = target.engine.operator.at(DEMO_ID);
    expect([await holds.list(), await waitlist.list()]).toEqual([[], []]);
    expect(report.failed).toBe(0);
  }
});

test('bookings that it cannot cancel are named, and possible bookings are counted', async () => {
  const target = await openTarget();
  const refusing = await check(target, instead(isCancel, 400));
  expect(refusing.leftBehind.map(({ id }) => id).toSorted()).toEqual(
    (await live(target)).map(({ id }) => id).toSorted(),
  );
  expect(refusing.leftBehind.length).toBeGreaterThan(0);

  const nameless = await check(
    await openTarget(),
    saying(isCreate, (json) => delete json.id),
  );
  expect([nameless.bookings, nameless.leftBehind]).toEqual([0, []]);
  expect(nameless.lost).toBeGreaterThan(0);
});

/** No answer to some requests. */
const mute =
  (isMute: (request: Request) => boolean): Fault =>
  (serve) =>
  async (request) => {
    if (isMute(request))
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
    return serve(request);
  };

test('a request without an answer is a failure; after three in a row the rest is skipped', async () => {
  const menu = await check(
    await openTarget(),
    mute(({ url }) => url.endsWith('/menu') && url.includes(DEMO_ID)),
  );
  expect(menu.rules.find(({ id }) => id === '§4.6/menu')).toMatchObject({
    outcome: 'failed',
    expected: 'an answer',
    got: 'ECONNRESET',
    request: expect.stringContaining('/menu'),
  });

  let answers = 30;
  const gone = await check(
    await openTarget(),
    mute(() => answers-- <= 0),
  );
  expect(gone.failed).toBeLessThanOrEqual(3);
  expect(gone.rules.at(-1)).toMatchObject({ outcome: 'skipped', reason: 'the target no longer answers' });
});

test('no key is ever shown, not even by a server that repeats it', async () => {
  const target = await openTarget();
  const report = await check(target, (serve) => async (request) => {
    const response = await serve(request);
    if (response.status < 400) return response;
    const key = request.headers.get('authorization') ?? request.headers.get('x-partner-key');
    return Response.json(
      { message: `wrong: ${key}` },
      { status: response.status === 400 ? 500 : response.status },
    );
  });
  const shown = JSON.stringify(report);
  expect(report.failed).toBeGreaterThan(10);
  expect(shown).toContain('$KEY');
  for (const key of Object.values(target.keys)) expect(shown).not.toContain(key);
});

test('each rule can be tried alone', async () => {
  const shared = await openTarget();
  const ids = CONFORMANCE_SECTIONS.flatMap(({ rules }) => rules)
    .filter(
      ({ id, needs }) =>
        id !== 'D11/named' && !id.startsWith('§6') && !/receive/.test([needs ?? []].flat().join(' ')),
    )
    .map(({ id }) => id);
  const { key } = await shared.engine.operator.keys.create({
    partner: 'acme',
    locationIds: [DEMO_ID],
    rateLimit: 120,
  });
  for (const id of sampleOf(ids, 8)) {
    // A list of all that the others have booked would be long.
    const isList = id.startsWith('D33');
    const target = isList ? await openTarget() : shared;
    target.clock.pass(60_000);
    const keys = isList ? target.keys : { ...target.keys, key };
    const report = await check(target, undefined, { only: [id], keys });
    expect(report.rules).toEqual([expect.objectContaining({ id, outcome: 'passed' })]);
  }
});

test('strict: what should hold must', async () => {
  const fault = saying(isDay, (json) => {
    for (const slot of json.slots) slot.slot = slot.slot.replace('Z', '.000Z');
  });
  const outcome = async (strict: boolean): Promise<unknown> => {
    const { rules, warnings, failed } = await check(await openTarget(), fault, {
      strict,
      only: ['D6/instants'],
    });
    return [rules[0]!.outcome, warnings, failed];
  };
  expect(await outcome(false)).toEqual(['warning', 1, 0]);
  expect(await outcome(true)).toEqual(['failed', 0, 1]);
});

test('a run without an available time reports so, and does not pass', async () => {
  const target = await openTarget();
  await target.engine.operator.locations.apply({ ...demoPlan, servicePeriods: [] }, DEMO_ID);
  const closed = await check(target);
  expect(closed.rules.find(({ id }) => id === '§4.3/created')).toMatchObject({
    outcome: 'failed',
    got: expect.stringContaining('no slot is available for a party of 2'),
  });
});

test.each([
  [401, /refuses the key: 401/],
  [403, /may not see the location/],
  [503, /not enabled/],
  [404, /location .* or the partner API does not exist/],
])('if the first request is answered with %i, the kit reports it and stops', async (status, words) => {
  let requests = 0;
  const fault = answering(both(isDay), () => (requests++, { status, json: error(status) }));
  await expect(check(await openTarget(), fault)).rejects.toThrow(words);
  expect(requests).toBe(1);
});
