import type { Engine } from '@bord/engine';
import type { Answer } from './answer.ts';
import type { Receive } from './read-body.ts';
import type { Listeners } from './exchange.ts';
import type { HttpRequest } from './http-request.ts';
import type { NodeListener } from './node-listener.ts';
import type { Load, LoadLimits, LoadStats } from './load.ts';
import type { MetricsText } from './probes.ts';
import type { PathIds } from './router.ts';

/** How the partner API is made: over which engine, and where it lives. */
export interface PartnerApiOptions extends Partial<Listeners> {
  /** The engine that it answers from. */
  readonly engine: Engine;
  /**
   * Where the endpoints live. `''` for the root of whatever the API is mounted under: all paths there are its own then. Defaults to
   * `/v1/partner-api`.
   */
  readonly basePath?: string;
  /** Where people reach the server, such as `https://book.example.com`, for the commands in `/docs`; by default `http://localhost` at the port of the connection. With https, every answer has `Strict-Transport-Security`. */
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
  /** The class of work that its requests are. Defaults to `pages`. */
  readonly load?: Load;
  /** Replaces an answer without a `type`, for example by an error page. */
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
  /** To be told of what was answered 400 because it is no request, or 503 because it took too long to arrive. `serveHttp` does so. */
  readonly unreadable: (requestId: string, status: number) => void;
  /** Headers of every answer, names and values in turn, also of those that `serveHttp` makes. */
  readonly always: readonly string[];
  /** What is being worked on. */
  readonly stats: () => Readonly<Record<Load, LoadStats>>;
}
