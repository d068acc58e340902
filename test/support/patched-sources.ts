/** For modules that are preloaded into `bord serve`: other words in its sources, where it is to be wrong on purpose. */
import { registerHooks } from 'node:module';

/** Replacements by the end of a file's path: the old text and the new one. */
export type Patches = Readonly<Record<string, readonly [text: string, by: string]>>;

export function patchSources(patches: Patches): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const patch = Object.entries(patches).find(([end]) => url.endsWith(end))?.[1];
      if (!patch) return loaded;
      const source = Buffer.from((loaded.source ?? '') as Uint8Array).toString();
      if (!source.includes(patch[0])) throw new Error(`${url} has nothing like ${patch[0]}`);
      return { ...loaded, source: source.replace(patch[0], patch[1]) };
    },
  });
}
