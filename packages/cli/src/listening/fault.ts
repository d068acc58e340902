/** The system's cause of a failed connection in a word, because `fetch failed` has no information. */
export function formatFault(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = (cause ?? {}) as { readonly code?: string; readonly message?: string };
  return code || message || 'the connection failed';
}
