import { createEngine } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { serveHttp } from '../http/serve-http.ts';
import { lazyRouter } from './lazy-router.ts';
import type { Handler, Router } from '../http/router.ts';
import { createServedApi } from '../served-api.ts';

const reply = (text: string): Handler => {
  const body = Buffer.from(text);
  return async () => ({ status: 200, headers: [], body });
};

const REQUEST = { method: 'GET', path: '/here' } as Parameters<Router['reply']>[0];

/** The text of a reply. */
async function textOf(pending: ReturnType<Router['reply']>): Promise<string> {
  return Buffer.from((await pending)!.body as Uint8Array).toString();
}

/** A router that answers one path with the names of all added routes. */
function recorder(): Router {
  const added: string[] = [];
  return {
    add: (path) => void added.push(path),
    reply: (request) => (request.path === '/here' ? reply(added.join())(request, {}) : null),
  };
}

test('a router is loaded once for concurrent requests, and has the routes that were added before and after', async () => {
  let loads = 0;
  const router = lazyRouter(async () => {
    loads += 1;
    return recorder();
  }, reply('unknown'));
  router.add('/a', {}, reply('a'));
  expect(loads).toBe(0);
  const replies = [router.reply(REQUEST), router.reply(REQUEST), router.reply({ ...REQUEST, path: '/gone' })];
  const bodies = await Promise.all(replies.map(textOf));
  expect(bodies).toEqual(['/a', '/a', 'unknown']);
  router.add('/b', {}, reply('b'));
  expect(await textOf(router.reply(REQUEST))).toBe('/a,/b');
  expect(router.reply({ ...REQUEST, path: '/gone' })).toBeNull();
  expect(loads).toBe(1);
});

test('a router that failed to load is loaded again for the next request', async () => {
  let loads = 0;
  const router = lazyRouter(async () => {
    loads += 1;
    if (loads === 1) throw new Error('the disk is away');
    return recorder();
  }, reply('unknown'));
  router.add('/a', {}, reply('a'));
  await expect(router.reply(REQUEST)).rejects.toThrow('the disk is away');
  expect(await textOf(router.reply(REQUEST))).toBe('/a');
});

test('D18 a served API answers its routes, late routes and unknown paths, in any order of the first requests', async () => {
  const paths = ['/healthz', '/late', '/nowhere', '/v1/partner-api/nowhere', '/early'];
  for (const first of paths) {
    const engine = createEngine({ storage: memoryStorage() });
    let added = 0;
    const api = createServedApi({
      engine,
      async addRoutes(routes) {
        added += 1;
        routes.route('/late', async () => ({ status: 200, body: 'late' }));
      },
    });
    api.route('/early', async () => ({ status: 200, body: 'early' }));
    const server = await serveHttp({ api });
    onTestFinished(() => server.close(0));
    const status = async (path: string): Promise<number> => (await fetch(server.url + path)).status;
    const wanted = paths.map((path) => (path.endsWith('nowhere') ? 404 : 200));
    expect(await status(first), first).toBe(wanted[paths.indexOf(first)]);
    expect(await Promise.all(paths.map(status))).toEqual(wanted);
    expect(added).toBe(1);
    engine.detach();
  }
});

test('load() of a served API rejects with the error of the routes that could not be added', async () => {
  const engine = createEngine({ storage: memoryStorage() });
  const api = createServedApi({ engine, addRoutes: () => Promise.reject(new Error('no sender')) });
  await expect(api.load()).rejects.toThrow('no sender');
  engine.detach();
});
