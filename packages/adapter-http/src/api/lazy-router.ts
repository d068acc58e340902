import { lazily } from '../http/lazily.ts';
import type { Handler, Router } from '../http/router.ts';

export interface LazyRouter extends Router {
  /** Resolves when it is loaded, and rejects when it cannot be. */
  load(): Promise<unknown>;
}

/** Loads a router with the first request. Until then it takes every path, and answers unknown ones by `unknown`. */
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
