import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

/**
 * Tells systemd that the server takes requests (`Type=notify`), so that whoever restarts one server after the other goes on only then.
 * Does nothing where no systemd asks, by `NOTIFY_SOCKET`. systemd's own program speaks for us: Node has no datagrams on a Unix socket.
 */
export async function tellReady(log: Logger): Promise<void> {
  if (!process.env['NOTIFY_SOCKET']) return;
  try {
    await promisify(execFile)('systemd-notify', ['--ready']);
  } catch (err) {
    log.error({ err }, 'systemd could not be told that the server is ready');
  }
}
