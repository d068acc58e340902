import { generalRouter } from './api/general-router.ts';
import { partnerApi } from './assemble-api.ts';
import type { PartnerApi, PartnerApiOptions } from './http/partner-api.ts';

/**
 * The partner API of §4 over an engine, with `/healthz` (the process lives), `/readyz` (the storage answers, and the process is not
 * draining) and `/docs` beside it. Every answer below the base path has the shape of the specification, 404 and 405 too (D18); its
 * OpenAPI document is there as `openapi.json`. What goes wrong on our side is told to `onError`, which defaults to `console.error`.
 */
export function createPartnerApi(options: PartnerApiOptions): PartnerApi {
  return partnerApi(options, { routerOf: generalRouter });
}
