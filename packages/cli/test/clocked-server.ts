/** `bord serve` as a process whose clock is set by who has started it: it is sent the time as a message. */
import { setClock } from './set-clock.ts';

setClock(Number(process.env['STORY_NOW_MS']));
delete process.env['STORY_NOW_MS'];
process.on('message', (nowMs: number) => {
  setClock(nowMs);
  process.send!('set');
});
process.on('disconnect', () => process.exit());
process.channel!.unref(); // the server alone decides when it is over

await import(new URL('../src/main.ts', import.meta.url).href);
