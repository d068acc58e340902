import type { NoAnswer, WebhookAnswer } from '@bord/engine';

/** Ends an attempt: why the answer is missing, and one line of details for the operator. */
export class NoAnswerError extends Error {
  readonly why: NoAnswer;

  constructor(why: NoAnswer, detail: string) {
    super(oneLine(detail));
    this.why = why;
  }

  get outcome(): WebhookAnswer {
    return { kind: 'failed', why: this.why, detail: this.message };
  }
}

const DETAIL_LENGTH_MAX = 300;

/** Details can contain text of the receiver: its certificate, its DNS. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, DETAIL_LENGTH_MAX);
}

export function lookupFault(error: unknown, name: string): NoAnswerError {
  const { code } = known(error);
  return new NoAnswerError(
    'unreachable',
    code === 'ENOTFOUND' || code === 'ENODATA'
      ? `the host ${name} does not exist`
      : `${name} could not be looked up (${detailOf(error)})`,
  );
}

export function connectFault(error: unknown, hostAndPort: string): NoAnswerError {
  const { code } = known(error);
  return new NoAnswerError(
    'unreachable',
    code === 'ECONNREFUSED'
      ? `no server listens at ${hostAndPort}`
      : `no connection to ${hostAndPort} (${detailOf(error)})`,
  );
}

export function handshakeFault(error: unknown): NoAnswerError {
  if (!isTls(error) && isBreak(error)) {
    return new NoAnswerError(
      'unreachable',
      `the connection broke off in the TLS handshake (${detailOf(error)})`,
    );
  }
  return new NoAnswerError('tls', `no TLS connection that can be trusted: ${detailOf(error)}`);
}

export function exchangeFault(error: unknown, begun: boolean): NoAnswerError {
  if (error instanceof NoAnswerError) return error;
  if (isTls(error)) return new NoAnswerError('tls', `the TLS connection failed: ${detailOf(error)}`);
  const { code = '', message, name } = known(error);
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') {
    return new NoAnswerError('unreachable', `the request cannot be sent: ${detailOf(error)}`);
  }
  const unasked = /^bad (?:response|upgrade)$/.test(message); // an unexpected response
  if (unasked || name === 'HTTPParserError' || NO_HTTP.test(code)) {
    return new NoAnswerError('not_http', `the answer is not HTTP/1.1: ${detailOf(error)}`);
  }
  const when = begun ? 'in the midst of the answer' : 'before an answer came';
  return new NoAnswerError('unreachable', `the connection broke off ${when} (${detailOf(error)})`);
}

const NO_HTTP = /^(?:HPE_|UND_ERR_HEADERS|UND_ERR_RES)/;

const BREAKS = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_INFO', // the connection was idle for too long
  'UND_ERR_DESTROYED',
]);

/** The receiver or an intermediary has ended the connection. */
export function isBreak(error: unknown): boolean {
  return BREAKS.has(known(error).code ?? '');
}

function isTls(error: unknown): boolean {
  return /^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(known(error).code ?? '');
}

/** The message of an error: OpenSSL's short reason if there is one. */
function detailOf(error: unknown): string {
  const { code, message, reason } = known(error);
  const words = typeof reason === 'string' ? reason : message;
  return code === undefined || words.includes(code) ? words : `${words}, ${code}`;
}

interface Known {
  readonly message: string;
  readonly name?: string;
  readonly code?: string;
  readonly reason?: unknown;
}

function known(error: unknown): Known {
  return error instanceof Error ? error : { message: String(error) };
}
