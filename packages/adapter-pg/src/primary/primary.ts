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
  /** Is aborted when it is the primary no longer: whatever is under way there will not be answered by the one that is. */
  readonly over: AbortSignal;
}

/** How often each host is asked: while all is well, and while nobody is known, first and last. Each pause is half of it to all of it. */
const WATCH_MS = 1000;
const SEARCH_MS = { first: 50, last: 500 };

/** Who has just started waits so long for hosts that do not answer: one of them might know of a later primary. */
const HEAR_ALL_MS = 1000;

/** What could not be noted is tried again after so long. */
const NOTE_MS = 10_000;

/** What this process has seen, by the address, for as long as it lives: every storage and command of the process goes by it. */
const fences = new Map<string, Fence>();

/** Every host is asked all the time on its own connection, so a promotion is noticed while the old primary still takes writes. */
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
  /** Since when, on the clock of `performance`, the current one has not been found well. */
  #lostMs: number | undefined;
  /** When somebody could not connect to it. Until it is seen again nobody is sent there. */
  #suspectedMs: number | undefined;

  constructor(address: string, hosts: readonly Host[]) {
    this.#address = address;
    this.#hosts = hosts;
  }

  /** `host:port` of the one that is written to; null while there is none. */
  host(): string | null {
    return this.#current?.host.name ?? null;
  }

  /** Is told of each change, until the returned function is called. */
  subscribe(listener: (change: PrimaryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Resolves with the primary as soon as it is known.
   *
   * @throws ConnectionLost when none is found in time, with what each host was found to be
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

  /** Says that a connection to it failed, or that it has refused to write. It is looked for anew. */
  suspect(at: PrimaryHost): void {
    if (at !== this.#current || this.#suspectedMs !== undefined) return;
    this.#suspectedMs = performance.now();
    this.#lostMs ??= this.#suspectedMs;
    this.#wake();
  }

  /** Looks at a new connection to it. Throws when it leads elsewhere than to this primary: then it must not be used. */
  admit(at: PrimaryHost, sighting: Sighting): void {
    const refusal =
      refusalOf(this.#fence, sighting, true) ?? (sighting.timeline === at.timeline ? null : 'promoted since');
    if (refusal === null) return;
    this.suspect(at);
    throw new Error(`${at.host.name} is no longer the primary: ${refusal}`);
  }

  /** Stops asking. */
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

  /** The current one was well when it was asked last. */
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

  /** Uneven, so that many servers do not come to a new primary at the same instant. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#waking;
    await pause(ms * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** Ends the pauses, now or soon: however many complain, the hosts are not asked more often than {@link SEARCH_MS} says. */
  #wake(): void {
    const nowMs = performance.now();
    const leftMs = this.#wokenMs + SEARCH_MS.first - nowMs;
    if (leftMs > 0) {
      this.#wakingSoon ??= setTimeout(() => {
        this.#wakingSoon = undefined;
        this.#wake();
      }, leftMs + 1).unref();
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

  /** Has the database note its primary, where it has not: beside all else, since no write may be answered just now. */
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
      // It may only be away for a moment: it is left for one that has proved to be the same, or when it is found to be none any more.
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
    // What all of them say is no matter of who is the primary: no such database, or a wrong password.
    if (isDatabaseError(first) && faults.every((one) => isDatabaseError(one) && one.code === first.code))
      return first;
    return new ConnectionLost(`no primary among ${reasonsOf(this.#fence, this.#hosts, this.#seen)}`);
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
