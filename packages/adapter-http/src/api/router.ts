import { H3, type H3Event } from 'h3';
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
  /** The reply to a request, or null when its path is none of these. */
  reply(request: HttpRequest): Promise<Reply> | null;
}

/** What `handler` of h3 returns for a path without a route. */
const NOT_FOUND = Symbol.for('h3.notFound');

/**
 * h3 finds the route. Only its `handler` is used: `fetch` would make a web response of what a route returns, by the global `Response`,
 * which other code of the process may have replaced.
 */
export function createRouter(): Router {
  const app = new H3();
  return {
    add(path, handlers, otherwise) {
      const byMethod = new Map(Object.entries(handlers));
      if (byMethod.has('GET')) byMethod.set('HEAD', byMethod.get('GET'));
      app.all(path, ({ context }) => {
        const request = context['request'] as HttpRequest;
        return (byMethod.get(request.method) ?? otherwise)(request, context.params ?? {});
      });
    },
    reply(request) {
      const { method, path } = request;
      // As much of an event as it takes to find a route: what a whole one costs is more than a short answer.
      const event = { req: { method }, url: { pathname: path }, context: { request } };
      const found = app.handler(event as unknown as H3Event);
      return found === NOT_FOUND ? null : (found as Promise<Reply>);
    },
  };
}
