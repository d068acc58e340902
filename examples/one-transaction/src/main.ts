/** Books and orders in one transaction: `node src/main.ts [FILE.db | postgres://…]`. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import { addDays, createEngine, definePlan, instantOf, localDateAt } from '@bord/engine';
import { onPostgres, onSqlite, TABLE } from './host.ts';

const database = process.argv[2] ?? 'host.db';
const host = await (database.startsWith('postgres') ? onPostgres : onSqlite)(database);
await host.run(TABLE);
const webhooks = createWebhookSender({ allowPrivate: true }); // the receiver is on this machine
const engine = createEngine({ storage: host.storage, webhooks, secretKeys: [new Uint8Array(32)] });
const plan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seatsMax: 4 }],
  servicePeriods: [
    { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
  ],
});
const { location } = await engine.operator.locations.apply(plan, null);

/** Books a table and orders menus: both, or neither. */
async function order(startMs: number, menus: number): Promise<string> {
  await host.run(host.begin);
  try {
    const kind = await engine.within(host.handle, async ({ operator }) => {
      const guest = { name: 'Alva Lind' };
      const outcome = await operator.at(location.id).bookings.create({ startMs, partySize: 2, guest });
      // An id has only letters, digits and "_", so it is safe in SQL.
      if (outcome.kind === 'booked')
        await host.run(`INSERT INTO orders VALUES ('${outcome.booking.id}', ${menus})`);
      return outcome.kind;
    });
    await host.run('COMMIT');
    return kind;
  } catch {
    await host.run('ROLLBACK');
    return 'rolled back';
  }
}

const received = Promise.withResolvers<unknown>();
const receiver = createServer((request, response) => {
  void json(request).then(received.resolve);
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
await engine.operator.webhooks.add({ partner: null, url, locationIds: [location.id] });
const worker = engine.background.startDelivering();

const at = instantOf(location.timeZone, addDays(localDateAt(location.timeZone, Date.now()), 1), 19 * 60);
console.log('no menu:', await order(at, 0));
console.log('two menus:', await order(at, 2));
console.log('webhook:', ((await received.promise) as { type: string }).type);

receiver.close();
await worker.stop();
engine.detach();
await webhooks.close();
await host.storage.close();
await host.close();
