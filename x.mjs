import { openSync, writeSync } from 'node:fs'; import { execFileSync } from 'node:child_process';
const fd = openSync('/tmp/storages-scratch/y', 'w'); writeSync(fd, 'aaaaaaaaaa');
execFileSync('prlimit', [`--pid=${process.pid}`, '--fsize=1:unlimited']);
console.log(execFileSync('prlimit', [`--pid=${process.pid}`, '--fsize']).toString());
try { console.log(writeSync(fd, 'bbbb')); } catch (e) { console.log(e.code); }
try { console.log(writeSync(openSync('/tmp/storages-scratch/z','w'), 'bbbb')); } catch (e) { console.log(e.code); }
