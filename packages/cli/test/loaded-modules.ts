/** For `node --import`: on SIGUSR2 a process writes down which files and which of Node's own modules it has loaded so far. */
import { renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** As a process writes it, into `loaded.json` of its folder. */
export interface LoadedModules {
  readonly files: readonly string[];
  /** Such as `NativeModule http2`. */
  readonly builtins: readonly string[];
}

const files: string[] = [];
registerHooks({
  load(url, context, next) {
    files.push(url);
    return next(url, context);
  },
});

process.on('SIGUSR2', () => {
  const { moduleLoadList: builtins } = process as unknown as { moduleLoadList: string[] };
  writeFileSync('loaded.draft', JSON.stringify({ files, builtins } satisfies LoadedModules));
  renameSync('loaded.draft', 'loaded.json');
});
