import { shape } from '@bord/engine/adapters';
import type { LoadLimit, LoadLimits } from './http/load.ts';
import type { PartnerApi, PartnerApiOptions } from './http/partner-api.ts';
import { loadedLater } from './served-api.ts';

const { anyObject, assertOptions, callback, maybe, number, object, orElse, text } = shape;

const loadLimit = object<LoadLimit>({
  atOnce: number,
  atOnceEach: number,
  turnMs: number,
  waiting: number,
  waitMs: number,
  arriving: number,
  arrivingEach: number,
  arriveMs: number,
});

const fields = {
  engine: object({ partner: callback, authenticate: callback, operator: anyObject, recall: anyObject }),
  basePath: maybe(text),
  publicUrl: maybe(text),
  metrics: maybe(callback),
  subject: maybe(callback),
  overload: maybe(
    orElse(
      false,
      object<LoadLimits>({ booking: loadLimit, reading: loadLimit, pages: loadLimit, batch: loadLimit }),
    ),
  ),
  onRequest: maybe(callback),
  onError: maybe(callback),
};

/**
 * Creates the partner API of §4 over an engine, with `/healthz` (the process is alive), `/readyz` (the storage answers, and the process is not
 * draining) and `/docs`. Every answer below the base path has the shape of the contract, including 404 and 405 (D18). The OpenAPI document is at
 * `openapi.json` below that path. Server-side errors are passed to `onError`, which defaults to `console.error`.
 * @throws TypeError for an invalid option, with its name
 */
export function createPartnerApi(options: PartnerApiOptions): PartnerApi {
  assertOptions('createPartnerApi', fields, options);
  const { load, ...api } = loadedLater(options);
  let isLoaded = false;
  const loading = load().then(
    () => void (isLoaded = true),
    () => undefined, // each request tries again, and reports the error
  );
  // Only the router knows the paths, and therefore which requests belong to the next middleware.
  const listener: PartnerApi['listener'] = (req, res, next) =>
    isLoaded ? api.listener(req, res, next) : loading.then(() => api.listener(req, res, next));
  return { ...api, listener };
}
