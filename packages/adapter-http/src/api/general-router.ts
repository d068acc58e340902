/**
 * The general way: h3 finds which endpoint is meant, and zod reads what was sent to it. Whoever has a server of its own loads it with the
 * first request that does not go the short way (`served-api.ts`).
 */
import type { Answer } from './answer.ts';
import { ENDPOINTS } from './endpoints/endpoints.ts';
import { errorAnswer } from './errors.ts';
import { assertEnabled } from './guard.ts';
import { PATH_UNKNOWN } from './messages.ts';
import type { RouterParts } from './assemble-api.ts';
import { createRouter, type Handler, type Router } from './router.ts';
import { READING, wrongMethod } from './wrong-method.ts';

/** Knows the endpoints of §4, and all else below the base path. */
export function generalRouter({ engine, base, pipeline }: Omit<RouterParts, 'unknown'>): Router {
  const router = createRouter();
  const unknown =
    (path: string | null, answer: Answer): Handler =>
    (request) =>
      pipeline.reply(request, path, () => assertEnabled(engine).then(() => answer));

  for (const [path, endpoints] of Map.groupBy(ENDPOINTS, (endpoint) => base + endpoint.path)) {
    const handlers = endpoints.map((endpoint): [string, Handler] => [
      endpoint.method,
      (request, ids) => pipeline.replyTo(request, endpoint, ids),
    ]);
    const methods = endpoints.flatMap(({ method }) => (method === 'GET' ? READING : [method]));
    router.add(path, Object.fromEntries(handlers), unknown(path, wrongMethod(methods)));
  }
  const notFound = unknown(null, errorAnswer(404, PATH_UNKNOWN));
  router.add(`${base}/**`, {}, notFound);
  return router;
}
