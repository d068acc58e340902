import { STATUS_CODES } from 'node:http';
import { Endless, Pieces, type Reply } from './answer.ts';
import type { HttpRequest } from './http-request.ts';

/** The reply as a web response of the process' current `Response` class. */
export function webResponse(
  { method }: HttpRequest,
  { status, headers, body }: Reply,
  leaving: AbortSignal,
): Response {
  const pairs: [string, string][] = [];
  for (let i = 0; i < headers.length; i += 2) pairs.push([headers[i]!, headers[i + 1]!]);
  const statusText = STATUS_CODES[status] ?? '';
  return new Response(method === 'HEAD' ? null : webBody(body, leaving), {
    status,
    statusText,
    headers: pairs,
  });
}

function webBody(body: Reply['body'], leaving: AbortSignal): Uint8Array<ArrayBuffer> | ReadableStream | null {
  if (body instanceof Endless) return streamOf(body.open(leaving));
  if (body instanceof Pieces) return streamOf(body.inTurns());
  return body.byteLength === 0 ? null : body;
}

function streamOf(pieces: AsyncIterator<Uint8Array<ArrayBuffer>, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await pieces.return?.()),
    },
    { highWaterMark: 0 },
  );
}
