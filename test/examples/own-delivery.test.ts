/** The transports of examples/own-delivery: events on a bus, mails to a provider on a real socket. */
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { MailRefusedError } from '@bord/engine';
import { signatureHeader } from '@bord/engine/adapters';
import { expect, onTestFinished, test } from 'vitest';
import { createBus } from '../../examples/own-delivery/src/bus.ts';
import { providerMailer } from '../../examples/own-delivery/src/mails.ts';
import { guestMessage, PUBLIC_URL } from '../mail/mails.ts';
import { compileCache } from '../support/compile-cache.ts';

interface Taken {
  readonly key: string | undefined;
  readonly mail: Readonly<Record<string, unknown>>;
}

/** A mail provider that answers these, one after the other, and then 202. */
async function openProvider(...statuses: number[]): Promise<{ url: string; taken: Taken[] }> {
  const taken: Taken[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const mail = (await json(request)) as Taken['mail'];
    taken.push({ key: request.headers['idempotency-key'] as string, mail });
    response.writeHead(statuses.shift() ?? 202).end();
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mails`, taken };
}

function mailerTo(url: string) {
  return providerMailer({ url, token: 't', from: 'Bord <no-reply@bord.example>', publicUrl: PUBLIC_URL });
}

test('D26 the example tells the partner on the bus, and the guest in Bord’s words through the provider', async () => {
  const provider = await openProvider();
  const main = join(import.meta.dirname, '../../examples/own-delivery/src/main.ts');
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@bord/source', main],
    { env: { PATH: process.env['PATH'], MAIL_URL: provider.url, ...compileCache() } },
  );
  expect([stdout.split('\n').toSorted(), stderr]).toEqual([
    ['', '2 delivered or tried', 'booked', 'bus: booking.created, party of 4'],
    '',
  ]);
  expect(provider.taken).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      mail: {
        from: { name: 'Bistro Nord', address: 'no-reply@example.se' },
        to: 'alva@example.com',
        replyTo: null,
        subject: expect.stringContaining('Bistro Nord'),
        text: expect.stringMatching(/Hej Alva Lind[^]*https:\/\/boka\.example\.se\/manage\//),
        html: expect.stringContaining('<html lang="sv"'),
        attachments: [
          {
            name: expect.stringMatching(/\.ics$/),
            contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
            content: expect.stringContaining('BEGIN:VEVENT'),
          },
        ],
      },
    },
  ]);
});

test('D26 a mail that the provider does not take is handed over again under the same key; a refused address is given up', async () => {
  const provider = await openProvider(500, 202, 422);
  const mailer = mailerTo(provider.url);
  await expect(mailer.send(guestMessage())).rejects.toThrow('the provider answers 500');
  await mailer.send(guestMessage());
  expect(new Set(provider.taken.map(({ key }) => key)).size).toBe(1);
  const refused = await mailer.send(guestMessage({ id: 'another' })).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MailRefusedError);
  expect([mailer.isLocal, await mailer.erase('a@example.com'), await mailer.purge(Infinity)]).toEqual([
    false,
    0,
    0,
  ]);
  await mailer.close();
});

test('§6.4 the bus delivers what is signed with the endpoint’s secret, and tells the engine what became of it', async () => {
  const { webhooks, subscribe } = createBus();
  const heard: string[] = [];
  const body = '{"id":"bk_1:booking.created:1","type":"booking.created","created":1,"data":{}}';
  const post = (secret: string, url = 'bus:hotel-nord') => {
    const signature = signatureHeader([secret], Math.floor(Date.now() / 1000), body);
    return webhooks.post({ url, headers: { 'x-partner-signature': signature }, body });
  };
  expect([webhooks.checkUrl('bus:hotel-nord'), webhooks.checkUrl('https://a.example')]).toEqual([
    null,
    expect.any(String),
  ]);
  expect(await post('whsec_a')).toMatchObject({ kind: 'failed', why: 'unreachable' });
  subscribe('hotel-nord', 'whsec_a', ({ id }) => void heard.push(id));
  expect(await post('whsec_a')).toMatchObject({ status: 204 });
  expect(await post('whsec_b')).toMatchObject({ status: 500 });
  expect(heard).toEqual(['bk_1:booking.created:1']);
  subscribe('hotel-nord', 'whsec_a', () => Promise.reject(new Error('the ledger is away')));
  expect(await post('whsec_a')).toMatchObject({ status: 500, start: 'Error: the ledger is away' });
});
