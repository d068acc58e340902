import type { LocationPlan } from '@bord/engine';
import type { ConformanceSettings } from '@bord/cli';
import type { Fault } from '../target.ts';

/** A server that is wrong in one way. */
export interface WrongServer {
  /** Exactly the rules that it breaks. Where there is more than one, each is broken by that one fault. */
  readonly breaks: readonly string[];
  readonly fault?: Fault;
  /** Another location behind it. */
  readonly plan?: Partial<LocationPlan>;
  readonly settings?: Partial<ConformanceSettings>;
}

/** By their fault. */
export type WrongServers = Readonly<Record<string, WrongServer>>;
