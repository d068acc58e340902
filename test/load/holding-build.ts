/**
 * When preloaded, restores an earlier design of `bord serve`: a request holds its place while its body arrives, pages have the class of
 * bookings and no rate limit, and an aborted body is awaited after its answer has ended.
 */
import { registerHooks } from 'node:module';

const CHANGES: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  '/adapter-http/src/http/overload.ts': [
    [/giveBack\(\);(\s+const come = await wait\(\);)[^;]*if \(!take[^;]*;/, '$1'],
  ],
  '/adapter-http/src/http/load.ts': [
    [/arriveMs: 10_000/, 'arriveMs: 1_000_000'],
    [/arrivals\(\d+, \d+\)/g, 'arrivals(1e9, 1e9)'],
  ],
  '/adapter-http/src/http/read-body.ts': [[/response\?\.on\('close', onClose\);/, '']],
  '/adapter-http/src/mount-pages.ts': [[/route\(path, works, \{/, "$& load: 'booking',"]],
  '/adapter-http/src/web/page-limits.ts': [
    [/perToken: 60, perAddress: 600/, 'perToken: 1e9, perAddress: 1e9'],
  ],
  '/adapter-http/src/guest/manage-routes.ts': [
    [
      /const visit = await open\(input\);\s+return change\(visit, await input\.readForm\(\)\);/,
      'const form = await input.readForm(); return change(await open(input), form);',
    ],
  ],
};

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const changes = Object.entries(CHANGES).find(([end]) => url.endsWith(end))?.[1];
    if (!changes) return loaded;
    let source = Buffer.from((loaded.source ?? '') as Uint8Array).toString();
    for (const [pattern, by] of changes) {
      if (source.search(pattern) < 0) throw new Error(`${url} has nothing like ${pattern}`);
      source = source.replace(pattern, by);
    }
    return { ...loaded, source };
  },
});
