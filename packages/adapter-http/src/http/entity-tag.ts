import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';

/** A strong entity tag of these bytes (RFC 9110, 8.8.3). */
export function entityTagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** The answer with its tag; 304 without a body when the reader has these bytes already (`if-none-match`). */
export function tagged(answer: Answer, tag: string, requested: Pick<Headers, 'get'>): Answer {
  const known = requested.get('if-none-match')?.split(',') ?? [];
  const isKnown = known.some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')));
  const full = { cacheControl: 'no-cache', ...answer, headers: [...(answer.headers ?? []), 'etag', tag] };
  return isKnown ? { ...full, status: 304, body: '' } : full;
}
