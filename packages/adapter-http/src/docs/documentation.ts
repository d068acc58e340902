import type { Answer } from '../http/answer.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { lazily } from '../http/lazily.ts';

export type Reading = (request: HttpRequest) => Promise<Answer>;

export interface DocumentationOptions {
  /** The public URL of the server; by default `localhost` at the port of the connection. */
  readonly publicUrl?: string | undefined;
  /** Whether `/sandbox` creates keys; called when the page is first read. */
  readonly hasSandbox: () => boolean;
}

/**
 * The contract, by path: for programs at `{base}/openapi.json`, for people at `/docs`. Both are public: they need no key, have no rate limit, and
 * are available while the service is switched off. Their modules are loaded with the first request.
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
