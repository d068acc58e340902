import { setTimeout as pause } from 'node:timers/promises';
import type { PrimaryChange, PrimaryWatch } from '@bord/engine/storage';
import { ConnectionLost, isDatabaseError } from '../errors.ts';
import { choose, reasonsOf } from './choose.ts';
import { type Fence, OPEN, refusalOf } from './fence.ts';
import type { Host } from './hosts.ts';
import { lookoutAt } from './lookout.ts';
import { notePrimary } from './note-primary.ts';
import type { Sighting } from './sighting.ts';

export interface PrimaryHost {
  readonly host: Host;
  readonly timeline: number;
  /** Aborted when it is no longer the primary: the new one does not answer pending queries. */
  readonly over: AbortSignal;
}

/** The polling interval of each host: normally, and without a primary the first and the longest. Each pause is 50 to 100 % of it. */
const WATCH_MS = 1000;
const SEARCH_MS = { first: 50, last: 500 };

/** A new process waits this long for silent hosts: one of them might know a later primary. */
const HEAR_ALL_MS = 1000;

/** The interval of retries to record the primary. */
const NOTE_MS = 10_000;

/** The fences of this process by URL, for its lifetime: all storages and commands of the process share them. */
const fences = new Map<string, Fence>();

/** Every host is polled permanently on a separate connection, so a promotion is detected while the old primary still accepts writes. */
export class Primary implements PrimaryWatch {
  readonly #hosts: readonly Host[];
  readonly #address: string;
  readonly #seen = new Map<Host, Sighting | Error>();
  readonly #listeners = new Set<(change: PrimaryChange) => void>();
  readonly #waiting = new Set<() => void>();
  readonly #closing = new AbortController();
  #waking = new AbortController();
  #wokenMs = -Infinity;
  #wakingSoon: NodeJS.Timeout | undefined;
  #notedMs = -Infinity;
  #watching: Promise<unknown> | undefined;
  #current: (PrimaryHost & { readonly end: () => void }) | undefined;
  #last: string | undefined;
  #hasHeardAll = false;
  /** Since when, on the clock of `performance`, the current one has not answered correctly. */
  #lostMs: number | undefined;
  /** The time of a failed connection to it. It is not used until it is seen again. */
  #suspectedMs: number | undefined;

  constructor(address: string, hosts: readonly Host[]) {
    this.#address = address;
    this.#hosts = hosts;
  }

  /** `host:port` of the current primary; null while there is none. */
  host(): string | null {
    return this.#current?.host.name ?? null;
  }

