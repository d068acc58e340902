import type { H3, H3Event } from 'h3/generic';
import { lazily } from '../lazily.ts';
import type { Reply } from './answer.ts';
import type { PathIds } from './guard.ts';
import type { HttpRequest } from '../node/http-request.ts';

/** Replies to a request; never rejects. */
export type Handler = (request: HttpRequest, ids: PathIds) => Promise<Reply>;

/** Which path is answered by what. */
export interface Router {
  /**
   * Adds a path, such as `/manage/:token` or `/manage/**`: the more exact one wins. What answers GET answers HEAD, too.
   *
   * @param otherwise answers all other methods
   */
  add(path: string, handlers: Readonly<Partial<Record<string, Handler>>>, otherwise: Handler): void;
  /** The reply to a request; null when its path is none of these. */
  reply(request: HttpRequest): Promise<Reply | null>;
}

/** What `handler` of h3 returns for a path without a route. */
const NOT_FOUND = Symbol.for('h3.notFound');

/**
 * h3 finds the route; but for a path that stands there to the letter, which needs no looking for. h3 is loaded for the first that does: it brings
 * all of Node's `fetch` along. Only its `handler` is used: its own `fetch` would make a web response of what a route returns, by the global
 * `Response`, which other code of the process may have replaced.
 */
export function createRouter(): Router {
  const routes = new Map<string, Handler>();
  let loaded: H3 | undefined;
  const finder = lazily(async () => {
    const { H3: App } = await import('h3/generic');
    const app = new App();
    for (const [path, handler] of routes) addTo(app, path, handler);
    loaded = app;
    return app;
  });
  return {
    add(path, handlers, otherwise) {
      const byMethod = new Map(Object.entries(handlers));
      if (byMethod.has('GET')) byMethod.set('HEAD', byMethod.get('GET'));
      const handler: Handler = (request, ids) => (byMethod.get(request.method) ?? otherwise)(request, ids);
      routes.set(path, handler);
      if (loaded) addTo(loaded, path, handler);
    },
    async reply(request) {
      const { method, path } = request;
      const exact = isPlain(path) ? routes.get(path) : undefined;
      if (exact) return exact(request, {});
      const app = loaded ?? (await finder());
      // As much of an event as it takes to find a route: what a whole one costs is more than a short answer.
      const event = { req: { method }, url: { pathname: path }, context: { request } };
      const found = app.handler(event as unknown as H3Event);
      return found === NOT_FOUND ? null : (found as Promise<Reply>);
    },
  };
}

function addTo(app: H3, path: string, handler: Handler): void {
  app.all(path, ({ context }) => handler(context['request'] as HttpRequest, context.params ?? {}));
}

/** The path is no template: a request may spell one. */
function isPlain(path: string): boolean {
  return !path.includes(':') && !path.includes('*');
}
