/** `bord serve` stops while requests arrive: every complete request is answered (D57). */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { migratedDatabase } from '../support/migrated-database.ts';
import { Bord, dayAhead, demoAt } from './bord-process.ts';

const CREATES = 60;

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

const databases = {
  async sqlite(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'bord-stop-'));
    ended.push(() => rmSync(folder, { recursive: true }));
    return `sqlite:${join(folder, 'bord.db')}`;
  },
  async postgres(): Promise<string> {
    const database = await migratedDatabase();
    ended.push(() => database.drop());
    return database.url;
  },
};

test.each(['sqlite', 'postgres'] as const)(
  'D57 SIGTERM while 60 new connections send a create each, on %s: each is answered, and the process exits 0',
  async (kind) => {
    const bord = new Bord(await databases[kind]());
    ended.unshift(() => bord.end());
    const server = await bord.serve();
    const { key } = await bord.key();
    const { hostname, port, host, pathname } = new URL(`${demoAt(server)}/bookings`);
    const create = (i: number): string => {
      const guest = { name: 'Alva', email: 'alva@example.com' };
      const body = JSON.stringify({ startsAt: `${dayAhead(3 + i)}T18:00:00Z`, partySize: 2, ...guest });
      return `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nx-partner-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    };
    const sockets: Socket[] = Array.from({ length: CREATES }, () => connect(Number(port), hostname));
    const answers = sockets.map((socket) => text(socket).catch(String));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await fetch(`${server.root}/healthz`); // connections are accepted in their order: all of the others are
    for (const [i, socket] of sockets.entries()) socket.write(create(i));
    const exited = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    const heads = (await Promise.all(answers)).map((answer) => answer.split('\r\n\r\n')[0]!);
    expect(heads.filter((head) => !/^HTTP\/1\.1 (?:201|503) [^]*\r\nconnection: close/i.test(head))).toEqual(
      [],
    );
    expect((await exited)[0]).toBe(0);
  },
);
