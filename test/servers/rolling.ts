/** Servers behind a balancer that are restarted one after the other, and the load that must not notice. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { DEMO_ID } from '../support/world.ts';
import type { Balancer } from './balancer.ts';
import { type Bord, dayAhead, until } from './bord-process.ts';

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
    // In the place of systemd's program: it leaves what it was told where NOTIFY_SOCKET says.
    writeFileSync(join(this.#folder, 'systemd-notify'), '#!/bin/sh\necho "$@" > "$NOTIFY_SOCKET"\n');
    chmodSync(join(this.#folder, 'systemd-notify'), 0o755);
  }

  start(bord: Bord, port: number, grace: string): Unit {
    const notifyPath = join(this.#folder, `ready-${(this.#started += 1)}`);
    const process = bord.start(['serve', '--port', String(port)], {
      BORD_LOG: 'fatal',
      BORD_SHUTDOWN_GRACE: grace,
      NOTIFY_SOCKET: notifyPath,
      PATH: `${this.#folder}:${globalThis.process.env['PATH']}`,
    });
    process.stdout!.resume();
    return { port, process, notifyPath };
  }

  /**
   * `systemctl restart`: of `Type=notify` it returns when the server has said that it is ready, else when the program runs. What runs now
   * leaves with the grace that it was started with, the next one with the grace given here.
   *
   * @param balancer is waited for until it has looked away; null where nobody waits
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
  expect(process.exitCode).toBe(0);
}

let count = 0;

/**
 * Books, asks and cancels through the balancer while the work is done; what was answered, and what was not.
 *
 * @param work is given a way to wait until so many bookings more have been made
 */
export async function underLoad(
  url: string,
  key: string,
  work: (more: (count: number) => Promise<void>) => Promise<void>,
) {
  let isOver = false;
  const acknowledged: string[] = [];
  const cancelled: string[] = [];
  const failures: string[] = [];
  const demo = `${url}/v1/partner-api/locations/${DEMO_ID}`;
  const headers = { 'x-partner-key': key, 'content-type': 'application/json' };
  async function cancel(id: string): Promise<void> {
    const { status } = await fetch(`${url}/v1/partner-api/bookings/${id}/cancel`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    if (status === 200) cancelled.push(id);
    else failures.push(`${status} of a cancellation`);
  }

  // Not held against the OpenAPI document: the servers need the processor more.
  const client = async (): Promise<void> => {
    while (!isOver) {
      const i = (count += 1);
      const date = dayAhead(3 + (i % 300));
      const order = { startsAt: `${date}T${12 + (i % 6)}:00:00Z`, partySize: 1 + (i % 6) };
      const guest = { name: 'Alva', email: 'alva@example.com', idempotencyKey: `k-${i}` };
      try {
        const answer = await (i % 3 === 0
          ? fetch(`${demo}/availability?date=${date}&partySize=2`, { headers })
          : fetch(`${demo}/bookings`, {
              method: 'POST',
              headers,
              body: JSON.stringify({ ...order, ...guest }),
            }));
        const { id } = (await answer.json()) as { id: string };
        if (answer.status === 201) acknowledged.push(id);
        else if (answer.status !== 200 && answer.status !== 409) failures.push(`${answer.status}`);
        if (answer.status === 201 && i % 5 === 0) await cancel(id);
      } catch (error) {
        failures.push(String(error));
      }
      await pause(5); // the servers have to start beside it
    }
  };
  const load = Promise.all(Array.from({ length: 4 }, client));
  async function more(wanted: number): Promise<void> {
    const enough = acknowledged.length + wanted;
    await until('bookings are made', async () => acknowledged.length >= enough);
  }
  await more(20);
  await work(more).finally(() => (isOver = true));
  await load;
  return { acknowledged, cancelled, failures };
}
