import type { Engine } from '@bord/engine';
import type { Answer } from './answer.ts';
import type { Receive } from './read-body.ts';
import type { Listeners } from './exchange.ts';
import type { HttpRequest } from './http-request.ts';
import type { NodeListener } from './node-listener.ts';
import type { Load, LoadLimits, LoadStats } from './load.ts';
import type { MetricsText } from './probes.ts';
import type { PathIds } from './router.ts';

/** The engine, base path, callbacks and limits of the partner API. */
export interface PartnerApiOptions extends Partial<Listeners> {
  /** The engine that it answers from. */
  readonly engine: Engine;
  /**
   * Path prefix of the endpoints. `''` for the root of the router that the API is mounted under: the API then answers all paths there. Defaults to
   * `/v1/partner-api`.
   */
  readonly basePath?: string;
  /**
   * The public URL of the server, such as `https://book.example.com`, for the commands in `/docs`; by default `http://localhost` at the port of the
   * connection. With https, every answer has `Strict-Transport-Security`.
   */
  readonly publicUrl?: string;
  /** The content of `/metrics`; without it, the route does not exist. */
  readonly metrics?: () => Promise<MetricsText>;
  /**
   * Derives the person behind a partner's request, for example from a header: the policies of the engine get it (D51). A string is best, because
   * facts about it are cached for some seconds. Default: no subject.
   */
  readonly subject?: (request: HttpRequest) => unknown;
  /** The capacity; further requests are shed with 503, bookings last. `false`: no limit. */
  readonly overload?: LoadLimits | false;
}

/** Answers a request of a custom route. It can throw the same errors as API operations. Use `receive` to read its body. */
export type Work = (request: HttpRequest, ids: PathIds, receive: Receive) => Promise<Answer>;

/** Options of a custom route. */
export interface RouteOptions {
  /** The class of work of its requests. Defaults to `pages`. */
  readonly load?: Load;
  /** Replaces an answer without a `type`, for example by an error page. */
  readonly dress?: (answer: Answer, request: HttpRequest) => Answer;
}

/** The partner API, to be mounted into a server. */
export interface PartnerApi {
  /**
   * Adds a custom route next to the API, such as `/manage/:token` or `/manage/**`. `work` is for every method or by method. GET also answers HEAD,
   * and other methods get 405. Its requests are passed to `onRequest` with this template, its errors to `onError`.
   */
  readonly route: (
    path: string,
    works: Work | Readonly<Record<string, Work>>,
    options?: RouteOptions,
  ) => void;
  /** Answers a web request, with the `Response` of the process. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Answers a request of `node:http`. As Express or Connect middleware it calls `next` for all paths except the base path, probes, documentation
   * and added routes; without `next` they get 404. Mount it before body parsers.
   */
  readonly listener: NodeListener;
  /** From now on `/readyz` fails and answers end their connection, because the process shuts down. */
  readonly drain: () => void;
  /** Must be called for requests that were answered 400 because they were malformed, or 503 because they arrived too slowly. `serveHttp` calls it. */
  readonly unreadable: (requestId: string, status: number) => void;
  /** Headers of every answer, names and values in turn, including the answers that `serveHttp` makes. */
  readonly always: readonly string[];
  /** The requests in progress, by class. */
  readonly stats: () => Readonly<Record<Load, LoadStats>>;
}