  /** Calls the listener for each change, until the returned function is called. */
  subscribe(listener: (change: PrimaryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Resolves with the primary as soon as it is known.
   * @throws ConnectionLost without one in time, with the state of each host
   */
  async find(withinMs: number, signal?: AbortSignal): Promise<PrimaryHost> {
    if (this.#isUsable()) return this.#current!;
    this.#watching ??= this.#watch();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    const ends = [this.#closing.signal, ...(signal ? [signal] : [])];
    const giveUp = (): void => resolve();
    for (const end of ends) end.addEventListener('abort', giveUp);
    if (ends.some(({ aborted }) => aborted)) resolve();
    this.#waiting.add(resolve);
    await promise;
    clearTimeout(timer);
    for (const end of ends) end.removeEventListener('abort', giveUp);
    this.#waiting.delete(resolve);
    if (!this.#isUsable()) throw this.#fault();
    return this.#current!;
  }

  /** Reports that a connection to it failed, or that it rejected a write. The primary is searched again. */
  suspect(at: PrimaryHost): void {
    if (at !== this.#current || this.#suspectedMs !== undefined) return;
    this.#suspectedMs = performance.now();
    this.#lostMs ??= this.#suspectedMs;
    this.#wake();
  }

  /** Checks a new connection. Throws if it leads to a host other than this primary: then it must not be used. */
  admit(at: PrimaryHost, sighting: Sighting): void {
    const refusal =
      refusalOf(this.#fence, sighting, true) ?? (sighting.timeline === at.timeline ? null : 'promoted since');
    if (refusal === null) return;
    this.suspect(at);
    throw new Error(`${at.host.name} is no longer the primary: ${refusal}`);
  }

  /** Stops polling. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#wakingSoon);
    this.#waking.abort();
    this.#current?.end();
    this.#current = undefined;
    await this.#watching;
  }

  get #fence(): Fence {
    return fences.get(this.#address) ?? OPEN;
  }

  #isUsable(): boolean {
    return this.#current !== undefined && this.#suspectedMs === undefined;
  }

  /** The current one answered correctly the last time. */
  #isCalm(): boolean {
    return this.#isUsable() && this.#lostMs === undefined;
  }

  async #watch(): Promise<void> {
    const all = setTimeout(() => this.#decide(true), HEAR_ALL_MS).unref();
    await Promise.all(this.#hosts.map((host) => this.#watchHost(host)));
    clearTimeout(all);
  }

  async #watchHost(host: Host): Promise<void> {
    const lookout = lookoutAt(host);
    this.#closing.signal.addEventListener('abort', () => lookout.close());
    let searchMs = SEARCH_MS.first;
    while (!this.#closing.signal.aborted) {
      const startMs = performance.now();
      const seen = await lookout.look().catch((error: unknown) => toError(error));
      if (this.#closing.signal.aborted) return lookout.close();
      this.#seen.set(host, seen);
      if (host === this.#current?.host) this.#noteHealth(seen, startMs);
      this.#decide(this.#seen.size === this.#hosts.length);
      if (host === this.#current?.host && !(seen instanceof Error)) this.#note(this.#current, seen);
      searchMs = this.#isCalm() ? SEARCH_MS.first : Math.min(searchMs * 2, SEARCH_MS.last);
      await this.#pause(this.#isCalm() ? WATCH_MS : searchMs);
    }
  }

  /** Random, so that servers do not reach a new primary at the same instant. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#waking;
    await pause(ms * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** Ends the pauses, now or soon: hosts are polled at most as often as {@link SEARCH_MS} permits. */
  #wake(): void {
    const nowMs = performance.now();
    const leftMs = this.#wokenMs + SEARCH_MS.first - nowMs;
    if (leftMs > 0) {
      this.#wakingSoon ??= setTimeout(() => {
        this.#wakingSoon = undefined;
        this.#wake();
      }, leftMs).unref();
      return;
    }
    this.#wokenMs = nowMs;
    this.#waking.abort();
    this.#waking = new AbortController();
  }

  #noteHealth(seen: Sighting | Error, startMs: number): void {
    if (seen instanceof Error) {
      if (this.#isCalm()) this.#wake();
      this.#lostMs ??= startMs;
    } else if (this.#suspectedMs === undefined || this.#suspectedMs < startMs) {
      this.#suspectedMs = undefined;
      this.#lostMs = undefined;
    }
  }

  /** Records the primary in the database if necessary; in the background, because the write might block. */
  #note(at: PrimaryHost, { hasNotes, noted }: Sighting): void {
    const nowMs = performance.now();
    if (!hasNotes || noted?.timeline === at.timeline || nowMs - this.#notedMs < NOTE_MS) return;
    this.#notedMs = nowMs;
    notePrimary(at).catch(() => undefined);
  }

  #decide(hasHeardAll: boolean): void {
    this.#hasHeardAll ||= hasHeardAll;
    const before = this.#fence;
    if (before === OPEN && !this.#hasHeardAll) return;
    const { fence, host } = choose(before, this.#seen, this.#current?.host ?? null);
    if (host !== null || before !== OPEN) fences.set(this.#address, fence);
    const timeline = fence.timeline;
    if (this.#current && host !== this.#current.host && timeline === this.#current.timeline) {
      // It might be away only briefly: it is replaced once another one has proved to be the primary, or it has lost that role.
      if (host === null && this.#seen.get(this.#current.host) instanceof Error) return;
    }
    if (this.#current && (host !== this.#current.host || timeline !== this.#current.timeline)) this.#leave();
    if (host !== null && !this.#current) this.#enter(host, timeline);
    if (this.#isUsable()) for (const found of this.#waiting) found();
  }

  #leave(): void {
    this.#lostMs ??= performance.now();
    this.#suspectedMs = undefined;
    this.#current?.end();
    this.#current = undefined;
  }

  #enter(host: Host, timeline: number): void {
    const over = new AbortController();
    this.#current = { host, timeline, over: over.signal, end: () => over.abort() };
    const from = this.#last;
    this.#last = host.name;
    this.#notedMs = -Infinity;
    const afterMs = this.#lostMs === undefined ? 0 : Math.round(performance.now() - this.#lostMs);
    this.#lostMs = undefined;
    if (from === undefined) return;
    for (const listener of this.#listeners) listener({ from, to: host.name, afterMs });
  }

  #fault(): unknown {
    const faults = this.#hosts.map((host) => this.#seen.get(host));
    const [first] = faults;
    // An error of all hosts has another cause than the role: a missing database, or a wrong password.
    if (isDatabaseError(first) && faults.every((one) => isDatabaseError(one) && one.code === first.code))
      return first;
    return new ConnectionLost(`no primary among ${reasonsOf(this.#fence, this.#hosts, this.#seen)}`);
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
