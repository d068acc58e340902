/** The general path: h3 finds the operation and zod parses the request. Loaded with the first request that needs it (`served-api.ts`). */
import type { Answer } from '../http/answer.ts';
import { ENDPOINTS } from './endpoints/endpoints.ts';
import { errorAnswer, READING, wrongMethod } from '../http/errors.ts';
import { assertEnabled, guarded, type Surroundings } from './guard.ts';
import type { Pipeline } from '../http/pipeline.ts';
import { createRouter, type Handler, type Router } from '../http/router.ts';

/** The engine, the base path and the pipeline of the operations. */
export interface RouterParts extends Surroundings {
  readonly base: string;
  readonly pipeline: Pipeline;
}

/** A router for the operations of §4 and all other paths below the base path. */
export function generalRouter(parts: RouterParts): Router {
  const { engine, base, pipeline } = parts;
  const router = createRouter();
  const unknown = (path: string | null, answer: Answer): Handler =>
    pipeline.handler(path, () => assertEnabled(engine).then(() => answer), { load: 'reading' });

  const notFound = unknown(null, errorAnswer('path_not_found'));
  for (const [path, endpoints] of Map.groupBy(ENDPOINTS, (endpoint) => base + endpoint.path)) {
    const handlers = endpoints.map((endpoint): [string, Handler] => [
      endpoint.method,
      pipeline.handler(path, guarded(parts, endpoint), endpoint),
    ]);
    const methods = endpoints.flatMap(({ method }) => (method === 'GET' ? READING : [method]));
    router.add(path, Object.fromEntries(handlers), unknown(path, wrongMethod(methods)), notFound);
  }
  router.add(`${base}/**`, {}, notFound);
  return router;
}
