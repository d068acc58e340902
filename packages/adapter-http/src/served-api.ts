import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LazyRouter, lazyRouter } from './api/lazy-router.ts';
import { partnerApi } from './assemble-api.ts';
import type { PartnerApi, PartnerApiOptions } from './http/partner-api.ts';

/** The partner API of a server of its own. */
export interface ServedApi extends Omit<PartnerApi, 'listener'> {
  /** Answers a request of `node:http`; what is at no path of the API with 404. */
  readonly listener: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /** Loads now what would be loaded with the first request that needs it. Rejects with what `addRoutes` throws. */
  readonly load: () => Promise<void>;
}

/** How such an API is made. */
export interface ServedApiOptions extends PartnerApiOptions {
  /** Adds routes of one's own, such as those of `mountPages`, before the first request that may be theirs is answered. */
  readonly addRoutes?: (api: Pick<PartnerApi, 'route'>) => Promise<void>;
}

/**
 * As `createPartnerApi`, for a server of its own, which starts sooner: what finds a route and reads what was sent is loaded with the first
 * request that needs it, and the times of a day can be answered without. It is no middleware: a path that is none of its own is answered 404.
 */
export function createServedApi(options: ServedApiOptions): ServedApi {
  let router: LazyRouter;
  const api = partnerApi(options, {
    routerOf(parts, unknown) {
      router = lazyRouter(async () => {
        const { generalRouter } = await import('./api/general-router.ts');
        await options.addRoutes?.(api);
        return generalRouter(parts);
      }, unknown);
      return router;
    },
  });
  return { ...api, load: async () => void (await router.load()) };
}
