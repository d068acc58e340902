/**
 * A separate process, which can be killed at any time.
 *
 *     … process.ts write DATABASE DAY          changes bookings from that day on, and prints each change once it is acknowledged
 *     … process.ts read DATABASE [FAULT]       prints each event of the subscriber `proof`
 *     … process.ts catch-up DATABASE COUNT     reads so many events, and prints how many came and whether they were in order
 */
import { writeSync } from 'node:fs';
import { createEngine, DAY_MS, MINUTE_MS, type SubscriberEvent } from '@bord/engine';
import type { EventLog } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { opened } from '../../support/killed-processes.ts';
import { SUBSCRIBER, type Change, stepOf, STEPS } from './changes.ts';

const [task, database = '', argument = ''] = process.argv.slice(2);
const storage = opened(database);
const engine = createEngine({
  storage: task === 'read' ? { ...storage, events: faulty(storage.events, argument) } : storage,
});
const print = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

if (task === 'write') await Promise.all([0, 1, 2, 3].map((nth) => write(Number(argument) + nth)));
if (task === 'read')
  for await (const event of await engine.events({ name: SUBSCRIBER })) print(changeOf(event));
if (task === 'catch-up') await catchUp(Number(argument));

/** Each booking has a separate day, so no change is rejected. */
async function write(firstDay: number): Promise<never> {
  const { bookings } = engine.operator.at(fixtures.LOCATION_ID);
  const noonMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 12 * 60 * MINUTE_MS;
  for (let day = firstDay; ; day += 4) {
    const startMs = noonMs + day * DAY_MS;
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

function changeOf(event: SubscriberEvent): Change {
  return { booking: event.data.bookingId, step: stepOf(event) };
}

async function catchUp(count: number): Promise<void> {
  let seen = 0;
  let inOrder = true;
  for await (const { data } of await engine.events({ name: SUBSCRIBER })) {
    inOrder &&= data.bookingId === `bk_${seen}`;
    if (++seen === count) break;
  }
  print({ seen, inOrder, rssMb: Math.round(process.resourceUsage().maxRSS / 1024) });
  engine.detach();
  await storage.close();
}

/** Control: a log that loses events, or returns each page the other way round. */
function faulty(events: EventLog, fault: string): EventLog {
  if (fault === '') return events;
  return {
    ...events,
    async read(after, limit) {
      const page = await events.read(after, limit);
      return fault === 'loses' ? page.filter(({ position }) => position % 7 > 0) : page.toReversed();
    },
  };
}
