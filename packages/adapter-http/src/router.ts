import { addRoute, createRouter as createTree, findRoute } from 'rou3';
import type { Reply } from './answer.ts';
import type { PathIds } from './guard.ts';
import type { HttpRequest } from './http-request.ts';

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

export function createRouter(): Router {
  const tree = createTree<(method: string) => Handler>();
  return {
    add(path, handlers, otherwise) {
      const byMethod = new Map(Object.entries(handlers));
      if (byMethod.has('GET')) byMethod.set('HEAD', byMethod.get('GET'));
      addRoute(tree, '', path, (method) => byMethod.get(method) ?? otherwise);
    },
    reply(request) {
      const found = findRoute(tree, '', request.path);
      return found ? found.data(request.method)(request, found.params ?? {}) : null;
    },
  };
}
