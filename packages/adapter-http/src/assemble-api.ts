/** The partner API put together, however its router is loaded. */
import type { Answer, Reply } from './http/answer.ts';
import { createBodyIntake } from './http/body-intake.ts';
import { createBusyWatch } from './http/busy.ts';
import { documentation } from './docs/documentation.ts';
import { errorRecord } from './http/error-record.ts';
import { errorAnswer } from './http/errors.ts';
import { requestIdOf } from './http/exchange.ts';
import { type HttpRequest, webRequest } from './http/http-request.ts';
import { PATH_UNKNOWN } from './http/messages.ts';
import { nodeListener } from './http/node-listener.ts';
import { DEFAULT_LIMITS, forEachLoad, type Load } from './http/load-limits.ts';
import { createOverload, NO_LIMITS } from './http/overload.ts';
import { createFastPath } from './api/fast-path.ts';
import type { RouterParts } from './api/general-router.ts';
import { createPipeline, type Pipeline } from './api/pipeline.ts';
import { transportSecurityAt } from './http/transport-security.ts';
import { probesOf } from './http/probes.ts';
import type { Handler, Router } from './http/router.ts';
import { webResponse } from './http/web-response.ts';
import { READING, wrongMethod } from './http/wrong-method.ts';
import type { PartnerApi, PartnerApiOptions, RouteOptions, Work } from './http/partner-api.ts';

/** A way that takes some requests; null for one that has to go another. Written out here, as what it is made of is nobody's outside. */
type SomeReplies = (request: HttpRequest) => Promise<Reply> | null;

/** How an API is put together. */
export interface Assembly {
  /** Makes the general way, which knows the endpoints; `unknown` answers each other path. */
  readonly routerOf: (parts: RouterParts, unknown: Handler) => Router;
  /** What is asked before it; for tests of the two. By default the fast path. */
  readonly choose?: (fastPath: SomeReplies) => SomeReplies;
}

/** The partner API, however its router is loaded. */
export function partnerApi(
  options: PartnerApiOptions,
  { routerOf, choose = (fastPath) => fastPath }: Assembly,
): PartnerApi {
  const { engine, onRequest, onError = reportToConsole } = options;
  const base = (options.basePath ?? '/v1/partner-api').replace(/\/+$/, '');
  const leaving = new AbortController();
  const isDraining = (): boolean => leaving.signal.aborted;
  const limits = options.overload ?? DEFAULT_LIMITS;
  const always = transportSecurityAt(options.publicUrl);
  const isBusy = createBusyWatch(() => engine.health.pool()?.waiting ?? 0);
  const overload = limits === false ? NO_LIMITS : createOverload(limits, isBusy);
  const intake = createBodyIntake(limits);
  const pipeline = createPipeline(
    engine,
    base,
    { overload, intake },
    { onRequest, onError },
    { leaving: leaving.signal, always },
  );

  const unknown = handlerOf(pipeline, null, 'pages', errorAnswer(404, PATH_UNKNOWN));
  const router = routerOf({ engine, base, pipeline }, unknown);
  const added = new Set<string>();
  const route = routeAdder(router, pipeline, added);
  const probes = probesOf({ engine, onError, isDraining, metrics: options.metrics });
  for (const [path, { answer, load }] of probes) {
    const handler: Handler = (request) =>
      pipeline.reply(request, path, (exchange, _, outside) => answer(exchange, outside), { load });
    router.add(path, { GET: handler }, handlerOf(pipeline, path, load, wrongMethod(READING)));
  }
  for (const [path, read] of documentation(base, {
    publicUrl: options.publicUrl,
    hasSandbox: () => added.has('/sandbox'),
  }))
    route(path, { GET: read });

  const fastPath = choose(createFastPath(engine, base, overload, pipeline));
  const fetch: PartnerApi['fetch'] = async (given) => {
    const request = webRequest(given);
    return webResponse(
      request,
      await (fastPath(request) ?? router.reply(request) ?? unknown(request, {})),
      leaving.signal,
    );
  };
  const listener = nodeListener({
    fastPath,
    reply: router.reply,
    unknown: (request) => unknown(request, {}),
    onError: (error, { headers }) => onError(error, requestIdOf(headers)),
    leaving: leaving.signal,
  });
  const drain = (): void => leaving.abort();
  const stats: PartnerApi['stats'] = () => {
    const gates = overload.stats();
    return forEachLoad((load) => ({ ...gates[load], arriving: intake.arriving(load) }));
  };
  return { route, fetch, listener, drain, unreadable: pipeline.unreadable, always, stats };
}

/** @param added gets each path */
function routeAdder(router: Router, pipeline: Pipeline, added: Set<string>): PartnerApi['route'] {
  return (path, works, { load, dress } = {}) => {
    added.add(path);
    const handlerFor =
      (work: Work, loadOf: RouteOptions['load']): Handler =>
      (request, ids) =>
        pipeline.reply(request, path, (_, receive) => work(request, ids, receive), {
          load: loadOf?.(request) ?? 'pages',
          dress: dress && ((answer) => dress(answer, request)),
        });
    if (typeof works === 'function') return router.add(path, {}, handlerFor(works, load));
    const handlers = Object.entries(works).map(([method, work]) => [method, handlerFor(work, load)]);
    const methods = Object.keys(works).flatMap((method) => (method === 'GET' ? READING : method));
    const wrong = async (): Promise<Answer> => wrongMethod(methods);
    router.add(path, Object.fromEntries(handlers), handlerFor(wrong, undefined));
  };
}

function handlerOf(pipeline: Pipeline, path: string | null, load: Load | null, answer: Answer): Handler {
  return (request) => pipeline.reply(request, path, async () => answer, { load });
}

function reportToConsole(error: unknown, requestId: string): void {
  console.error(`request ${requestId}:`, errorRecord(error));
}
