/** For a server of its own that is to start quickly: the partner API, and what serves it. Public as `@bord/adapter-http/server`. */
export { createServedApi, type ServedApi, type ServedApiOptions } from './api/served-api.ts';
export type { PartnerApi, PartnerApiOptions } from './api/partner-api.ts';
export { type ErrorRecord, errorRecord } from './api/error-record.ts';
export type { RequestRecord } from './api/exchange.ts';
export { LOADS } from './api/load-limits.ts';
export type { MetricsText } from './api/probes.ts';
export { type HttpServer, serveHttp, type ServeOptions } from './node/serve-http.ts';
