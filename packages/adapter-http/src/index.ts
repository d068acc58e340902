/** The partner API over HTTP: mount it into a server of your own, or let `serveHttp` run one. */
export { createPartnerApi } from './api/create-partner-api.ts';
export type { PartnerApi, PartnerApiOptions, RouteOptions, Work } from './api/partner-api.ts';
export type { Answer } from './api/answer.ts';
export type { Receive } from './node/body-intake.ts';
export type { HttpRequest } from './node/http-request.ts';
export type { NodeListener } from './node/node-listener.ts';
export { type ErrorRecord, errorRecord } from './api/error-record.ts';
export type { BookingAction, RequestRecord } from './api/exchange.ts';
export { DEFAULT_LIMITS, type Load, type LoadLimit, type LoadLimits, LOADS } from './api/load-limits.ts';
export type { LoadStats } from './api/overload.ts';
export type { MetricsText } from './api/probes.ts';
export { type HttpServer, serveHttp, type ServeOptions } from './node/serve-http.ts';
export { openApiDocument } from './openapi/document.ts';
export type { OpenApiDocument } from './openapi/open-api.ts';
