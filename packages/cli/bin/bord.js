#!/usr/bin/env node
// Plain JavaScript, and no syntax that an old Node cannot read: it has to run there to say so.
import module from 'module';
import { fileURLToPath } from 'url';

if (Number.parseInt(process.versions.node, 10) < 22) {
  console.error('bord needs Node.js 22 or later; this is ' + process.version + '.');
  process.exitCode = 1;
} else {
  // What has been compiled is kept beside the code, where nobody can write who could not change the code as well. Where this user cannot,
  // it is compiled at each start.
  if (module.enableCompileCache)
    module.enableCompileCache(fileURLToPath(new URL('../dist/.cache', import.meta.url)));
  import('../dist/main.js').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.url).endsWith('/dist/main.js')) throw error;
    console.error('bord is not built yet: run `npm run build` first.');
    process.exitCode = 1;
  });
}
