#!/usr/bin/env node
// Plain JavaScript, and no syntax that an old Node cannot read: it has to run there to say so.
import { existsSync } from 'fs';

const main = new URL('../dist/main.js', import.meta.url);

if (Number.parseInt(process.versions.node, 10) < 22) {
  console.error('bord needs Node.js 22 or later; this is ' + process.version + '.');
  process.exitCode = 1;
} else if (existsSync(main)) {
  void import(main.href);
} else {
  console.error('bord is not built yet: run `npm run build` first.');
  process.exitCode = 1;
}
