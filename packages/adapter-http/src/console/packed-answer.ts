/** The shared part is compressed separately and personal parts are not, so the length does not reveal a form's token (BREACH). */
import { acceptsGzip } from '../http/accepts-gzip.ts';
import type { Answer } from '../http/answer.ts';
import { deflatedPiece, GzipMember } from '../http/gzip-pieces.ts';
import type { ConsoleAnswer } from './console-route.ts';

export interface SharedText {
  readonly text: string;
  deflated(): Uint8Array<ArrayBuffer>;
}

export function sharedText(text: string): SharedText {
  let deflated: Uint8Array<ArrayBuffer> | undefined;
  return { text, deflated: () => (deflated ??= deflatedPiece(Buffer.from(text))) };
}

/** Compressing a shorter text saves no time. */
const BYTES_MIN = 4096;
/** The largest uncompressed block. */
const BLOCK_MAX = 65_535;

/** The compressed answer, if it has a shared text and the client accepts gzip. */
export function packedAnswer(answer: ConsoleAnswer, requested: Pick<Headers, 'get'>): Answer {
  const { shared, body } = answer;
  if (!shared || typeof body !== 'string' || shared.text.length < BYTES_MIN) return answer;
  const at = body.indexOf(shared.text);
  const [before, after] = [body.slice(0, at), body.slice(at + shared.text.length)].map((text) =>
    Buffer.from(text),
  );
  if (at === -1 || before!.length > BLOCK_MAX || after!.length > BLOCK_MAX) return answer;
  const headers = [...(answer.headers ?? []), 'vary', 'accept-encoding'];
  if (!acceptsGzip(requested.get('accept-encoding'))) return { ...answer, headers };
  const member = new GzipMember();
  const pieces = [
    member.head(),
    member.asItIs(before!),
    member.piece(shared.deflated()),
    member.asItIs(after!),
    member.end(),
  ];
  return { ...answer, body: Buffer.concat(pieces), headers: [...headers, 'content-encoding', 'gzip'] };
}
