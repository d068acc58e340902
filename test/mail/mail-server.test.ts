import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { MailRefusedError } from '@bord/engine';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folderMailer, guestMessage, messageOf, signUpMessage } from './mails.ts';
import { aMailServer, faultOf, mailerTo, refusal } from './smtp.ts';

test('§4.3.3 D26 a mail server gets what a folder would get, for one recipient', async () => {
  const { port, arrived } = await aMailServer();
  const mailer = mailerTo(port);
  expect(mailer.isLocal).toBe(false);
  const { sent } = await folderMailer();
  const contact = { address: '.slutna sällskapet 👩‍🍳', phone: '.', email: 'hej@sjobaren.example.se' };
  const messages = [
    guestMessage(),
    guestMessage({ kind: 'cancelled', id: '2', language: 'da' }),
    messageOf({ contact }, { id: '3', guestName: '.' }),
    messageOf({ name: `Æ${'ø'.repeat(180)}` }, { id: '4', guestName: 'å'.repeat(200) }),
    signUpMessage,
  ];
  for (const message of messages) {
    await mailer.send(message);
    const { from, to, raw } = arrived.at(-1)!;
    expect(from).toBe('no-reply@bord.example');
    expect(to).toEqual([message.to]);
    const [received, original] = [await PostalMime.parse(raw), (await sent(message)).mail];
    const { headers, ...content } = received;
    expect(content).toEqual({ ...original, headers: undefined, headerLines: content.headerLines });
    const others = (mail: typeof original) => mail.headers.filter(({ key }) => key !== 'content-type');
    expect(headers.filter(({ key }) => key !== 'content-type')).toEqual(others(original));
  }
  expect(arrived).toHaveLength(messages.length);
  // The control: a line of the third did begin with a dot, which SMTP must double on the way.
  expect(arrived[2]!.raw.toString()).toContain('\r\n.slutna');
});

test('D26 what was deferred is sent again, as the same message', async () => {
  let refusals = 1;
  const { port, arrived } = await aMailServer({
    onRcptTo(_address, _session, done) {
      refusals -= 1;
      if (refusals >= 0) done(refusal(451, '4.7.1 Greylisted, come back later'));
      else done();
    },
  });
  const mailer = mailerTo(port);
  const fault = await faultOf(mailer.send(guestMessage()));
  expect(fault).not.toBeInstanceOf(MailRefusedError);
  expect(fault.message).toContain('451');
  await mailer.send(guestMessage());
  await mailer.send(guestMessage());
  const [first, second] = await Promise.all(arrived.map(({ raw }) => PostalMime.parse(raw)));
  expect(arrived).toHaveLength(2);
  expect(first!.messageId).toBe(second!.messageId);
});

test('D26 only what speaks against the address is final', async () => {
  let atRecipient: Error | null = null;
  let atData: Error | null = null;
  const { port, arrived } = await aMailServer({
    onRcptTo: (_address, _session, done) => done(atRecipient),
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done(atData));
    },
  });
  const mailer = mailerTo(port);
  const isFinal = async (recipient: Error | null, data: Error | null): Promise<boolean> => {
    [atRecipient, atData] = [recipient, data];
    return (await faultOf(mailer.send(guestMessage()))) instanceof MailRefusedError;
  };
  expect(await isFinal(refusal(550, '5.1.1 No such user'), null)).toBe(true);
  expect(await isFinal(refusal(550, 'No such user'), null)).toBe(true);
  expect(await isFinal(refusal(552, '5.2.2 Mailbox full'), null)).toBe(true);
  expect(await isFinal(refusal(553, 'Mailbox name not allowed'), null)).toBe(true);
  expect(await isFinal(refusal(550, '5.7.1 Relaying denied'), null)).toBe(false);
  expect(await isFinal(refusal(450, '4.2.0 Busy'), null)).toBe(false);
  expect(await isFinal(refusal(503, 'Bad sequence'), null)).toBe(false);
  expect(await isFinal(null, refusal(550, '5.1.1 No such user after all'))).toBe(true);
  expect(await isFinal(null, refusal(554, '5.7.1 Looks like spam'))).toBe(false);
  expect(await isFinal(null, refusal(554, 'Transaction failed'))).toBe(false);
  expect(await isFinal(null, refusal(452, '4.3.1 Disk full'))).toBe(false);
  expect(arrived).toEqual([]);
});

