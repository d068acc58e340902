import type { TimeStatus } from '@bord/engine/adapters';
import { momentText } from '../output/times.ts';
import { bad, type Finding, good, weak } from './finding.ts';

interface Setting {
  readonly name: string;
  readonly value: string;
  readonly wanted: string;
}

interface Schema {
  readonly version: number;
  readonly wanted: number;
  readonly pending: readonly string[];
}

export function schemaFinding({ version, wanted, pending }: Schema): Finding {
  const found = `version ${version} of ${wanted}`;
  if (version > wanted)
    return bad('schema', found, 'this Bord is older than the database: install the newer one');
  return pending.length > 0 ? bad('schema', found, 'run bord migrate') : good('schema', found);
}

/** Is a setting as durability wants it? Else it says what that risks. */
export function settingFinding({ name, value, wanted }: Setting, risk: string): Finding {
  return value === wanted ? good(name, value) : weak(name, value, `set it to ${wanted}: as it is, ${risk}`);
}

/** The state of nightly maintenance: empty if it has never run. */
export function nightlyFindings({ nowMs, lastRunMs, isHeld }: TimeStatus): readonly Finding[] {
  if (lastRunMs === null) return [];
  const what = 'nightly maintenance';
  const last = `last ran ${momentText(lastRunMs)}`;
  if (!isHeld) return [good(what, last)];
  return [
    bad(
      what,
      `waits: it ${last}, and by the clock of the database it is ${momentText(nowMs)}`,
      'if that clock is right, run bord maintenance accept-time; if it is wrong, set it right: until then erasing and deleting are paused',
    ),
  ];
}

const SKEW_MAX_MS = 2000;

/** Leases and retries go by the database's clock, bookings by this machine's: they should agree. */
export function clockFinding(beforeMs: number, databaseMs: number, afterMs: number): Finding {
  const skewMs = Math.round(databaseMs - (beforeMs + afterMs) / 2);
  return Math.abs(skewMs) <= SKEW_MAX_MS + (afterMs - beforeMs)
    ? good('clock', 'agrees with the database')
    : weak('clock', `${skewMs} ms away from the database's`, 'keep both machines on time with NTP');
}
