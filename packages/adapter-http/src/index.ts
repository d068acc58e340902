/** The partner API over HTTP: mount it into a server of your own, or let `serveHttp` run one. */
export {
  createPartnerApi,
  type PartnerApi,
  type PartnerApiOptions,
  type RouteOptions,
  type Work,
} from './partner-api.ts';
export type { Answer } from './answer.ts';
export type { Receive } from './body-intake.ts';
export type { HttpRequest } from './http-request.ts';
export type { NodeListener } from './node-listener.ts';
export { type ErrorRecord, errorRecord } from './error-record.ts';
export type { Deed, RequestRecord } from './exchange.ts';
export {
  DEFAULT_LIMITS,
  type Load,
  type LoadLimit,
  type LoadLimits,
  LOADS,
  type LoadStand,
} from './overload.ts';
export type { MetricsText } from './probes.ts';
export { type HttpServer, serveHttp, type ServeOptions } from './serve-http.ts';
export { openApiDocument } from './openapi/document.ts';
export type { OpenApiDocument } from './openapi/open-api.ts';
