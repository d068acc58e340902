/** The recovery to a moment before a mistake in docs/operate/backup.md, done with the commands of plain PostgreSQL. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Bord, book, dayAhead, until } from '../../servers/bord-process.ts';
import { IS_LONG } from '../../support/long.ts';
import { giveToPostgres, PostgresHost } from '../../support/postgres-host.ts';
import { freePort } from '../../support/free-port.ts';
import { sql } from '../../support/postgres.ts';

test.runIf(IS_LONG)(
  '§7 guests that were erased by mistake are there again, by a base backup and the log until a second before, and so is what came after the backup',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bord-moment-'));
    await chmod(folder, 0o711);
    const archive = join(folder, 'archive');
    await mkdir(archive);
    const host = new PostgresHost('primary', folder, await freePort());
    const restored = new PostgresHost('restored', folder, await freePort());
    onTestFinished(async () => {
      await Promise.all([host.stop('immediate'), restored.stop('immediate')]);
      await rm(folder, { recursive: true, force: true });
    });
    await host.initialise();
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '' };
    await host.set({
      ...settings,
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    });
    await giveToPostgres(folder);
    await host.start();
    const bord = new Bord(host.url);
    onTestFinished(() => bord.end());
    const server = await bord.serve();
    const { key } = await bord.key();
    const made = async (day: number): Promise<void> => {
      const order = { startsAt: `${dayAhead(day)}T18:00:00Z`, partySize: 2, idempotencyKey: `${day}` };
      expect((await book(server, key!, order)).status).toBe(201);
    };
    await made(3);
    await restored.copyFrom(host); // pg_basebackup does the same
    await made(4);
    // They were here a year ago.
    const past = `UPDATE bookings SET service_date = service_date - 365, starts_at = starts_at - interval '365 days',
      ends_at = ends_at - interval '365 days', blocked_until = blocked_until - interval '365 days'`;
    await sql(host.url, past);
    await pause(1100);
    const [{ moment }] = (await sql<{ moment: string }>(host.url, 'SELECT now()::text AS moment')) as [
      { moment: string },
    ];
    await pause(1100);

    await bord.run('guests', 'purge', '--older-than', '30d', '--yes');
    const names = `SELECT guest_name AS name FROM bookings ORDER BY starts_at`;
    expect(await sql(host.url, names)).not.toContainEqual({ name: 'Alva' });
    await server.stop();
    await sql(host.url, 'SELECT pg_switch_wal()');
    await host.stop();

    await writeFile(join(restored.folder, 'recovery.signal'), '');
    await restored.set({
      ...settings,
      archive_mode: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    });
    await giveToPostgres(restored.folder);
    await restored.start();
    const isPrimary = async (): Promise<boolean> =>
      (await sql<{ is: boolean }>(restored.url, 'SELECT NOT pg_is_in_recovery() AS is'))[0]!.is;
    await until('it takes writes', isPrimary);
    expect(await sql(restored.url, names)).toEqual([{ name: 'Alva' }, { name: 'Alva' }]);
  },
);