test('D26 D27 errors contain no addresses, tokens or names', async () => {
  const { port } = await aMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(refusal(550, `5.1.1 <${address}>: Astrid is unknown; ask ${address}`)),
  });
  const fault = await faultOf(mailerTo(port).send(guestMessage()));
  expect(fault).toBeInstanceOf(MailRefusedError);
  expect(fault.message).toBe('The mail server answered 550 5.1.1 to RCPT TO');
  const everything = JSON.stringify(fault, Object.getOwnPropertyNames(fault));
  expect(everything).not.toMatch(/astrid|q4ZrT0c9m|no-reply/i);
  expect(fault.cause).toBeUndefined();
});

test('D26 D27 the mail library logs nothing, even if the URL of the server asks for it', async () => {
  const { port, arrived } = await aMailServer();
  const lines: unknown[] = [];
  const watch = (line: unknown): boolean => lines.push(line) > 0;
  for (const method of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation(watch);
  }
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(watch);
  onTestFinished(() => void vi.restoreAllMocks());
  const url = `smtp://127.0.0.1:${port}/?logger=true&debug=true&transactionLog=true`;
  await mailerTo(port, { url }).send(guestMessage());
  vi.restoreAllMocks();
  expect(arrived).toHaveLength(1);
  expect(lines).toEqual([]);
});

