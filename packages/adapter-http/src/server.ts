/** The partner API and its HTTP server, for a standalone server that must start fast. Public as `@bord/adapter-http/server`. */
export { createServedApi, type ServedApi, type ServedApiOptions } from './served-api.ts';
export type { PartnerApi, PartnerApiOptions } from './http/partner-api.ts';
export { type ErrorRecord, errorRecord } from './http/error-record.ts';
export type { RequestRecord } from './http/exchange.ts';
export { LOADS } from './http/load.ts';
export type { MetricsText } from './http/probes.ts';
export { type HttpServer, serveHttp, type ServeOptions } from './http/serve-http.ts';
