/** Only the requests of a load balancer are answered by a server without capacity. */
import { H3 } from 'h3';
import { expect, test, vi } from 'vitest';
import { allPaths } from '../../../../test/support/all-routes.ts';
import { BASE, booking, MAILER, openRuntime } from '../../test/runtime.ts';
import { mountMcp } from '../mcp/mount-mcp.ts';
import { mountPages } from '../mount-pages.ts';
import { forEachLoad } from './load.ts';

const NO_ROOM = { atOnce: 0, atOnceEach: 0, turnMs: 4, waiting: 0, waitMs: 1, arriveMs: 1000 };

test('every route but /healthz and /readyz has a load class: without capacity it is answered 503', async () => {
  const added = vi.spyOn(H3.prototype, 'all');
  const { api, engine, key, location } = await openRuntime({
    mailer: MAILER,
    metrics: async () => ({ type: 'text/plain', text: '' }),
    overload: forEachLoad(() => ({ ...NO_ROOM, arriving: 1, arrivingEach: 1 })),
  });
  mountMcp({ api, engine, secretKeys: [], publicUrl: () => 'http://x' });
  mountPages({
    api,
    engine,
    demoLocationId: location.id,
    publicUrl: () => 'http://x',
    mailFrom: 'a@b.se',
    startPage: true,
    bookingPage: true,
    console: true,
    files: { getItemRaw: async () => null, setItemRaw: async () => undefined },
    consoleDemo: { locationId: location.id, email: 'demo@bord.invalid', prepare: async () => undefined },
  });
  await api.fetch(new Request('http://x/nothing')); // the router is loaded
  const paths = added.mock.calls.map(([path]) => String(path));
  added.mockRestore();
  expect([...new Set([...paths, '/'])].toSorted()).toEqual(allPaths());

  const availability = `${BASE}/locations/${location.id}/availability?date=2026-12-02&partySize=2`;
  const answered: string[] = [];
  for (const path of [...paths, '/', '/nothing/here', availability])
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PUT']) {
      const filled = path
        .replace('**', 'x/y')
        .replaceAll(/:location(?:Id)?/g, location.id)
        .replaceAll(/:\w+/g, 'x');
      const headers = { 'x-partner-key': key, 'content-type': 'application/json' };
      const body = method[0] === 'P' ? JSON.stringify(booking()) : null;
      const { status } = await api.fetch(new Request(`http://x${filled}`, { method, headers, body }));
      if (status !== 503) answered.push(`${method} ${path}`);
    }
  const always = ['/healthz', '/readyz'].flatMap((path) =>
    ['GET', 'HEAD', 'POST', 'DELETE', 'PUT'].map((method) => `${method} ${path}`),
  );
  expect(answered.toSorted()).toEqual(always.toSorted());
});
