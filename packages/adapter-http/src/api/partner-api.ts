import type { Engine } from '@bord/engine';
import type { Answer, Reply } from './answer.ts';
import { createBodyIntake, type Receive } from '../node/body-intake.ts';
import { documentation } from '../docs/documentation.ts';
import { errorRecord } from './error-record.ts';
import { errorAnswer } from './errors.ts';
import { type Listeners, requestIdOf } from './exchange.ts';
import type { PathIds } from './guard.ts';
import { type HttpRequest, webRequest } from '../node/http-request.ts';
import { PATH_UNKNOWN } from './messages.ts';
import { type NodeListener, nodeListener } from '../node/node-listener.ts';
import { DEFAULT_LIMITS, forEachLoad, type Load, type LoadLimits } from './load-limits.ts';
import { createOverload, type LoadStats, NO_LIMITS } from './overload.ts';
import { createFastPath } from './fast-path.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import { type MetricsText, probesOf } from './probes.ts';
import type { Handler, Router } from './router.ts';
import { webResponse } from '../node/web-response.ts';
import { READING, wrongMethod } from './wrong-method.ts';

/** How the partner API is made: over which engine, and where it lives. */
export interface PartnerApiOptions extends Partial<Listeners> {
  /** The engine that it answers from. */
  readonly engine: Engine;
  /**
   * Where the endpoints live. `''` for the root of whatever the API is mounted under: all paths there are its own then. Defaults to
   * `/v1/partner-api`.
   */
  readonly basePath?: string;
  /** Where people reach the server, such as `https://book.example.com`, for the commands in `/docs`; by default where they have asked. */
  readonly publicUrl?: string;
  /** What `/metrics` says; without it there is none. */
  readonly metrics?: () => Promise<MetricsText>;
  /** How much is taken on; the rest is shed with 503, bookings last. `false`: all that comes, however much it is. */
  readonly overload?: LoadLimits | false;
}

/**
 * Answers a request of a route of one's own, or throws what is answered and told as a fault of the API's own would be. Its body comes by
 * `receive`.
 */
export type Work = (request: HttpRequest, ids: PathIds, receive: Receive) => Promise<Answer>;

/** How a route of one's own answers. */
export interface RouteOptions {
  /** The class of work that a request is; without one it is always let in. */
  readonly load?: (request: HttpRequest) => Load | undefined;
  /** What is sent instead of an answer, such as a page that tells of a fault. */
  readonly dress?: (answer: Answer, request: HttpRequest) => Answer;
}

/** The partner API, to be mounted into a server. */
export interface PartnerApi {
  /**
   * Adds a route of one's own beside the API, such as `/manage/:token` or `/manage/**`: work for every method, or by method; GET
   * answers HEAD, too, and what is not named gets 405. Its requests are told to `onRequest` by this template, its faults to `onError`.
   */
  readonly route: (
    path: string,
    works: Work | Readonly<Record<string, Work>>,
    options?: RouteOptions,
  ) => void;
  /** Answers a web request, with the `Response` of the process. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Answers a request of `node:http`. As Express or Connect middleware it leaves to the next what is neither below the base path nor
   * a probe, the documentation or a route that was added; without a next that is 404. Mount it before any body parser.
   */
  readonly listener: NodeListener;
  /** From now on `/readyz` fails and answers end their connection: the process is about to leave. */
  readonly drain: () => void;
  /** To be told of what was answered 400 because it is no request. `serveHttp` does so. */
  readonly unreadable: (requestId: string) => void;
  /** What is being worked on. */
  readonly stats: () => Readonly<Record<Load, LoadStats>>;
}

/** A way that takes some requests; null for one that has to go another. Written out here, as what it is made of is nobody's outside. */
type SomeReplies = (request: HttpRequest) => Promise<Reply> | null;

/** What a router is made of. */
export interface RouterParts {
  readonly engine: Engine;
  readonly base: string;
  readonly pipeline: Pipeline;
  /** Answers what is nobody's. */
  readonly unknown: Handler;
}

/** How an API is put together. */
export interface Assembly {
  /** Makes the general way, which knows the endpoints. */
  readonly routerOf: (parts: RouterParts) => Router;
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
  let draining = false;
  const limits = options.overload ?? DEFAULT_LIMITS;
  const overload = limits === false ? NO_LIMITS : createOverload(limits);
  const intake = createBodyIntake(limits);
  const pipeline = createPipeline(engine, base, { overload, intake }, { onRequest, onError }, () => draining);

  const unknown = handlerOf(pipeline, null, errorAnswer(404, PATH_UNKNOWN));
  const router = routerOf({ engine, base, pipeline, unknown });
  const route = routeAdder(router, pipeline);
  const probes = probesOf({ engine, onError, isDraining: () => draining, metrics: options.metrics });
  for (const [path, probe] of probes) {
    const handler: Handler = (request) => pipeline.reply(request, path, probe);
    router.add(path, { GET: handler }, handlerOf(pipeline, path, wrongMethod(READING)));
  }
  for (const [path, read] of documentation(base, options.publicUrl))
    route(path, { GET: async ({ origin }) => read(origin) });

  const fastPath = choose(createFastPath(engine, base, overload, pipeline));
  const reply: Router['reply'] = (request) => fastPath(request) ?? router.reply(request);
  const fetch: PartnerApi['fetch'] = async (given) => {
    const request = webRequest(given);
    return webResponse(request, await (reply(request) ?? unknown(request, {})));
  };
  const listener = nodeListener({
    reply,
    unknown: (request) => unknown(request, {}),
    onError: (error, { headers }) => onError(error, requestIdOf(headers)),
  });
  const drain = (): void => void (draining = true);
  const stats: PartnerApi['stats'] = () => {
    const gates = overload.stats();
    return forEachLoad((load) => ({ ...gates[load], arriving: intake.arriving(load) }));
  };
  return { route, fetch, listener, drain, unreadable: pipeline.unreadable, stats };
}

function routeAdder(router: Router, pipeline: Pipeline): PartnerApi['route'] {
  return (path, works, { load, dress } = {}) => {
    const handlerFor =
      (work: Work, loadOf: RouteOptions['load']): Handler =>
      (request, ids) =>
        pipeline.reply(request, path, (_, receive) => work(request, ids, receive), {
          load: loadOf?.(request),
          dress: dress && ((answer) => dress(answer, request)),
        });
    if (typeof works === 'function') return router.add(path, {}, handlerFor(works, load));
    const handlers = Object.entries(works).map(([method, work]) => [method, handlerFor(work, load)]);
    const methods = Object.keys(works).flatMap((method) => (method === 'GET' ? READING : method));
    const wrong = async (): Promise<Answer> => wrongMethod(methods);
    router.add(path, Object.fromEntries(handlers), handlerFor(wrong, undefined));
  };
}

function handlerOf(pipeline: Pipeline, path: string | null, answer: Answer): Handler {
  return (request) => pipeline.reply(request, path, async () => answer);
}

function reportToConsole(error: unknown, requestId: string): void {
  console.error(`request ${requestId}:`, errorRecord(error));
}
