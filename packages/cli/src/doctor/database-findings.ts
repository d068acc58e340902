import { type TimeStatus, timeStatusOf } from '@bord/engine';
import type { DatabaseUrl } from '../config/config.ts';
import { creationOf } from './create-database.ts';
import { standbyFindings } from './standby-findings.ts';
import { nameOf } from '../config/open-storage.ts';
import { momentText } from '../output/times.ts';
import type { Finding } from './findings.ts';

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

/** Examines the database: can it be reached, is its schema current, does it keep what it acknowledges? */
export async function databaseFindings(database: DatabaseUrl): Promise<readonly Finding[]> {
  try {
    return database.kind === 'sqlite'
      ? await sqliteFindings(database.path)
      : await postgresFindings(database.url);
  } catch (error) {
    const advice =
      database.kind === 'sqlite'
        ? 'start bord serve once, or run bord migrate: either creates it'
        : (creationOf(database.url, error) ??
          'check that the server runs, and host, port, user and password in BORD_DATABASE');
    return [
      { what: 'database', status: 'bad', found: `${nameOf(database)}: ${(error as Error).message}`, advice },
    ];
  }
}

async function sqliteFindings(path: string): Promise<Finding[]> {
  const { inspect } = await import('@bord/adapter-sqlite');
  const state = inspect({ path });
  return [
    { what: 'database', status: 'good', found: `SQLite, ${path}`, advice: null },
    schemaFinding(state),
    ...nightlyFindings(timeStatusOf(state.lastRunMs, Date.now())),
    ...state.settings.map((setting) =>
      settingFinding(setting, 'another program has changed how the file is kept'),
    ),
  ];
}

async function postgresFindings(url: string): Promise<Finding[]> {
  const { inspect } = await import('@bord/adapter-pg');
  const before = Date.now();
  const state = await inspect({ url });
  const major = Number.parseInt(state.serverVersion, 10);
  return [
    {
      what: 'database',
      status: major < 15 || state.isInRecovery ? 'bad' : 'good',
      found: `PostgreSQL ${state.serverVersion}, ${nameOf({ kind: 'postgres', url })}${state.isInRecovery ? ', a standby' : ''}`,
      advice:
        major < 15
          ? 'use PostgreSQL 15 or newer'
          : state.isInRecovery
            ? 'connect to the primary: nothing can be written here'
            : null,
    },
    schemaFinding(state),
    {
      what: 'btree_gist',
      status: state.btreeGist === 'missing' ? 'bad' : 'good',
      found: state.btreeGist,
      advice: state.btreeGist === 'missing' ? 'install the contrib package of your PostgreSQL' : null,
    },
    clockFinding(before, state.nowMs, Date.now()),
    ...standbyFindings(state),
    ...nightlyFindings(timeStatusOf(state.lastRunMs, state.nowMs)),
    ...state.settings.map((setting) =>
      settingFinding(setting, 'a crash or loss of power may take acknowledged bookings along'),
    ),
  ];
}

function schemaFinding({ version, wanted, pending }: Schema): Finding {
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

function settingFinding({ name, value, wanted }: Setting, risk: string): Finding {
  const isAsWanted = value === wanted;
  return {
    what: name,
    status: isAsWanted ? 'good' : 'weak',
    found: value,
    advice: isAsWanted ? null : `set it to ${wanted}: as it is, ${risk}`,
  };
}

/** Nothing to say where the nightly work has never run. */
function nightlyFindings({ nowMs, lastRunMs, isHeld }: TimeStatus): readonly Finding[] {
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
        'if that clock is right, run bord maintenance accept-time; if it is wrong, set it right: until then nothing is erased or deleted',
    },
  ];
}

/** Leases and retries go by the database's clock, bookings by this machine's: they should agree. */
const SKEW_MAX_MS = 2000;

function clockFinding(beforeMs: number, databaseMs: number, afterMs: number): Finding {
  const skewMs = Math.round(databaseMs - (beforeMs + afterMs) / 2);
  const isClose = Math.abs(skewMs) <= SKEW_MAX_MS + (afterMs - beforeMs);
  return {
    what: 'clock',
    status: isClose ? 'good' : 'weak',
    found: isClose ? 'agrees with the database' : `${skewMs} ms away from the database's`,
    advice: isClose ? null : 'keep both machines on time with NTP',
  };
}
