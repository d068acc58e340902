import type { Answer } from '../api/answer.ts';
import { lazily } from '../lazily.ts';

/** Answers with a text, given the address under which it was asked for. */
export type Reading = (origin: string) => Promise<Answer>;

export interface DocumentationOptions {
  /** Where people reach this server; by default where they have asked. */
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
    [openApiPath, async () => (await documents()).json()],
    ['/docs', async (origin) => (await documents()).page(origin)],
  ]);
}
