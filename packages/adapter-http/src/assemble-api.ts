/** Assembles the partner API for any way of loading its router. */
import type { Reply } from './http/answer.ts';
import { createBusyWatch } from './http/busy.ts';
import { documentation } from './docs/documentation.ts';
import { errorRecord } from './http/error-record.ts';
import { errorAnswer, READING, wrongMethod } from './http/errors.ts';
import { type HttpRequest, webRequest } from './http/http-request.ts';
import { nodeListener } from './http/node-listener.ts';
import { DEFAULT_LIMITS, forEachLoad, type Load, NO_LIMITS } from './http/load.ts';
import { createOverload } from './http/overload.ts';
import { createFastPath } from './api/fast-path.ts';
import type { RouterParts } from './api/general-router.ts';
import { createPipeline, type Pipeline, type PipelineWork, requestIdOf } from './http/pipeline.ts';
import { createBodyIntake } from './http/read-body.ts';
import { transportSecurityAt } from './http/transport-security.ts';
import { probesOf } from './http/probes.ts';
import type { Handler, Router } from './http/router.ts';
import { webResponse } from './http/web-response.ts';
import type { PartnerApi, PartnerApiOptions } from './http/partner-api.ts';

/** Answers some requests; null for all others. Spelled out here, because its dependencies are private. */
type SomeReplies = (request: HttpRequest) => Promise<Reply> | null;

export interface Assembly {
  /** Makes the general path, which knows the operations; `unknown` answers all other paths. */
  readonly routerOf: (parts: RouterParts, unknown: Handler) => Router;
  /** Chooses the path that is tried first; for tests. By default the fast path. */
  readonly choose?: (fastPath: SomeReplies) => SomeReplies;
}

export function partnerApi(
  options: PartnerApiOptions,
  { routerOf, choose = (fastPath) => fastPath }: Assembly,
): PartnerApi {
  const { engine, onRequest, onError = reportToConsole, subject } = options;
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
    { overload, intake },
    { onRequest, onError },
    { leaving: leaving.signal, always },
  );

  const unknown = pipeline.handler(null, async () => errorAnswer('path_not_found'), { load: 'pages' });
  const router = routerOf({ engine, base, overload, onError, pipeline, subject }, unknown);
  const added = new Set<string>();
  const route = routeAdder(router, pipeline, added);
  const probes = probesOf({ engine, onError, isDraining, metrics: options.metrics });
  for (const [path, { answer, load }] of probes) {
    const work: PipelineWork = (_, __, ___, exchange, outside) => answer(exchange, outside);
    const wrong = pipeline.handler(path, async () => wrongMethod(READING), { load });
    router.add(path, { GET: pipeline.handler(path, work, { load }) }, wrong);
  }
  for (const [path, read] of documentation(base, {
    publicUrl: options.publicUrl,
    hasSandbox: () => added.has('/sandbox'),
  }))
    route(path, { GET: read });

  const fastPath = choose(createFastPath(engine, base, overload, pipeline, subject));
  const fetch: PartnerApi['fetch'] = async (given) => {
    const request = webRequest(given);
    const fast = request.method === 'GET' ? fastPath(request) : null;
    const reply = await (fast ?? router.reply(request) ?? unknown(request, {}));
    return webResponse(request, reply, leaving.signal);
  };
  const listener = nodeListener({
    fastPath,
    router,
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

/** @param added receives each path */
function routeAdder(router: Router, pipeline: Pipeline, added: Set<string>): PartnerApi['route'] {
  return (path, works, { load = 'pages', dress } = {}) => {
    added.add(path);
    const handlerOf = (work: PipelineWork, at: Load): Handler =>
      pipeline.handler(path, work, { load: at, dress });
    if (typeof works === 'function') return router.add(path, {}, handlerOf(works, load));
    const handlers = Object.entries(works).map(([method, work]) => [method, handlerOf(work, load)]);
    const methods = Object.keys(works).flatMap((method) => (method === 'GET' ? READING : method));
    router.add(
      path,
      Object.fromEntries(handlers),
      handlerOf(async () => wrongMethod(methods), 'pages'),
    );
  };
}

function reportToConsole(error: unknown, requestId: string): void {
  console.error(`request ${requestId}:`, errorRecord(error));
}
