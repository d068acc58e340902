/** Where the server of a configuration really runs, for whoever is told to ask it something: it may have been started with another port. */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SECOND_MS } from '@bord/engine/adapters';
import { publicUrl } from './base-url.ts';
import type { Config } from './config.ts';
import { secretKeyPath } from './secret-key.ts';

/** For its answer. Where nothing listens, that is told at once. */
const TIMEOUT_MS = 5 * SECOND_MS;

/** Leaves the address of this server beside the SQLite file; with PostgreSQL, whose servers share no folder, nowhere. */
export async function noteServer(config: Config, port: number): Promise<void> {
  const path = notePath(config);
  // Nobody needs it: a folder that cannot be written is told of by what does.
  if (path !== null)
    await writeFile(path, `${publicUrl(config, port)}\n`, { mode: 0o600 }).catch(() => undefined);
}

/** The base URL of a server that answers: the one that left its address last, or the one that is configured. Null: none does. */
export async function runningServer(config: Config): Promise<string | null> {
  const path = notePath(config);
  const noted = path === null ? '' : (await readFile(path, 'utf8').catch(() => '')).trim();
  for (const url of new Set([...(URL.canParse(noted) ? [noted] : []), publicUrl(config)]))
    if (await answers(url)) return url;
  return null;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}

function notePath(config: Config): string | null {
  const path = secretKeyPath(config);
  return path === null ? null : join(dirname(path), 'serving');
}
