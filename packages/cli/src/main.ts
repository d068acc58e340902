import { CommanderError } from 'commander';
import { readFileSync } from 'node:fs';
import { Failure } from './failure.ts';
import { createProgram, ERROR_PREFIX } from './program.ts';

// What Bord writes has guests in it, and keys: it is for whoever runs it.
process.umask(0o077);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // whoever reads has had enough: bord … | head
  throw error;
});

try {
  const args = process.argv.slice(2);
  const program = await createProgram(versionOfBord(), args);
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  process.exitCode = await report(error);
}

/** Says what went wrong, in one line or in one for each fault; the exit code is 1 for a failure and 2 for wrong usage. */
async function report(error: unknown): Promise<number> {
  // What commander has to say, it has said.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Failure) return say(error.message, error.namesPlaces ? '' : ERROR_PREFIX);
  const { BookingError } = await import('@bord/engine');
  if (error instanceof BookingError) {
    const { errorWords } = await import('./output/refusal-words.ts');
    return say(errorWords(error));
  }
  const isWanted = process.env['BORD_LOG'] === 'debug' || process.env['BORD_LOG'] === 'trace';
  const words = error instanceof Error ? (isWanted && error.stack) || error.message : String(error);
  return say(`this should not have happened: ${words}`);
}

function say(message: string, prefix = ERROR_PREFIX): number {
  process.stderr.write(`${message.replaceAll(/^/gm, prefix)}\n`);
  return 1;
}

function versionOfBord(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
