import { lazily } from '../lazily.ts';
import type { Handler, Router } from './router.ts';

export interface LazyRouter extends Router {
  /** Resolves when it is loaded, and rejects when it cannot be. */
  load(): Promise<unknown>;
}

/**
 * A router that is loaded with the first request that needs it. Until then it cannot tell which paths are its own, so it takes them all:
 * what turns out to be nobody's is answered by `unknown`, and not left to others.
 */
export function lazyRouter(load: () => Promise<Router>, unknown: Handler): LazyRouter {
  const routes: Parameters<Router['add']>[] = [];
  let router: Router | undefined;
  const loaded = lazily(async () => {
    const made = await load();
    for (const route of routes.splice(0)) made.add(...route);
    return (router = made);
  });
  return {
    load: loaded,
    add(...route) {
      if (router) router.add(...route);
      else routes.push(route);
    },
    reply: (request) =>
      router ? router.reply(request) : loaded().then((ready) => ready.reply(request) ?? unknown(request, {})),
  };
}
