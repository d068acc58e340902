/** The parts of an error that can be logged. */
export interface ErrorRecord {
  /** The error's name, or the type of a thrown value that is not an error. */
  readonly name: string;
  /** Such as `ECONNREFUSED`, `SQLITE_BUSY`, `40P01`, `unavailable`. */
  readonly code?: string;
  /** The message, if it certainly repeats no input. */
  readonly message?: string;
  /** The table or constraint in the database that the error is about. */
  readonly table?: string;
  /** The column that it names. */
  readonly column?: string;
  /** The constraint that was broken. */
  readonly constraint?: string;
  /** Where it was thrown, the innermost place first. */
  readonly stack?: readonly string[];
  /** The cause of the error; at most five levels. */
  readonly cause?: ErrorRecord;
  /** The first four of several errors in one. */
  readonly errors?: readonly ErrorRecord[];
}

const DEPTH_MAX = 5;
const ERRORS_MAX = 4;
const FRAMES_MAX = 20;

/**
 * The parts of an error that can be logged. Messages and details can repeat input: a database repeats the rejected row, a JSON parser the unreadable
 * text, a mail server an e-mail address. Therefore an error is logged with its name, code and position. Its message is kept only if a database or the
 * system wrote it, without the text in quotes.
 */
export function errorRecord(error: unknown, depth = 1): ErrorRecord {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, table, column, constraint, cause, errors } = error as Details;
  const isDeep = depth >= DEPTH_MAX;
  return {
    name: plain(error.name) ?? 'Error',
    ...named('code', plain(code)),
    ...named('message', speaksPlainly(error) ? error.message.replace(QUOTED, '…') : undefined),
    ...named('table', plain(table)),
    ...named('column', plain(column)),
    ...named('constraint', plain(constraint)),
    ...named('stack', framesOf(error)),
    ...(cause !== undefined && !isDeep && { cause: errorRecord(cause, depth + 1) }),
    ...(Array.isArray(errors) &&
      !isDeep && { errors: errors.slice(0, ERRORS_MAX).map((one) => errorRecord(one, depth + 1)) }),
  };
}

/** Properties of errors in addition to name and message. */
interface Details extends Error {
  readonly code?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly constraint?: unknown;
  readonly errors?: unknown;
}

/** An identifier; all other text might be input. */
function plain(text: unknown): string | undefined {
  return typeof text === 'string' && /^\w{1,64}$/.test(text) ? text : undefined;
}

function named<N extends string, T>(name: N, value: T | undefined): { readonly [K in N]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [K in N]: T });
}

/** Errors of Bord, of the system and of a database about its state. PostgreSQL's classes 22, 23 and P0 and SQLite's constraints can repeat rows. */
function speaksPlainly(error: Error): boolean {
  const { syscall, severity, code } = error as { syscall?: unknown; severity?: unknown; code?: unknown };
  if (typeof code !== 'string') return false;
  if (typeof syscall === 'string') return true;
  if (typeof severity === 'string') return /^(?:08|25|28|3D|40|42|53|54|55|57|58|XX)\w{3}$/.test(code);
  return /^BORD_|^SQLITE_(?!CONSTRAINT|MISMATCH|TOOBIG)/.test(code);
}

/** Quotation marks in all languages of database messages. */
const QUOTES = '"\'`«»„“”‟‘’‚‛‹›「」『』';
const QUOTED = new RegExp(`[${QUOTES}][^]*[${QUOTES}]`);

/** `work (file:///bord/main.js:10:20)`, `async file:///bord/main.js:10:20` */
const FRAME = /^ {4}at ([\w.$<>#[\] ]{0,100}\(?[^()]{1,200}:\d+:\d+\)?)$/;

/** Only the positions: a stack starts with the message, which can contain input. */
function framesOf({ stack = '', message }: Error): readonly string[] | undefined {
  const at = stack.indexOf(message);
  if (at < 0) return undefined;
  const frames = stack
    .slice(at + message.length)
    .split('\n')
    .flatMap((line) => FRAME.exec(line)?.[1] ?? []);
  return frames.length === 0 ? undefined : frames.slice(0, FRAMES_MAX);
}
