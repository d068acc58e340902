/**
 * `npm start`: builds what is stale and serves, in this very process: a signal that ends npm reaches the server.
 *
 *     node scripts/start.ts [options of bord serve]
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const build = spawnSync(process.execPath, [path('build.ts'), '--if-stale'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);

// npm runs this under a shell, which does not pass signals on but ends with npm: then this is the signal.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 250).unref();

const bord = path('../packages/cli/bin/bord.js');
process.argv.splice(1, 1, bord, 'serve');
await import(pathToFileURL(bord).href);
