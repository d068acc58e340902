import { CommanderError } from 'commander';
import { Failure } from './output/failure.ts';
import { plain } from './output/plain.ts';
import { printFault } from './output/printer.ts';
import { createProgram, ERROR_PREFIX } from './program.ts';

/** Runs a command line. The exit code: 1 for a failure, 2 for wrong usage, else undefined and `process.exitCode` holds. */
export async function run(version: string, args: readonly string[]): Promise<number | undefined> {
  try {
    const program = await createProgram(version, args);
    await program.parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    return report(error);
  }
}

async function report(error: unknown): Promise<number> {
  // commander has printed its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Failure) return say(error.lines, error.namesPositions ? '' : ERROR_PREFIX);
  const { BookingError } = await import('@bord/engine');
  if (BookingError.is(error)) {
    if (error.code === 'unexpected') return report(error.cause);
    const { errorWords } = await import('./output/error-words.ts');
    return say([errorWords(error)]);
  }
  const isWanted = process.env['BORD_LOG'] === 'debug' || process.env['BORD_LOG'] === 'trace';
  const [message, ...stack] =
    error instanceof Error
      ? [error.message, ...(isWanted ? (error.stack ?? '').split('\n').slice(1) : [])]
      : [String(error)];
  return say([`this should not have happened: ${plain(message)}`, ...stack]);
}

function say(lines: readonly string[], prefix = ERROR_PREFIX): number {
  printFault(lines, prefix);
  return 1;
}
