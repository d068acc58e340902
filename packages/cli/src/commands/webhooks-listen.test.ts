/** The command as a developer runs it: a served Bord, a listening process, and the developer's receiver. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@bord/engine/webhooks';
import { afterEach, expect, test } from 'vitest';
import { IS_LONG } from '../../../../test/support/long.ts';
import { migratedDatabase } from '../../../../test/support/migrated-database.ts';
import { openReceiver, type Received } from '../../../../test/support/receiver.ts';
import { type Bord, DEMO, makeBord, words } from '../../test/run-bord.ts';
import { serveBord, type Serving } from '../../test/serve-bord.ts';

const bords: Bord[] = [];
/** Somebody without a Bord: another folder, with settings that Bord itself would refuse. */
const STRANGE = { BORD_DATABSE: 'nowhere' };

afterEach(() => {
  for (const bord of bords.splice(0)) bord.remove();
});

function aBord(): Bord {
  const bord = makeBord();
  bords.push(bord);
  return bord;
}

interface Line {
  readonly kind: 'ready' | 'event' | 'waiting';
  readonly secret?: string;
  readonly event?: string;
  readonly status?: number | null;
  readonly fault?: string | null;
}

/** A process that listens. */
interface Listener {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves with the first line from now on, or that has been there already, of which this is true. */
  line(is: (line: Line) => boolean): Promise<Line>;
  readonly ended: Promise<{ readonly code: number; readonly err: string }>;
}

function listenWith(bord: Bord, { at }: Serving, ...args: readonly string[]): Listener {
  const child = bord.start(['webhooks', 'listen', at.baseUrl, '--json', ...args], { env: STRANGE });
  const lines: Line[] = [];
  const reading = createInterface({ input: child.stdout });
  reading.on('line', (printed) => lines.push(JSON.parse(printed) as Line));
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], err]) => ({
    code: code as number,
    err,
  }));
  return {
    child,
    ended,
    async line(is) {
      for (;;) {
        const found = lines.find(is);
        if (found) return found;
        await Promise.race([once(reading, 'line'), ended.then(({ err }) => Promise.reject(new Error(err)))]);
      }
    },
  };
}

const isReady = ({ kind }: Line): boolean => kind === 'ready';
const isOf =
  (id: string, kind: Line['kind'], type: string) =>
  (line: Line): boolean =>
    line.kind === kind && (line.event ?? '').startsWith(`${id}:${type}:`);

let hours = 10;

