/** The partner API over HTTP: mount it into your server, or let `serveHttp` run one. */
export { createPartnerApi } from './create-partner-api.ts';
export type { PartnerApi, PartnerApiOptions, RouteOptions, Work } from './http/partner-api.ts';
export type { Answer } from './http/answer.ts';
export type { Receive } from './http/read-body.ts';
export type { HttpRequest } from './http/http-request.ts';
export type { NodeListener } from './http/node-listener.ts';
export { type ErrorRecord, errorRecord } from './http/error-record.ts';
export type { BookingAction, RequestRecord } from './http/exchange.ts';
export {
  DEFAULT_LIMITS,
  type Load,
  type LoadLimit,
  type LoadLimits,
  LOADS,
  type LoadStats,
} from './http/load.ts';
export type { MetricsText } from './http/probes.ts';
export { type HttpServer, serveHttp, type ServeOptions } from './http/serve-http.ts';
export { openApiDocument } from './openapi/document.ts';
export type { OpenApiDocument } from './api/open-api.ts';
