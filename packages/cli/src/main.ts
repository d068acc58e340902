import { readFileSync } from 'node:fs';
import { run } from './run.ts';

// Written files have guest data and keys: only their owner may read them.
process.umask(0o077);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader has closed the pipe: bord … | head
  throw error;
});

const exitCode = await run(versionOfBord(), process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;

function versionOfBord(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