/** Books a table for two, on another hour each time; the booking's id. */
async function book({ at }: Serving, key: string): Promise<string> {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const answer = await fetch(`${at.baseUrl}/locations/${DEMO}/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      startsAt: `${day}T${(hours = hours < 18 ? hours + 2 : 12)}:00:00Z`,
      partySize: 2,
      name: 'Alva Lind',
      email: 'alva@example.com',
    }),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function keyOf(bord: Bord, env: Record<string, string>, line: string): Promise<string> {
  const { out } = await bord.run([...words(line), '--json'], { env });
  return (JSON.parse(out) as { key: string }).key;
}

/** The event of a delivery, after its signature was verified. */
function verified({ headers, rawBody }: Received, secret: string): string {
  const event = verifyWebhook({ secret, rawBody, signature: String(headers['x-partner-signature']) });
  expect(headers['x-partner-event-id']).toBe(event.id);
  return `${event.type} ${event.data.bookingId}`;
}

test('D20 D23 §6.4 events come signed to this machine, each once: after a pause of its server, of Bord, and over a restart', async () => {
  const [bord, visitor] = [aBord(), aBord()];
  let receiver = await openReceiver();
  let serving = await serveBord(bord, 'serve --port 0');
  const key = await keyOf(bord, {}, 'sandbox key --email a@example.com --system A');
  const other = await keyOf(bord, {}, 'sandbox key --email b@example.com --system B');
  const before = await book(serving, key);
  const listener = listenWith(
    visitor,
    serving,
    '--key',
    `@${visitor.write('key', `${key}\n`)}`,
    '--forward-to',
    receiver.url,
  );
  const { secret = '' } = await listener.line(isReady);

  const foreign = await book(serving, other);
  const first = await book(serving, key);
  expect(await listener.line(isOf(first, 'event', 'booking.created'))).toMatchObject({
    status: 204,
    fault: null,
  });
  expect(receiver.received.map((delivery) => verified(delivery, secret))).toEqual([
    `booking.created ${first}`,
  ]);

  // No receiver at the developer's port: the event waits.
  await receiver.close();
  const second = await book(serving, key);
  expect(await listener.line(isOf(second, 'waiting', 'booking.created'))).toMatchObject({
    fault: 'ECONNREFUSED',
  });
  const port = Number(new URL(receiver.url).port);
  receiver = await openReceiver(port);
  receiver.answer = 500;
  expect(await listener.line(isOf(second, 'event', 'booking.created'))).toMatchObject({ status: 500 });

  // No server: events of this time arrive when one has started.
  serving.kill('SIGTERM');
  await serving.ended;
  await bord.json('bookings', 'cancel', first, '--yes');
  await bord.json('bookings', 'cancel', foreign, '--yes');
  serving = await serveBord(bord, `serve --port ${serving.at.port}`);
  expect(await listener.line(isOf(first, 'event', 'booking.cancelled'))).toMatchObject({ status: 500 });
  const last = await book(serving, key);
  await listener.line(isOf(last, 'event', 'booking.created'));
  expect(receiver.received.map((delivery) => verified(delivery, secret))).toEqual([
    `booking.created ${second}`,
    `booking.cancelled ${first}`,
    `booking.created ${last}`,
  ]);
  expect(before).not.toBe(first);

  listener.child.kill('SIGINT');
  const { code, err } = await listener.ended;
  expect([code, err]).toEqual([0, expect.stringContaining('Ended. 4 events were forwarded.')]);
  await receiver.close();
});

test.runIf(IS_LONG)(
  'D20 D30 with two servers on one PostgreSQL, events of both arrive, and a second listener takes over',
  async () => {
    const bord = aBord();
    const { url } = await migratedDatabase();
    const env = { BORD_DATABASE: url, BORD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
    const receiver = await openReceiver();
    const [one, two] = await Promise.all([0, 1].map(() => serveBord(bord, 'serve --port 0', env)));
    const key = await keyOf(bord, env, 'sandbox key --email a@example.com --system A');
    const to = ['--key', key, '--forward-to', receiver.url];
    const first = listenWith(bord, one!, ...to);
    const { secret } = await first.line(isReady);
    const booked = await book(two!, key);
    await first.line(isOf(booked, 'event', 'booking.created'));

    const second = listenWith(bord, two!, ...to, '--events', 'booking.cancelled,availability.changed');
    expect((await second.line(isReady)).secret).toBe(secret);
    const { code, err } = await first.ended;
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('another bord webhooks listen has begun with this key'),
    ]);
    await book(one!, key);
    await bord.run(['bookings', 'cancel', booked, '--yes'], { env });
    await second.line(isOf(booked, 'event', 'booking.cancelled'));
    await second.line(({ kind, event = '' }) => kind === 'event' && event.includes(':availability.changed:'));
    const types = receiver.received.map(
      ({ rawBody }) => (JSON.parse(rawBody.toString()) as { type: string }).type,
    );
    expect(types.filter((type) => type === 'booking.created')).toHaveLength(1);

    const real = await keyOf(bord, env, `keys create --partner acme --location ${DEMO}`);
    const refused = listenWith(bord, one!, '--key', real, '--forward-to', receiver.url);
    expect(await refused.ended).toEqual({
      code: 1,
      err: expect.stringMatching(/^bord: Only a sandbox key may do this/),
    });
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    await receiver.close();
  },
);

test('an endpoint that cannot be listened to is one line: exit 1', async () => {
  const bord = aBord();
  const at = (url: string, key: string) => [
    'webhooks',
    'listen',
    url,
    '--key',
    key,
    '--forward-to',
    'http://localhost:1',
  ];
  const serving = await serveBord(bord, 'serve --port 0', { BORD_DEMO: '0' });
  expect(await bord.refusal(at(serving.at.baseUrl, 'bord_test_x'))).toMatch(
    /^bord: there is no sandbox at http.* \(404\)$/,
  );
  serving.kill('SIGTERM');
  await serving.ended;
  expect(await bord.refusal(at(serving.at.baseUrl, 'k'))).toMatch(
    /cannot be used \(ECONNREFUSED\): check the URL/,
  );
  expect(
    await bord.refusal(['webhooks', 'listen', '--key', 'k', '--forward-to', 'http://localhost:1']),
  ).toMatch(/^bord: no server answers at http:\/\/127\.0\.0\.1:3000: start it with bord serve/);
});
