/** The URL of the running server of a configuration: it may have another port than configured. */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SECOND_MS } from '@bord/engine/adapters';
import { publicUrl } from './base-url.ts';
import type { Config } from './config.ts';
import { secretKeyPath } from './secret-key.ts';

/** The limit for its answer; a closed port fails immediately. */
const TIMEOUT_MS = 5 * SECOND_MS;

/** Notes the URL of this server next to the SQLite file. PostgreSQL servers share no folder, so theirs is not noted. */
export async function noteServer(config: Config, port: number): Promise<void> {
  const path = notePath(config);
  // The note is optional; other writes report a folder that is not writable.
  if (path !== null)
    await writeFile(path, `${publicUrl(config, port)}\n`, { mode: 0o600 }).catch(() => undefined);
}

/** The base URL of a server that answers: the noted one, or the configured one. Null if neither answers. */
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
