/** For `node --import`: on SIGUSR2 a process writes down which files it has loaded so far. */
import { renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** As a process writes it, into `loaded.json` of its folder. */
export interface LoadedModules {
  readonly files: readonly string[];
}

const files: string[] = [];
registerHooks({
  load(url, context, next) {
    files.push(url);
    return next(url, context);
  },
});

process.on('SIGUSR2', () => {
  writeFileSync('loaded.draft', JSON.stringify({ files } satisfies LoadedModules));
  renameSync('loaded.draft', 'loaded.json');
});
