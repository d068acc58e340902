/** Preloaded, it has SQLite's storage believe that nobody has written since its last transaction. */
import { patchSources } from '../../../support/patched-sources.ts';

patchSources({
  '/adapter-sqlite/src/lasting-snapshots.ts': [
    'const isSame = last?.commits === commits && last.rows === ownRows.get()!;',
    'const isSame = last !== undefined;',
  ],
});
