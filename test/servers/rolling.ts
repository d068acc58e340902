/** Servers behind a balancer that are restarted one after the other. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Balancer } from './balancer.ts';
import { type Bord, until } from './bord-process.ts';

/** A server as a supervisor runs it. */
export interface Unit {
  readonly port: number;
  process: ChildProcess;
  /** Where the process says that it is ready. */
  notifyPath: string;
}

/** Starts and restarts servers as systemd does. */
export class Supervisor {
  readonly #folder = mkdtempSync(join(tmpdir(), 'bord-upgrade-'));
  #started = 0;

  constructor() {
    // Replaces systemd's program: it writes the notification to NOTIFY_SOCKET.
    writeFileSync(join(this.#folder, 'systemd-notify'), '#!/bin/sh\necho "$@" > "$NOTIFY_SOCKET"\n');
    chmodSync(join(this.#folder, 'systemd-notify'), 0o755);
  }

  start(bord: Bord, port: number, grace: string): Unit {
    const notifyPath = join(this.#folder, `ready-${(this.#started += 1)}`);
    const process = bord.start(['serve', '--port', String(port), '--json'], {
      BORD_LOG: 'fatal',
      BORD_SHUTDOWN_GRACE: grace,
      NOTIFY_SOCKET: notifyPath,
      PATH: `${this.#folder}:${globalThis.process.env['PATH']}`,
    });
    process.stdout!.resume();
    return { port, process, notifyPath };
  }

  /**
   * `systemctl restart`: with `Type=notify` it returns when the server has reported ready, else when the program runs. The running process
   * stops with the grace of its start, the next one has the grace given here.
   *
   * @param balancer waits until it has removed the server; null skips the wait
   */
  async restart(unit: Unit, bord: Bord, grace: string, balancer: Balancer | null): Promise<void> {
    const { process } = unit;
    process.kill('SIGTERM');
    if (balancer) await leave(unit, balancer);
    else await once(process, 'exit');
    Object.assign(unit, this.start(bord, unit.port, grace));
    if (balancer) await until('the server says that it is ready', async () => isReady(unit));
  }

  end(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

export const isReady = ({ notifyPath }: Unit): boolean =>
  existsSync(notifyPath) && readFileSync(notifyPath, 'utf8') === '--ready\n';

/** The end of the grace, however long a busy machine takes: the balancer has noticed, and has got all its answers. */
async function leave({ port, process }: Unit, balancer: Balancer): Promise<void> {
  await until('the balancer has looked away', async () => balancer.isFree(port));
  await until('it has left', async () => {
    process.kill('SIGTERM'); // a second signal ends the grace
    return process.exitCode !== null;
  });
  if (process.exitCode !== 0)
    throw new Error(`a server that was told to stop has left with ${process.exitCode}`);
}
