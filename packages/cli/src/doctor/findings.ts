/** What `bord doctor` looks at: each finding says what was found, and what to do about it. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { proxiesFinding } from './proxies-finding.ts';
import { databaseFindings } from './database-findings.ts';
import { secretKeyFinding } from './secret-key-finding.ts';

export interface Finding {
  readonly what: string;
  /** `weak` works, and may cost something one day; `bad` does not work. */
  readonly status: 'good' | 'weak' | 'bad';
  readonly found: string;
  /** What to do; null when there is nothing to do. */
  readonly advice: string | null;
}

const NODE_LEAST = 22;
const NODE_TARGET = 24;

/** Examines everything that a sound configuration names. Changes nothing. */
export async function findingsOn(config: Config): Promise<readonly Finding[]> {
  return [
    nodeFinding(),
    ...(await databaseFindings(config.database)),
    await secretKeyFinding(config),
    mailFinding(config),
    proxiesFinding(config),
  ];
}

export function nodeFinding(): Finding {
  const found = process.versions.node;
  const isOld = Number.parseInt(found, 10) < NODE_LEAST;
  return {
    what: 'Node.js',
    status: isOld ? 'bad' : 'good',
    found,
    advice: isOld ? `install ${NODE_TARGET} or newer` : null,
  };
}

function mailFinding({ mail, publicUrl }: Config): Finding {
  if (mail.kind === 'smtp') {
    const found = `to ${new URL(mail.url).host}`;
    if (publicUrl !== null) return { what: 'mail', status: 'good', found, advice: null };
    const advice = 'set BORD_PUBLIC_URL: the links in mails lead to this machine alone';
    return { what: 'mail', status: 'weak', found, advice };
  }
  try {
    accessSync(nearestFolder(resolve(mail.path)), constants.W_OK);
    return { what: 'mail', status: 'good', found: `into the folder ${mail.path}`, advice: null };
  } catch (error) {
    const advice = 'make the folder writable, or give another with BORD_MAIL';
    return { what: 'mail', status: 'bad', found: (error as Error).message, advice };
  }
}

/** The folder, or the one in which it would be made. */
function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}
