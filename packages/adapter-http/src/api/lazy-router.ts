import { lazily } from '../http/lazily.ts';
import type { Handler, Router } from '../http/router.ts';

export interface LazyRouter extends Router {
  /** Resolves when it is loaded; rejects if loading fails. */
  load(): Promise<unknown>;
}

/** Loads a router with the first request and then delegates to it. Until then it takes every path, and answers unknown ones by `unknown`. */
export function lazyRouter(load: () => Promise<Router>, unknown: Handler): LazyRouter {
  const routes: Parameters<Router['add']>[] = [];
  const router: LazyRouter = {
    load: lazily(async () => {
      const made = await load();
      for (const route of routes) made.add(...route);
      Object.assign(router, made);
    }),
    add: (...route) => void routes.push(route),
    reply: (request) => router.load().then(() => router.reply(request) ?? unknown(request, {})),
  };
  return router;
}
