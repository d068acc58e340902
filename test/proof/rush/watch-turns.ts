/** Preloaded into a server: on SIGUSR2 it writes down the processor's time of its longest turn of the event loop since the last signal, in milliseconds. */
import { appendFileSync } from 'node:fs';

const file = process.env['TURNS_FILE']!;
let longestMs = 0;
let last = process.threadCpuUsage();
setInterval(() => {
  const now = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (now.user + now.system - last.user - last.system) / 1000);
  last = now;
}, 1).unref();
process.on('SIGUSR2', () => {
  appendFileSync(file, `${longestMs}\n`);
  longestMs = 0;
});
