/** Errors of the engine as the wire has them. */
import { BookingError } from '@bord/engine';

/** Where the fields of the engine have other names than the wire. */
const WIRE_NAMES: Readonly<Record<string, string>> = { startMs: 'startsAt', fromMs: 'from', toMs: 'to' };

const ENGINE_NAMES = new RegExp(String.raw`\bguest\.|\b(?:${Object.keys(WIRE_NAMES).join('|')})\b`, 'g');

/** The error with the names of the wire. Of an unexpected error, what the engine has caught. */
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

/** The request failed for a reason that its sender can be told. */
export function isAnswer(thrown: unknown): thrown is BookingError {
  return BookingError.is(thrown) && thrown.code !== 'unavailable' && thrown.code !== 'unexpected';
}
