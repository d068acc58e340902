import { readFileSync } from 'node:fs';
import { run } from './run.ts';

// What Bord writes has guests in it, and keys: it is for whoever runs it.
process.umask(0o077);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // whoever reads has had enough: bord … | head
  throw error;
});

const exitCode = await run(versionOfBord(), process.argv.slice(2));
if (exitCode !== undefined) process.exitCode = exitCode;

function versionOfBord(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
