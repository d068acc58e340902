import type { TimeStatus } from '@bord/engine/adapters';
import { momentText } from '../output/times.ts';
import type { Finding } from './finding.ts';

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
    return {
      what: 'schema',
      status: 'bad',
      found,
      advice: 'this Bord is older than the database: install the newer one',
    };
  if (pending.length > 0) return { what: 'schema', status: 'bad', found, advice: 'run bord migrate' };
  return { what: 'schema', status: 'good', found, advice: null };
}

/** Is a setting as durability wants it? Else it says what that risks. */
export function settingFinding({ name, value, wanted }: Setting, risk: string): Finding {
  const isAsWanted = value === wanted;
  return {
    what: name,
    status: isAsWanted ? 'good' : 'weak',
    found: value,
    advice: isAsWanted ? null : `set it to ${wanted}: as it is, ${risk}`,
  };
}

/** The state of nightly maintenance: empty if it has never run. */
export function nightlyFindings({ nowMs, lastRunMs, isHeld }: TimeStatus): readonly Finding[] {
  if (lastRunMs === null) return [];
  const what = 'nightly work';
  const last = `last ran ${momentText(lastRunMs)}`;
  if (!isHeld) return [{ what, status: 'good', found: last, advice: null }];
  return [
    {
      what,
      status: 'bad',
      found: `waits: it ${last}, and by the clock of the database it is ${momentText(nowMs)}`,
      advice:
        'if that clock is right, run bord maintenance accept-time; if it is wrong, set it right: until then erasing and deleting are paused',
    },
  ];
}

const SKEW_MAX_MS = 2000;

/** Leases and retries go by the database's clock, bookings by this machine's: they should agree. */
export function clockFinding(beforeMs: number, databaseMs: number, afterMs: number): Finding {
  const skewMs = Math.round(databaseMs - (beforeMs + afterMs) / 2);
  const isClose = Math.abs(skewMs) <= SKEW_MAX_MS + (afterMs - beforeMs);
  return {
    what: 'clock',
    status: isClose ? 'good' : 'weak',
    found: isClose ? 'agrees with the database' : `${skewMs} ms away from the database's`,
    advice: isClose ? null : 'keep both machines on time with NTP',
  };
}
