import type { Answer } from '../http/answer.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { lazily } from '../http/lazily.ts';

export type Reading = (request: HttpRequest) => Promise<Answer>;

export interface DocumentationOptions {
  /** Where people reach this server; by default `localhost` at the port of the connection. */
  readonly publicUrl?: string | undefined;
  /** Whether sandbox keys are to be had at `/sandbox`; asked when the page is first read. */
  readonly hasSandbox: () => boolean;
}

/**
 * The contract, by its path: for programs at `{base}/openapi.json`, for people at `/docs`. Both are public: they need no key, count
 * against no limit, and can be read while the service is switched off. What makes them is loaded for the first who reads one.
 */
export function documentation(base: string, options: DocumentationOptions): ReadonlyMap<string, Reading> {
  const openApiPath = `${base}/openapi.json`;
  const documents = lazily(async () => {
    const { documentsOf } = await import('./documents.ts');
    return documentsOf(base, openApiPath, options);
  });
  return new Map<string, Reading>([
    [openApiPath, async (request) => (await documents()).json(request)],
    ['/docs', async (request) => (await documents()).page(request)],
  ]);
}
