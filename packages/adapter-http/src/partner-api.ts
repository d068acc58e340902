import { STATUS_CODES } from 'node:http';
import type { Engine } from '@bord/engine';
import { H3, type H3Event, type HTTPError, type HTTPMethod } from 'h3';
import { FastResponse } from 'srvx';
import type { Answer, Reply } from './answer.ts';
import { errorAnswer } from './errors.ts';
import { assertEnabled } from './guard.ts';
import { METHOD_UNKNOWN, NOT_READY, PATH_UNKNOWN } from './messages.ts';
import { type NodeListener, nodeListener } from './node-listener.ts';
import { createPipeline, type Listeners, type Pipeline } from './pipeline.ts';
import { readJson } from './read-body.ts';
import { ROUTES } from './routes.ts';
import { shortcut } from './shortcut.ts';

export interface PartnerApiOptions extends Partial<Listeners> {
  readonly engine: Engine;
  /** Where the endpoints live; `''` for the root of whatever the API is mounted under. Defaults to `/v1/partner-api`. */
  readonly basePath?: string;
}

/** The partner API, to be mounted into a server. */
export interface PartnerApi {
  /** The h3 app behind it, for routes of one's own beside the API. */
  readonly app: H3;
  /** Answers a web request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a request of `node:http`, also as Express or Connect middleware. Mount it before any body parser. */
  readonly listener: NodeListener;
  /** From now on `/readyz` fails and answers end their connection: the process is about to leave. */
  readonly drain: () => void;
}

const RETRY_READY_SECONDS = '5';

/**
 * The partner API of §4 over an engine, with `/healthz` (the process lives) and `/readyz` (the storage answers, and the
 * process is not draining) beside it. Every answer below the base path has the shape of the specification, 404 and 405
 * too (D18). What goes wrong on our side is told to `onError`, which defaults to `console.error`.
 */
export function createPartnerApi(options: PartnerApiOptions): PartnerApi {
  const { engine, onRequest, onError = reportToConsole } = options;
  const base = (options.basePath ?? '/v1/partner-api').replace(/\/+$/, '');
  let draining = false;
  const pipeline = createPipeline(engine, base, { onRequest, onError }, () => draining);

  const app = new H3({
    silent: true,
    allowMalformedURL: true, // `%zz` is an unknown id like any other, and keeps the order of checks
    onError: (error: HTTPError, { req }) => webReply(pipeline.reply(req, null, () => faultOfApp(error))),
  });
  addRoutes(app, engine, base, pipeline);
  app.get('/healthz', ({ req }) =>
    webReply(pipeline.reply(req, '/healthz', async () => ({ status: 200, body: { status: 'ok' } }))),
  );
  app.get('/readyz', ({ req }) =>
    webReply(
      pipeline.reply(req, '/readyz', async ({ requestId }) => {
        const isReady = !draining && (await isSound(engine, (error) => onError(error, requestId)));
        if (isReady) return { status: 200, body: { status: 'ready' } };
        return errorAnswer(503, NOT_READY, ['retry-after', RETRY_READY_SECONDS]);
      }),
    ),
  );

  const fetch = async (request: Request): Promise<Response> => app.fetch(request);
  const listener = nodeListener(fetch, shortcut(base, pipeline));
  return { app, fetch, listener, drain: () => void (draining = true) };
}

function addRoutes(app: H3, engine: Engine, base: string, pipeline: Pipeline): void {
  const unknown =
    (path: string | null, answer: Answer) =>
    ({ req }: H3Event): Promise<Response> =>
      webReply(pipeline.reply(req, path, () => assertEnabled(engine).then(() => answer)));

  for (const route of ROUTES) {
    const path = base + route.path;
    const methods: HTTPMethod[] = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
    const answer = ({ req, url, context }: H3Event): Promise<Response> => {
      const { method, headers } = req;
      const asked = { method, headers, search: url.search, readJson: () => readJson(req) };
      return webReply(pipeline.replyTo(asked, route, context.params ?? {}));
    };
    for (const method of methods) app.on(method, path, answer);
    app.all(path, unknown(path, errorAnswer(405, METHOD_UNKNOWN, ['allow', methods.join(', ')])));
  }
  app.all(`${base}/**`, unknown(null, errorAnswer(404, PATH_UNKNOWN)));
}

async function webReply(pending: Promise<Reply>): Promise<Response> {
  const { status, headers, body } = await pending;
  const pairs: [string, string][] = [];
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i]!, headers[i + 1]!]);
  return new FastResponse(body, { status, statusText: STATUS_CODES[status] ?? '', headers: pairs });
}

async function isSound(engine: Engine, report: (error: unknown) => void): Promise<boolean> {
  try {
    await engine.check();
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** What h3 itself says no to, and what was thrown by routes that others put beside the API. */
async function faultOfApp(error: HTTPError): Promise<Answer> {
  if (error.unhandled) throw error.cause instanceof Error ? error.cause : error;
  return errorAnswer(error.status, error.status === 404 ? PATH_UNKNOWN : error.message);
}

function reportToConsole(error: unknown, requestId: string): void {
  console.error(`request ${requestId}:`, error);
}
