/** Preloaded, it has SQLite undo one transaction of ten that it has acknowledged: as if it had died before it was saved. */
import { patchSources } from '../../../support/patched-sources.ts';

patchSources({
  '/adapter-sqlite/src/group-commit.ts': [
    'transaction.commit();\n        sealed();',
    'if (Math.random() < 0.1) transaction.rollback();\n        else transaction.commit();\n        sealed();',
  ],
});
