import { STATUS_CODES } from 'node:http';
import type { Reply } from './answer.ts';
import type { HttpRequest } from './http-request.ts';

/** The reply as the web response that the rest of the process knows: its `Response` of this moment. */
export function webResponse({ method }: HttpRequest, { status, headers, body }: Reply): Response {
  const pairs: [string, string][] = [];
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i]!, headers[i + 1]!]);
  const isEmpty = method === 'HEAD' || body.byteLength === 0;
  const statusText = STATUS_CODES[status] ?? '';
  return new Response(isEmpty ? null : body, { status, statusText, headers: pairs });
}
