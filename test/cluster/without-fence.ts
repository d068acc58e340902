/** Preloaded, it takes the fence from `bord serve`: a primary of the past is as good as any. */
import { registerHooks } from 'node:module';

const CHANGES: Readonly<Record<string, readonly [text: string, by: string]>> = {
  '/adapter-pg/src/primary/fence.ts': ['if (timeline < fence.timeline)', 'if (timeline < 0)'],
  '/adapter-pg/src/primary/primary.ts': [
    `(sighting.timeline === at.timeline ? null : 'promoted since')`,
    'null',
  ],
};

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const change = Object.entries(CHANGES).find(([end]) => url.endsWith(end))?.[1];
    if (!change) return loaded;
    const source = Buffer.from((loaded.source ?? '') as Uint8Array).toString();
    if (!source.includes(change[0])) throw new Error(`${url} has nothing like ${change[0]}`);
    return { ...loaded, source: source.replace(change[0], change[1]) };
  },
});
