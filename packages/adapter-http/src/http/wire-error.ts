/** Errors of the engine with the field names of the API. */
import { BookingError, type ErrorCode } from '@bord/engine';

/** Fields whose names differ between the engine and the API. */
const WIRE_NAMES: Readonly<Record<string, string>> = { startMs: 'startsAt', fromMs: 'from', toMs: 'to' };

const ENGINE_NAMES = new RegExp(String.raw`\bguest\.|\b(?:${Object.keys(WIRE_NAMES).join('|')})\b`, 'g');

/** The error with the field names of the API. For an unexpected error, the cause that the engine caught. */
export function wireError(thrown: BookingError): BookingError;
export function wireError(thrown: unknown): unknown;
export function wireError(thrown: unknown): unknown {
  if (!BookingError.is(thrown)) return thrown;
  if (thrown.code === 'unexpected') return thrown.cause;
  if (thrown.code !== 'invalid_request') return thrown;
  const [first, ...rest] = thrown.path;
  const isNested = first === 'guest' && rest.length > 0;
  const path = isNested ? rest : thrown.path.map((step) => WIRE_NAMES[step] ?? step);
  if (path.every((step, i) => step === thrown.path[i])) return thrown;
  const message = thrown.message.replaceAll(ENGINE_NAMES, (name) => WIRE_NAMES[name] ?? '');
  return new BookingError(thrown.code, message, path);
}

/** For `catch`: null in place of an error with this code. */
export function nullFor(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (BookingError.is(error) && error.code === code) return null;
    throw error;
  };
}

/** The error is an answer to the client, not a server-side failure. */
export function isAnswer(thrown: unknown): thrown is BookingError {
  return BookingError.is(thrown) && thrown.code !== 'unavailable' && thrown.code !== 'unexpected';
}
