/**
 * Preloaded into a server: on SIGUSR2 it writes down the longest turn of its event loop since the last signal, in milliseconds. A turn lasts at most as long
 * as the clock and as the processor's time of the thread say: the clock counts other processes too, and the processor's time is counted in ticks of some milliseconds.
 */
import { appendFileSync } from 'node:fs';

const file = process.env['TURNS_FILE']!;
let longestMs = 0;
let last = process.threadCpuUsage();
let lastMs = performance.now();
setInterval(() => {
  const now = process.threadCpuUsage();
  const nowMs = performance.now();
  const cpuMs = (now.user + now.system - last.user - last.system) / 1000;
  longestMs = Math.max(longestMs, Math.min(cpuMs, nowMs - lastMs));
  [last, lastMs] = [now, nowMs];
}, 1).unref();
process.on('SIGUSR2', () => {
  appendFileSync(file, `${longestMs}\n`);
  longestMs = 0;
});
