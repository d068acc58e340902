import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { aMailServer } from '../../../../test/mail/smtp.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { makeBord } from '../../test/run-bord.ts';
import { loadConfig } from '../config/config.ts';
import { mailFinding } from './mail-finding.ts';

function findingOn(
  url: string,
  env: Record<string, string> = { BORD_PUBLIC_URL: 'https://book.example.com' },
) {
  return mailFinding(loadConfig({ env: { ...env, BORD_MAIL: url }, folder: '/nowhere' }));
}

/** Requires encryption, with an untrusted certificate, and a login. */
const GUARDED: SMTPServerOptions = {
  authOptional: false,
  disabledCommands: [],
  onAuth({ username, password }, _, done) {
    if (username === 'bord' && password === 'right') done(null, { user: 'bord' });
    else done(Object.assign(new Error('5.7.8 Who are\r\n you?\u001B[31m'), { responseCode: 535 }));
  },
};

/** A server that is none for mail. */
async function listening(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('a mail server that answers, with and without a login, and links that lead to this machine alone', async () => {
  const [open, guarded] = await Promise.all([aMailServer(), aMailServer(GUARDED)]);
  const openUrl = `smtp://127.0.0.1:${open.port}`;
  expect(await findingOn(openUrl)).toEqual({
    what: 'mail',
    status: 'good',
    found: `${openUrl} answers`,
    advice: null,
  });
  expect(await findingOn(openUrl, {})).toMatchObject({
    status: 'weak',
    advice: expect.stringContaining('BORD_PUBLIC_URL'),
  });
  const login = `bord:right@127.0.0.1:${guarded.port}?tls.rejectUnauthorized=false`;
  expect(await findingOn(`smtp://${login}`)).toMatchObject({
    status: 'good',
    found: `smtp://127.0.0.1:${guarded.port} answers and takes the login`,
  });
  expect([...open.arrived, ...guarded.arrived]).toEqual([]);
});

test('a wrong password, a closed port, a bad certificate, another protocol: one line each, with the next step', async () => {
  const [guarded, implicit, refusing] = await Promise.all([
    aMailServer(GUARDED),
    aMailServer({ ...GUARDED, secure: true }),
    aMailServer({
      onConnect: (_, done) => done(Object.assign(new Error('go away'), { responseCode: 554 })),
    }),
  ]);
  const [dead, web] = [await freePort(), await listening((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'))];
  const plain = await aMailServer();
  const trusting = '?tls.rejectUnauthorized=false';
  const cases: readonly (readonly [url: string, found: RegExp, advice: RegExp])[] = [
    [
      `smtp://bord:wr0ng@127.0.0.1:${guarded.port}${trusting}`,
      /does not take the login: 535 5\.7\.8 Who are/,
      /user and password/,
    ],
    [`smtp://127.0.0.1:${dead}`, /cannot be reached: .*ECONNREFUSED/, /firewall/],
    [`smtp://bord:right@127.0.0.1:${guarded.port}`, /not trusted: .*certificate/, /NODE_EXTRA_CA_CERTS/],
    [`smtps://bord:right@127.0.0.1:${implicit.port}`, /not trusted: .*certificate/, /NODE_EXTRA_CA_CERTS/],
    [`smtps://127.0.0.1:${plain.port}`, /does not begin with encryption/, /smtp:\/\//],
    [
      'smtp://mail.invalid',
      /not a known host: .*ENOTFOUND|not a known host: .*EAI_AGAIN/,
      /the host in BORD_MAIL/,
    ],
    [`smtp://127.0.0.1:${web}`, /takes no mail from here: HTTP\/1\.1 400 Bad/, /may send/],
    [`smtp://127.0.0.1:${refusing.port}`, /takes no mail from here: 554 go away/, /may send/],
  ];
  for (const [url, found, advice] of cases) {
    const finding = await findingOn(url);
    expect(finding).toMatchObject({
      status: 'bad',
      found: expect.stringMatching(found),
      advice: expect.stringMatching(advice),
    });
    expect(JSON.stringify(finding)).not.toMatch(/wr0ng|right|\\[nr]|\\u00/);
  }
});

test('the exit code of doctor includes the mail server', async () => {
  const bord = makeBord();
  onTestFinished(() => bord.remove());
  await bord.run(['migrate']);
  const { port } = await aMailServer(GUARDED);
  const url = `smtp://bord:wr0ng@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
  const { code, out } = await bord.run(['doctor'], { env: { BORD_MAIL: url } });
  expect([code, out]).toEqual([1, expect.stringMatching(/does not take the login/)]);
  expect(out).toMatch(/mail: check user and password in BORD_MAIL/);
  expect(out).not.toContain('wr0ng');
});
