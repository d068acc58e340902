#!/usr/bin/env node
// Plain JavaScript, and no syntax that an old Node cannot read: it has to run there to say so.
import { existsSync, realpathSync } from 'fs';
import module from 'module';
import path from 'path';
import { fileURLToPath } from 'url';

// The project's own Node, where the package `node` has installed one.
function advice() {
  const folders = [process.cwd()];
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (; folder !== path.dirname(folder); folder = path.dirname(folder)) folders.push(folder);
  for (const one of folders) {
    const node = path.join(one, 'node_modules/.bin/node');
    if (existsSync(node) && realpathSync(node) !== realpathSync(process.execPath))
      return 'start it with ' + shown(node) + ' ' + shown(process.argv[1]);
  }
  return 'install Node.js 22.19 or later';
}

function shown(file) {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error('bord: needs Node.js 22.19 or later, and this is ' + process.version + ': ' + advice());
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
