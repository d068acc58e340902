/**
 * A separate process, which can be killed at any time.
 *
 *     … process.ts write DATABASE DAY          changes bookings from that day on, and prints each change once it is acknowledged
 *     … process.ts read DATABASE [FAULT]       prints each event of the subscriber `proof`
 *     … process.ts catch-up DATABASE COUNT     reads so many events, and prints how many came and whether they were in order
 */
import { writeSync } from 'node:fs';
import { createEngine, MINUTE_MS } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { opened } from '../../support/killed-processes.ts';
import {
  type Change,
  changeOf,
  type Fault,
  faulty,
  noonAfter,
  readMissed,
  STEPS,
  SUBSCRIBER,
} from './changes.ts';

const [task, database = '', argument = ''] = process.argv.slice(2);
const storage = opened(database);
const engine = createEngine({
  storage: task === 'read' ? { ...storage, events: faulty(storage.events, argument as Fault) } : storage,
});
const print = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

if (task === 'write') await Promise.all([0, 1, 2, 3].map((nth) => write(Number(argument) + nth)));
if (task === 'read')
  for await (const event of await engine.events({ name: SUBSCRIBER })) print(changeOf(event));
if (task === 'catch-up') {
  const read = await readMissed(engine, Number(argument));
  print({ ...read, rssMb: Math.round(process.resourceUsage().maxRSS / 1024) });
  engine.detach();
  await storage.close();
}

/** Each booking has a separate day, so no change is rejected. */
async function write(firstDay: number): Promise<never> {
  const { bookings } = engine.operator.at(fixtures.LOCATION_ID);
  for (let day = firstDay; ; day += 4) {
    const startMs = noonAfter(day);
    const made = await bookings.create(fixtures.aRequest(startMs));
    if (made.kind !== 'booked') throw new Error(`a booking was ${made.kind}`);
    const booking = made.booking.id;
    print({ booking, step: 0 } satisfies Change);
    for (let step = 1; step < STEPS; step++) {
      if (step === STEPS - 1) await bookings.cancel(booking);
      else await bookings.move(booking, { startMs: startMs + step * 15 * MINUTE_MS });
      print({ booking, step } satisfies Change);
    }
  }
}
