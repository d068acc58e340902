/** The partner API over HTTP: mount it into a server of your own, or let `serveHttp` run one. */
export { createPartnerApi, type PartnerApi, type PartnerApiOptions } from './partner-api.ts';
export type { RequestRecord } from './exchange.ts';
export { type HttpServer, serveHttp, type ServeOptions } from './serve-http.ts';
