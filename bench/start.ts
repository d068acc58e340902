/**
 * P9: from the start of the process to the first answer, and the memory that it holds at rest.
 *
 *     node --conditions=@bord/source bench/run.ts start
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, interleaved, median, ratioOf } from './figure.ts';
import { answerOf, dayRequest, furnish } from './http.ts';
import { build, connectTo, memoryOf, newFolder, type Server, startBare, startBord } from './server.ts';

const ROUNDS = 7;
/** The time after which the work of the start has ended. */
const REST_MS = 300;

export async function run(): Promise<Figure[]> {
  build();
  const folder = newFolder();
  const request = dayRequest(await furnish(folder));
  const first = await startBord(folder);
  const answer = await answerOf(first, request);
  await first.stop();
  const memory: Record<'bord' | 'bare', number[]> = { bord: [], bare: [] };

  /** The time from the start to the first answer, in ms. */
  async function once(name: 'bord' | 'bare', start: () => Promise<Server>): Promise<number> {
    const startedMs = performance.now();
    const server = await start();
    const connection = await connectTo(server);
    const { status } = await connection.ask(request);
    const tookMs = performance.now() - startedMs;
    if (status !== 200) throw new Error(`the first answer was ${status}`);
    await sleep(REST_MS);
    memory[name].push(memoryOf(server));
    connection.end();
    await server.stop();
    return tookMs;
  }

  const took = await interleaved(ROUNDS, {
    bord: () => once('bord', () => startBord(folder)),
    bare: () => once('bare', () => startBare(folder, answer)),
  });
  const against = 'bare node:http';
  return [
    {
      goal: 'P9',
      what: 'bord serve: start to first answer',
      unit: 'ms',
      figure: median(took.bord),
      ceiling: median(took.bare),
      against,
      ratio: ratioOf(took.bord, took.bare),
      atMost: 1.5,
    },
    {
      goal: 'P9',
      what: 'bord serve: memory at rest',
      unit: 'MiB',
      figure: median(memory.bord),
      ceiling: median(memory.bare),
      against,
      ratio: ratioOf(memory.bord, memory.bare),
      atMost: 1.2,
    },
  ];
}
