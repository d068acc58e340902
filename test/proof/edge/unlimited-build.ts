/** Preloaded, it takes the limit of requests in flight from `bord serve`, and makes its documents for each request. */
import { patchSources } from '../../support/patched-sources.ts';

patchSources({
  '/adapter-http/src/http/node-listener.ts': ['if (!queue.isBusy) return', 'if (queue) return'],
  '/adapter-http/src/docs/documents.ts': ['if (filled?.name !== name)', 'if (filled !== null)'],
});
