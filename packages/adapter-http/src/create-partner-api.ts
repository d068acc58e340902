import { generalRouter } from './api/general-router.ts';
import { partnerApi } from './assemble-api.ts';
import type { PartnerApi, PartnerApiOptions } from './http/partner-api.ts';

/**
 * Creates the partner API of §4 over an engine, with `/healthz` (the process is alive), `/readyz` (the storage answers, and the process is not
 * draining) and `/docs`. Every answer below the base path has the shape of the contract, including 404 and 405 (D18). The OpenAPI document is at
 * `openapi.json` below that path. Server-side errors are passed to `onError`, which defaults to `console.error`.
 */
export function createPartnerApi(options: PartnerApiOptions): PartnerApi {
  return partnerApi(options, { routerOf: generalRouter });
}
