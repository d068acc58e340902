import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

/** Tells systemd (`Type=notify`) that the server takes requests, by systemd's program: Node has no datagrams on Unix sockets. */
export async function tellReady(log: Logger): Promise<void> {
  if (!process.env['NOTIFY_SOCKET']) return;
  try {
    await promisify(execFile)('systemd-notify', ['--ready']);
  } catch (err) {
    log.error({ err }, 'systemd was not notified that the server is ready');
  }
}
