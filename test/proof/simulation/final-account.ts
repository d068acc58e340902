/** The last account of a history, when its queues are empty. */
import type { Storage } from '@bord/engine';
import { MAIL_QUEUE } from '@bord/engine/storage';
import { DEMO_ID } from './choices.ts';
import type { Records } from './records.ts';
import type { Servers } from './servers.ts';
import { SKEW_MS, type World } from './world.ts';
import { wasTakenBack } from './undo-window.ts';

const ALL = 1_000_000;
const HOUR_MS = 3_600_000;

/** All has arrived that had to, and the storage says the same as the records. */
export async function assertAllDelivered(
  world: World,
  sound: Storage,
  records: Records,
  servers: Servers,
): Promise<void> {
  for (const endpoint of await sound.records.list('endpoints')) records.endpoints.assertAsCounted(endpoint);
  const queues = [MAIL_QUEUE, ...records.endpoints.all.map(({ id }) => id)];
  const stored = (await Promise.all(queues.map((queue) => sound.outbox.ofQueue(queue, ALL)))).flat();
  if (stored.length !== records.outbox.letters.size)
    world.accuse(`${stored.length} deliveries are stored, expected ${records.outbox.letters.size}`);
  for (const { id, queue, eventId, state, failures, attempts, body } of stored) {
    world.checks.look('in the end each delivery has arrived and is stored with its data');
    const letter = records.outbox.letters.get(id);
    const isSame =
      letter?.state === state && letter.failures === failures && letter.attempts === attempts.length;
    if (!letter || !isSame || letter.bodies.at(-1) !== body)
      return world.accuse(`${id} is stored with other data`);
    const url = records.endpoints.get(queue)?.url;
    const hasArrived =
      url === undefined ? servers.mailServer.hasTaken(id) : servers.receivers.hasTaken(url, eventId);
    // Of events about dates one speaks for many.
    const isReplaced =
      state === 'dropped' && (letter.dates !== null || wasTakenBack(records.annals, letter.delivery));
    const isToArrive = (url !== undefined && !isReplaced) || state === 'delivered';
    if (isToArrive && !(hasArrived && state === 'delivered')) world.accuse(`${id} has never arrived`);
  }
  records.dated.assertAllTaken();
  await assertSwept(world, sound);
}

/** Bookings of the sandbox do not outlive the night after their first day (D20). */
async function assertSwept(world: World, sound: Storage): Promise<void> {
  const nowMs = world.nowMs() - SKEW_MS;
  const nightMs = nowMs - ((nowMs - 2 * HOUR_MS) % (24 * HOUR_MS)); // three o'clock in Stockholm
  const old = await sound.bookings.liveCreatedBefore(DEMO_ID, nightMs - 24 * HOUR_MS - SKEW_MS, 1);
  if (old.length > 0) world.accuse(`${old[0]} has not been swept`);
}
