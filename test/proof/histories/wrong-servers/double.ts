/** Preloaded, it makes the SQLite storage ignore writes of other processes since its last transaction. */
import { patchSources } from '../../../support/patched-sources.ts';

patchSources({
  '/adapter-sqlite/src/lasting-snapshots.ts': [
    'const isSame = last?.commits === commits && last.rows === ownRows.get()!;',
    'const isSame = last !== undefined;',
  ],
});
