import { randomBytes } from 'node:crypto';
import { type Ledger, openLedger } from './ledger.ts';
import type { Receiver, Receivers } from './receiver.ts';
import type { Settings, Surroundings } from './settings.ts';
import { CannotTell } from './errors.ts';
import { openWire, type Wire } from './wire.ts';

export interface Run extends Wire {
  readonly settings: Settings;
  /** `conformance-3f9a1c22`: what references and idempotency keys of the run begin with. */
  readonly name: string;
  newReference(): string;
  readonly ledger: Ledger;
  /** Receives the target's events; null if they are not checked. */
  readonly receiver: Receiver | null;
  /** Receives the events that are sent only by name (D30); null if they are not checked. */
  readonly namedReceiver: Receiver | null;
  nowMs(): number;
  pause(ms: number, why: string): Promise<void>;
  doze(ms: number): Promise<void>;
}

export function openRun(
  settings: Settings,
  surroundings: Surroundings,
  { receiver, namedReceiver }: Pick<Receivers, 'receiver' | 'namedReceiver'>,
): Run {
  const { clock, signal, onWait } = surroundings;
  const ledger = openLedger();
  const wire = openWire(settings, surroundings, (exchange) => ledger.note(exchange));
  const name = `conformance-${randomBytes(4).toString('hex')}`;
  let references = 0;
  return {
    ...wire,
    settings,
    name,
    newReference: () => `${name}-${++references}`,
    ledger,
    receiver,
    namedReceiver,
    nowMs: () => clock.nowMs(),
    async pause(ms, why) {
      onWait(Math.ceil(ms / 1000), why);
      await clock.sleep(ms, signal);
    },
    doze: (ms) => clock.sleep(ms, signal),
  };
}

/** A part of the run that several rules share, played once. When it throws `CannotTell`, all rules that build upon it are skipped. */
export function fixture<T, R extends Run = Run>(play: (run: R) => Promise<T>): (run: R) => Promise<T> {
  const played = new WeakMap<R, Promise<T>>();
  return (run) => {
    let outcome = played.get(run);
    if (!outcome) played.set(run, (outcome = play(run)));
    return outcome;
  };
}

/** Plays a fixture that must come before; null when it could not be played. */
export async function unlessUntold<T>(outcome: Promise<T>): Promise<T | null> {
  return (await reasonUntold(outcome)) === null ? outcome : null;
}

/** Why a fixture could not be played; null when it was. */
export async function reasonUntold(outcome: Promise<unknown>): Promise<string | null> {
  try {
    await outcome;
    return null;
  } catch (error) {
    if (error instanceof CannotTell) return error.message;
    throw error;
  }
}
