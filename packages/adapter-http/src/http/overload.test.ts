import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BASE, booking, openRuntime } from '../../test/runtime.ts';
import { type Load, type LoadLimit, type Overload, ShedError } from './load.ts';
import { createOverload } from './overload.ts';
import { serveHttp } from './serve-http.ts';

const WIDE: LoadLimit = {
  atOnce: 100,
  atOnceEach: 100,
  turnMs: 60_000,
  waiting: 100,
  waitMs: 60_000,
  arriving: 100,
  arrivingEach: 100,
  arriveMs: 60_000,
};

function overloadWith(limits: Partial<Record<Load, Partial<LoadLimit>>>): Overload {
  return createOverload({
    booking: { ...WIDE, ...limits.booking },
    reading: { ...WIDE, ...limits.reading },
    pages: { ...WIDE, ...limits.pages },
    batch: { ...WIDE, ...limits.batch },
  });
}

/** Work that lasts until the test ends it; records its name when it starts. */
function works(overload: Overload) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (load: Load, name: string): Promise<string> =>
    overload.run(load, null, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  };
  return { begun, start, end };
}

test('up to the limit run concurrently, the next one waits, and further ones are shed', async () => {
  const overload = overloadWith({ reading: { atOnce: 2, waiting: 1 } });
  const { begun, start, end } = works(overload);
  const first = start('reading', 'a');
  void start('reading', 'b');
  const waiting = start('reading', 'c');
  await expect(start('reading', 'd')).rejects.toThrow(ShedError);
  expect(begun).toEqual(['a', 'b']);
  expect(overload.stats().reading).toEqual({ running: 2, waiting: 1 });
  await end('a');
  expect(await first).toBe('a');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('c');
  expect(await waiting).toBe('c');
  await end('b');
  expect(overload.stats().reading).toEqual({ running: 0, waiting: 0 });
});

/** Time passes only when the test advances it. */
function countTime(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a request that waited too long is shed, not earlier, and never started', async () => {
  countTime();
  const { begun, start } = works(overloadWith({ batch: { atOnce: 1, waitMs: 1000 } }));
  void start('batch', 'a');
  let isOver = false;
  const waiting = start('batch', 'b').finally(() => (isOver = true));
  waiting.catch(() => undefined);
  vi.advanceTimersByTime(999);
  await nextTurn();
  expect(isOver).toBe(false);
  vi.advanceTimersByTime(101); // the sweep runs ten times a second
  await expect(waiting).rejects.toThrow(ShedError);
  expect(begun).toEqual(['a']);
});

test('failed work releases its place', async () => {
  const overload = overloadWith({ booking: { atOnce: 1 } });
  await expect(overload.run('booking', null, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(overload.stats().booking.running).toBe(0);
  expect(await overload.run('booking', null, async () => 'yes')).toBe('yes');
});

/** Records its name, and keeps the processor busy. */
const busily = (begun: string[], name: string, busyMs: number) => async () => {
  begun.push(name);
  vi.advanceTimersByTime(busyMs);
};

test('after a long turn reads wait for the next one, bookings do not', async () => {
  countTime();
  const overload = overloadWith({ reading: { turnMs: 2 } });
  const begun: string[] = [];
  const all = [
    overload.run('reading', null, busily(begun, 'first', 3)),
    overload.run('reading', null, busily(begun, 'second', 3)),
    overload.run('booking', null, busily(begun, 'booking', 0)),
  ];
  expect(begun).toEqual(['first', 'booking']);
  await Promise.all(all);
  expect(begun).toEqual(['first', 'booking', 'second']);
});

/** The same in real time, which also passes between tasks. */
const spinning = (begun: string[], name: string) => async () => {
  begun.push(name);
  for (const since = performance.now(); performance.now() - since < 1;);
};

test('of waiting requests bookings run first, then reads, then ranges', async () => {
  const overload = overloadWith({ reading: { turnMs: 0 }, booking: { turnMs: 0 }, batch: { turnMs: 0 } });
  const begun: string[] = [];
  const loads = ['batch', 'reading', 'booking', 'batch', 'reading', 'booking'] as const;
  await Promise.all(loads.map((load) => overload.run(load, null, spinning(begun, load))));
  expect(begun).toEqual(['booking', 'booking', 'reading', 'reading', 'batch', 'batch']);
});

/** A server with small limits whose diary waits until it is released; its batches and lookups are already queued. */
async function stalledRuntime() {
  const narrow = { ...WIDE, atOnce: 1, waiting: 1 };
  const runtime = await openRuntime({
    overload: { booking: WIDE, reading: narrow, pages: WIDE, batch: narrow },
  });
  const { bookings } = runtime.storage;
  const { find, diary } = bookings;
  const release = Promise.withResolvers<void>();
  bookings.find = (...loads) => release.promise.then(() => find.call(bookings, ...loads));
  bookings.diary = (...loads) => release.promise.then(() => diary.call(bookings, ...loads));
  const server = await serveHttp({ api: runtime.api });
  onTestFinished(() => server.close(0));
  const batch = `/locations/${runtime.location.id}/availability/batch`;
  const held = [1, 2].flatMap(() => [runtime.post(batch, RANGE), runtime.call('/bookings/none')]);
  await expect.poll(runtime.api.stats).toMatchObject({ reading: FULL, batch: FULL });
  return { ...runtime, server, batch, held, release: release.resolve };
}

const RANGE = { startDate: '2026-12-02', endDate: '2026-12-02', partySizes: [2] };
const FULL = { running: 1, waiting: 1 };
const NOTHING = { running: 0, waiting: 0, arriving: 0 };

test('§7 D17 one request over the limit is 503 with Retry-After on every path; probes and bookings are not affected', async () => {
  const { api, call, post, location, batch, held, release, server, key } = await stalledRuntime();
  const headers = { 'x-partner-key': key, 'content-type': 'application/json', 'x-request-id': 'mine' };
  const day = `/locations/${location.id}/availability?date=2026-12-02&partySize=2`;
  const answers = [
    await post(batch, RANGE, { headers }),
    await fetch(server.url + BASE + batch, { method: 'POST', headers, body: JSON.stringify(RANGE) }),
    await call('/bookings/none', { headers }),
    await fetch(`${server.url}${BASE}/bookings/none`, { headers }),
    await fetch(server.url + BASE + day, { headers }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(answer.headers.get('x-request-id')).toBe('mine');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toMatchObject({ statusCode: 503, error: 'Service Unavailable' });
  }
  expect((await post(`/locations/${location.id}/bookings`, booking())).status).toBe(201);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

  release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 404, 200, 404]);
  expect(api.stats()).toEqual({ booking: NOTHING, reading: NOTHING, pages: NOTHING, batch: NOTHING });
  expect((await post(batch, RANGE)).status).toBe(200);
});

test('a client that is shed during a large upload gets the answer, and the connection ends', async () => {
  const { batch, held, release, server, key } = await stalledRuntime();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(100_000).fill(32));
      controller.close();
    },
  });
  const headers = { 'x-partner-key': key, 'content-type': 'application/json' };
  const answer = await fetch(server.url + BASE + batch, { method: 'POST', headers, body, duplex: 'half' });
  expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close']);
  release();
  await Promise.all(held);
});
