/** The general way: h3 finds the endpoint and zod reads the request. Loaded with the first request that needs it (`served-api.ts`). */
import type { Engine } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { ENDPOINTS } from './endpoints/endpoints.ts';
import { errorAnswer } from '../http/errors.ts';
import { assertEnabled } from './guard.ts';
import { PATH_UNKNOWN } from '../http/messages.ts';
import type { Pipeline } from './pipeline.ts';
import { createRouter, type Handler, type Router } from '../http/router.ts';
import { READING, wrongMethod } from '../http/wrong-method.ts';

/** What the endpoints are answered by, and where they live. */
export interface RouterParts {
  readonly engine: Engine;
  readonly base: string;
  readonly pipeline: Pipeline;
}

/** Knows the endpoints of §4, and all else below the base path. */
export function generalRouter({ engine, base, pipeline }: RouterParts): Router {
  const router = createRouter();
  const unknown =
    (path: string | null, answer: Answer): Handler =>
    (request) =>
      pipeline.reply(request, path, () => assertEnabled(engine).then(() => answer), { load: 'reading' });

  const notFound = unknown(null, errorAnswer(404, PATH_UNKNOWN));
  for (const [path, endpoints] of Map.groupBy(ENDPOINTS, (endpoint) => base + endpoint.path)) {
    const handlers = endpoints.map((endpoint): [string, Handler] => [
      endpoint.method,
      pipeline.handlerOf(endpoint),
    ]);
    const methods = endpoints.flatMap(({ method }) => (method === 'GET' ? READING : [method]));
    router.add(path, Object.fromEntries(handlers), unknown(path, wrongMethod(methods)), notFound);
  }
  router.add(`${base}/**`, {}, notFound);
  return router;
}
