/** Preloaded, it takes the fence from `bord serve`: a primary of the past is as good as any. */
import { patchSources } from '../../support/patched-sources.ts';

patchSources({
  '/adapter-pg/src/primary/fence.ts': ['if (timeline < fence.timeline)', 'if (timeline < 0)'],
  '/adapter-pg/src/primary/primary.ts': [
    `(sighting.timeline === at.timeline ? null : 'promoted since')`,
    'null',
  ],
});