/** A server that is none: `talk` does with its connections what it likes. */
async function aStranger(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    talk(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const strangers: Readonly<Record<string, (socket: Socket) => void>> = {
  'says nothing': () => undefined,
  'greets without end'(socket) {
    const timer = setInterval(() => socket.write('220-wait a little\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  },
  'answers without end'(socket) {
    socket.write('220 hello\r\n');
    socket.once('data', () => {
      const timer = setInterval(() => socket.write('250-and another thing\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
  },
  'falls silent after the greeting'(socket) {
    socket.write('220 hello\r\n');
    socket.resume();
  },
  'takes the mail and never says so'(socket) {
    socket.write('220 hello\r\n');
    let inData = false;
    socket.on('data', (chunk) => {
      if (inData) return;
      inData = chunk.toString().includes('DATA');
      socket.write(inData ? '354 go on\r\n' : '250 fine\r\n');
    });
  },
  'hangs up'(socket) {
    socket.end();
  },
  'speaks something else'(socket) {
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  },
};

for (const [action, talk] of Object.entries(strangers)) {
  test(`D26 a server that ${action} is given up, and the next mail is not held up`, async () => {
    const port = await aStranger(talk);
    const mailer = mailerTo(port, { deadlineMs: 300 });
    const faults = await Promise.all(
      Array.from({ length: 7 }, (_, i) => faultOf(mailer.send(guestMessage({ id: `${i}` })))),
    );
    for (const fault of faults) {
      expect(fault).not.toBeInstanceOf(MailRefusedError);
      expect(fault.message).toMatch(/^The mail server /);
    }
    await mailer.close();
  });
}

test('D26 a server that is not there is a failure that may pass', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  const fault = await faultOf(mailerTo(port).send(guestMessage()));
  expect(fault).not.toBeInstanceOf(MailRefusedError);
  expect(fault.message).toBe('The mail server took no mail (ESOCKET)');
});

test('D26 user and password are those of the address, and encryption is used where it is offered', async () => {
  const { port, arrived } = await aMailServer({
    authOptional: false,
    disabledCommands: [],
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss/wörd' ? done(null, { user: username! }) : done(new Error('No')),
  });
  const login = `bord:${encodeURIComponent('p@ss/wörd')}@127.0.0.1:${port}`;
  await mailerTo(port, { url: `smtp://${login}/?tls.rejectUnauthorized=false` }).send(guestMessage());
  expect(arrived).toEqual([expect.objectContaining({ secure: true, user: 'bord' })]);

  // The server's certificate is untrusted.
  const fault = await faultOf(mailerTo(port, { url: `smtp://${login}` }).send(guestMessage()));
  expect(fault.message).toMatch(/^The mail server took no mail/);
  const wrong = `smtp://bord:wrong@127.0.0.1:${port}/?tls.rejectUnauthorized=false`;
  const refused = await faultOf(mailerTo(port, { url: wrong }).send(guestMessage()));
  expect(refused).not.toBeInstanceOf(MailRefusedError);
  expect(refused.message).toMatch(/535/);
  expect(arrived).toHaveLength(1);
});

test('D26 smtps is encrypted from the first byte', async () => {
  const { port, arrived } = await aMailServer({ secure: true });
  await mailerTo(port, { url: `smtps://127.0.0.1:${port}?tls.rejectUnauthorized=false` }).send(
    guestMessage(),
  );
  expect(arrived).toEqual([expect.objectContaining({ secure: true })]);
});

test('D26 addresses of every script are written to', async () => {
  const { port, arrived } = await aMailServer();
  const mailer = mailerTo(port);
  await mailer.send(guestMessage({ id: '1', to: 'asa@räksmörgås.example' }));
  await mailer.send(guestMessage({ id: '2', to: 'åsa@example.se' }));
  expect(arrived.map(({ to }) => to)).toEqual([['asa@räksmörgås.example'], ['åsa@example.se']]);

  // A server that knows ASCII only.
  const old = await aMailServer({
    hideSMTPUTF8: true,
    onRcptTo({ address }, _session, done) {
      const isAscii = /^[\x20-\x7E]*@/.test(address);
      done(isAscii ? null : refusal(553, 'Mailbox name not allowed'));
    },
  });
  const mailerToOld = mailerTo(old.port);
  await mailerToOld.send(guestMessage({ id: '1', to: 'asa@räksmörgås.example' }));
  await expect(mailerToOld.send(guestMessage({ id: '2', to: 'åsa@example.se' }))).rejects.toBeInstanceOf(
    MailRefusedError,
  );
  expect(old.arrived).toHaveLength(1);
});

test('D26 many concurrent e-mails share few connections, and each is sent once', async () => {
  let connections = 0;
  const { port, arrived } = await aMailServer({
    onConnect(_session, done) {
      connections += 1;
      done();
    },
  });
  const mailer = mailerTo(port);
  const ids = Array.from({ length: 40 }, (_, i) => `message ${i}`);
  await Promise.all(ids.map((id) => mailer.send(guestMessage({ id }))));
  const messageIds = new Set(
    await Promise.all(arrived.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId)),
  );
  expect(arrived).toHaveLength(40);
  expect(messageIds.size).toBe(40);
  expect(connections).toBeLessThanOrEqual(3);
});

test('D26 closing waits for the e-mails in progress', async () => {
  const events = new EventEmitter();
  const { port, arrived } = await aMailServer({
    onRcptTo: (_address, _session, done) => void events.emit('recipient', done),
  });
  const mailer = mailerTo(port);
  const ended: string[] = [];
  const sending = mailer.send(guestMessage()).then(() => ended.push('sent'));
  const [accept] = (await once(events, 'recipient')) as [() => void];
  const closing = mailer.close().then(() => ended.push('closed'));
  accept();
  await Promise.all([sending, closing]);
  expect(ended).toEqual(['sent', 'closed']);
  expect(arrived).toHaveLength(1);
  await expect(mailer.send(guestMessage())).rejects.toThrow(/^The mail server took no mail/);
});
