/** A full disk: the health of a server on SQLite, and its recovery. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BordServer, Bord, book, dayAhead, until } from './bord-process.ts';

let folder: string;
let bord: Bord;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bord-disk-'));
  bord = new Bord(`sqlite:${join(folder, 'bord.db')}`);
});

afterEach(async () => {
  await bord.end();
  await rm(folder, { recursive: true, force: true });
});

/** How large a file this process may make: what a full disk is to everybody, and needs no disk to be filled. */
function limitFiles({ process: { pid } }: BordServer, bytes: string): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
}

// Linux alone lets one process limit another's files.
test.skipIf(process.platform !== 'linux')(
  '§7 D23 on a disk that cannot be written a server is not ready and refuses bookings with 503; when there is room it is itself again',
  async () => {
    const server = await bord.serve();
    const { key } = await bord.key();
    const ready = async (): Promise<number> => (await fetch(`${server.root}/readyz`)).status;
    const bookNow = (idempotencyKey: string): Promise<Response> =>
      book(server, key!, { startsAt: `${dayAhead(5)}T18:00:00Z`, idempotencyKey, partySize: 2 });
    expect(await ready()).toBe(200);
    expect((await bookNow('before')).status).toBe(201);

    limitFiles(server, '1');
    await until('it is not ready', async () => (await ready()) === 503, 20_000);
    const refused = await bookNow('meanwhile');
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
    expect((await fetch(`${server.root}/healthz`)).status).toBe(200);

    limitFiles(server, 'unlimited');
    await until('it is ready again', async () => (await ready()) === 200, 20_000);
    expect((await bookNow('meanwhile')).status).toBe(201);
    expect((await bookNow('before')).status).toBe(201);
    expect(await server.stop()).toBe(0);
  },
);
