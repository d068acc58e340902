/** `bord serve` as a process whose clock the parent sets by messages. */
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
