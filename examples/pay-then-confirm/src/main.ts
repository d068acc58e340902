/** Seven guests, each with another kind of luck: `node src/main.ts`. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { addDays, createEngine, definePlan, instantOf, localDateAt } from '@bord/engine';
import { createCheckout, type Order, type Settled } from './checkout.ts';
import { paymentsAt } from './payments-at.ts';
import { openPaymentProvider } from './payment-provider.ts';

// One table, and a clock that the stories move on.
let passedMs = 0;
const clock = { nowMs: () => Date.now() + passedMs };
const storage = sqliteStorage({ path: ':memory:', migrate: true });
const engine = createEngine({ storage, clock });
const plan = definePlan({
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seatsMax: 4 }],
  servicePeriods: [
    { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 17 * 60, closesMinute: 23 * 60 },
  ],
});
const { location } = await engine.operator.locations.apply(plan, null);
const { key } = await engine.operator.keys.create({ partner: 'hotel-nord', locationIds: [location.id] });
const partner = engine.partner(await engine.authenticate(key));

// The shop: what it keeps of its orders, and where the provider's webhooks arrive.
const orders = new Map<string, { readonly order: Order; readonly holdId: string }>();
const shop = createServer((request, response) => {
  void json(request)
    .then((body) => settle((body as { reference: string }).reference))
    .then(
      () => response.writeHead(204).end(),
      () => response.writeHead(500).end(), // the provider tries again
    );
});
shop.listen(0, '127.0.0.1');
await once(shop, 'listening');
const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
const provider = await openPaymentProvider(webhookUrl);
const checkout = createCheckout(partner, paymentsAt(provider.url));

/** Each guest books another date. */
async function begin(name: string): Promise<string> {
  const date = addDays(localDateAt(location.timeZone, Date.now()), orders.size + 1);
  const startMs = instantOf(location.timeZone, date, 19 * 60);
  const guest = { name, email: `${name.toLowerCase()}@example.com` };
  const order = { id: `order-${orders.size + 1}`, locationId: location.id, startMs, partySize: 2, guest };
  const holdId = await checkout.begin(order);
  if (holdId === null) throw new Error('the table is taken');
  orders.set(order.id, { order, holdId });
  return order.id;
}

function settle(id: string): Promise<Settled> {
  const { order, holdId } = orders.get(id)!;
  return checkout.settle(order, holdId);
}

/** Another guest books the same time; returns whether it succeeded. */
async function rival(id: string): Promise<boolean> {
  const { order } = orders.get(id)!;
  const request = { startMs: order.startMs, partySize: 2, guest: { name: 'Somebody else' } };
  return (await engine.operator.at(location.id).bookings.create(request)).kind === 'booked';
}

async function tell(name: string, id: string, settled: Settled): Promise<void> {
  const { order } = orders.get(id)!;
  const booked = (await engine.operator.at(location.id).bookings.list()).filter(
    ({ partnerBookingRef }) => partnerBookingRef === order.id,
  );
  const { status } = provider.payment(id)!;
  console.log(`${name}: ${settled}; payment ${status}, ${booked.length} booked`);
}

const MINUTE_MS = 60_000;

const plain = await begin('Alva');
console.log(`while Alva pays, somebody else ${(await rival(plain)) ? 'has' : 'cannot have'} the table`);
await provider.decide(plain, 'paid', 0);
await tell('in time', plain, await settle(plain));

const twice = await begin('Bodil');
await provider.decide(twice, 'paid', 2);
await tell('told twice, then by the page', twice, await settle(twice));

const refused = await begin('Cleo');
await provider.decide(refused, 'refused');
console.log(`refused by the bank: the table is ${(await rival(refused)) ? 'free' : 'taken'} at once`);
await tell('refused', refused, await settle(refused));

const late = await begin('Disa');
passedMs += 11 * MINUTE_MS;
await provider.decide(late, 'paid', 0);
await tell('late, and nobody needed the table', late, await settle(late));

const tooLate = await begin('Elin');
passedMs += 11 * MINUTE_MS;
await rival(tooLate);
await provider.decide(tooLate, 'paid');
await tell('late, and somebody did', tooLate, await settle(tooLate));

provider.loseNextAnswer();
const lost = await begin('Frida');
await provider.decide(lost, 'paid', 0);
provider.loseNextAnswer();
await tell('answers lost', lost, await settle(lost));

const afterwards = await begin('Greta');
const early = await settle(afterwards);
await provider.decide(afterwards, 'paid');
await tell(`back on the page too early (${early}), then told`, afterwards, await settle(afterwards));

await provider.close();
shop.close();
engine.detach();
await storage.close();
