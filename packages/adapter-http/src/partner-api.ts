import { STATUS_CODES } from 'node:http';
import type { Engine } from '@bord/engine';
import { H3, type H3Event, type HTTPError, type HTTPMethod } from 'h3';
import { FastResponse } from 'srvx';
import type { Answer, Reply } from './answer.ts';
import { documentation } from './documentation.ts';
import { errorAnswer } from './errors.ts';
import { assertEnabled } from './guard.ts';
import { METHOD_UNKNOWN, PATH_UNKNOWN } from './messages.ts';
import { type NodeListener, nodeListener } from './node-listener.ts';
import { errorRecord } from './error-record.ts';
import { createOverload, type Load, type LoadLimits, type LoadStand, NO_LIMITS } from './overload.ts';
import { createPipeline, type Listeners, type Pipeline } from './pipeline.ts';
import { type MetricsText, probesOf } from './probes.ts';
import { readJson } from './read-body.ts';
import { ROUTES } from './routes.ts';
import { shortcut } from './shortcut.ts';
import { turnAway } from './turn-away.ts';

export interface PartnerApiOptions extends Partial<Listeners> {
  readonly engine: Engine;
  /** Where the endpoints live; `''` for the root of whatever the API is mounted under. Defaults to `/v1/partner-api`. */
  readonly basePath?: string;
  /** Where people reach the server, such as `https://book.example.com`, for the commands in `/docs`; by default where they have asked. */
  readonly publicUrl?: string;
  /** What `/metrics` says; without it there is none. */
  readonly metrics?: () => Promise<MetricsText>;
  /** How much is taken on; the rest is turned away with 503, bookings last. `false`: all that comes, however much it is. */
  readonly overload?: LoadLimits | false;
}

/** The partner API, to be mounted into a server. */
export interface PartnerApi {
  /** The h3 app behind it, for routes of one's own beside the API. */
  readonly app: H3;
  /** Answers a web request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Answers a request of a route of one's own in {@link app}: told to `onRequest` by the template of its path, let in as there is room,
   * and its faults told to `onError` and answered as the API's own are.
   */
  readonly reply: (...asked: Parameters<Pipeline['reply']>) => Promise<Response>;
  /** Answers a request of `node:http`, also as Express or Connect middleware. Mount it before any body parser. */
  readonly listener: NodeListener;
  /** From now on `/readyz` fails and answers end their connection: the process is about to leave. */
  readonly drain: () => void;
  /** To be told of what was answered 400 because it is no request. `serveHttp` does so. */
  readonly unreadable: (requestId: string) => void;
  /** What is being worked on. */
  readonly stand: () => Readonly<Record<Load, LoadStand>>;
}

/**
 * The partner API of §4 over an engine, with `/healthz` (the process lives), `/readyz` (the storage answers, and the process is not
 * draining) and `/docs` beside it. Every answer below the base path has the shape of the specification, 404 and 405 too (D18); its
 * OpenAPI document is there as `openapi.json`. What goes wrong on our side is told to `onError`, which defaults to `console.error`.
 */
export function createPartnerApi(options: PartnerApiOptions): PartnerApi {
  const { engine, onRequest, onError = reportToConsole } = options;
  const base = (options.basePath ?? '/v1/partner-api').replace(/\/+$/, '');
  let draining = false;
  const overload = options.overload === false ? NO_LIMITS : createOverload(options.overload);
  const pipeline = createPipeline(engine, base, overload, { onRequest, onError }, () => draining);

  const app = new H3({
    silent: true,
    allowMalformedURL: true, // `%zz` is an unknown id like any other, and keeps the order of checks
    onError: (error: HTTPError, { req }) => webReply(pipeline.reply(req, null, () => faultOfApp(error))),
  });
  addRoutes(app, engine, base, pipeline);
  const probes = probesOf({ engine, onError, isDraining: () => draining, metrics: options.metrics });
  for (const [path, probe] of probes) app.get(path, ({ req }) => webReply(pipeline.reply(req, path, probe)));
  addDocumentation(app, documentation(base, options.publicUrl), pipeline);

  const fetch = async (request: Request): Promise<Response> => app.fetch(request);
  const listener = nodeListener(fetch, [shortcut(base, pipeline), turnAway(base, pipeline, overload)]);
  const drain = (): void => void (draining = true);
  const reply: PartnerApi['reply'] = (...asked) => webReply(pipeline.reply(...asked));
  return { app, fetch, reply, listener, drain, unreadable: pipeline.unreadable, stand: overload.stand };
}

function addRoutes(app: H3, engine: Engine, base: string, pipeline: Pipeline): void {
  const unknown =
    (path: string | null, answer: Answer) =>
    ({ req }: H3Event): Promise<Response> =>
      webReply(pipeline.reply(req, path, () => assertEnabled(engine).then(() => answer)));

  for (const route of ROUTES) {
    const path = base + route.path;
    const methods = route.method === 'GET' ? READING : [route.method];
    const answer = ({ req, url, context }: H3Event): Promise<Response> => {
      const { method, headers } = req;
      const asked = { method, headers, search: url.search, readJson: () => readJson(req) };
      return webReply(pipeline.replyTo(asked, route, context.params ?? {}));
    };
    for (const method of methods) app.on(method, path, answer);
    app.all(path, unknown(path, wrongMethod(methods)));
  }
  app.all(`${base}/**`, unknown(null, errorAnswer(404, PATH_UNKNOWN)));
}

function addDocumentation(app: H3, readings: ReturnType<typeof documentation>, pipeline: Pipeline): void {
  for (const [path, read] of readings) {
    const answer = ({ req, url }: H3Event): Promise<Response> =>
      webReply(pipeline.reply(req, path, async () => read(url.origin)));
    for (const method of READING) app.on(method, path, answer);
    app.all(path, ({ req }) => webReply(pipeline.reply(req, path, async () => wrongMethod(READING))));
  }
}

const READING: readonly HTTPMethod[] = ['GET', 'HEAD'];

function wrongMethod(methods: readonly HTTPMethod[]): Answer {
  return errorAnswer(405, METHOD_UNKNOWN, ['allow', methods.join(', ')]);
}

async function webReply(pending: Promise<Reply>): Promise<Response> {
  const { status, headers, body } = await pending;
  const pairs: [string, string][] = [];
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i]!, headers[i + 1]!]);
  return new FastResponse(body, { status, statusText: STATUS_CODES[status] ?? '', headers: pairs });
}

/** What h3 itself says no to, and what was thrown by routes that others put beside the API. */
async function faultOfApp(error: HTTPError): Promise<Answer> {
  if (error.unhandled) throw error.cause instanceof Error ? error.cause : error;
  return errorAnswer(error.status, error.status === 404 ? PATH_UNKNOWN : error.message);
}

function reportToConsole(error: unknown, requestId: string): void {
  console.error(`request ${requestId}:`, errorRecord(error));
}
