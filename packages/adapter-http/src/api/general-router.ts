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

  for (const endpoint of ENDPOINTS) {
    const path = base + endpoint.path;
    const handler: Handler = (request, ids) => pipeline.replyTo(request, endpoint, ids);
    const methods = endpoint.method === 'GET' ? READING : [endpoint.method];
    router.add(path, { [endpoint.method]: handler }, unknown(path, wrongMethod(methods)));
  }
  const notFound = unknown(null, errorAnswer(404, PATH_UNKNOWN));
  router.add(`${base}/**`, {}, notFound);
  return router;
}
