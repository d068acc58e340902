import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LazyRouter, lazyRouter } from './api/lazy-router.ts';
import { partnerApi } from './assemble-api.ts';
import type { PartnerApi, PartnerApiOptions } from './http/partner-api.ts';

/** The partner API of a standalone server. */
export interface ServedApi extends Omit<PartnerApi, 'listener'> {
  /** Answers a request of `node:http`; paths outside of the API get 404. */
  readonly listener: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  /** Loads the modules that the first request would load. Rejects with the error that `addRoutes` throws. */
  readonly load: () => Promise<void>;
}

/** Options of a served API. */
export interface ServedApiOptions extends PartnerApiOptions {
  /** Adds custom routes, such as those of `mountPages`, before the first request to one of them is answered. */
  readonly addRoutes?: (api: Pick<PartnerApi, 'route'>) => Promise<void>;
}

/**
 * Same as `createPartnerApi`, for a standalone server that must start fast. The router and the body parser are loaded with the first request that
 * needs them; availability of a day can be answered without them. It is not middleware: unknown paths are answered with 404.
 */
export function createServedApi(options: ServedApiOptions): ServedApi {
  return loadedLater(options);
}

/** The partner API, whose router is loaded by `load` or by the first request that needs it. Until then it accepts requests to all paths. */
export function loadedLater(options: ServedApiOptions): PartnerApi & Pick<ServedApi, 'load'> {
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
