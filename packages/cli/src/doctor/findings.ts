/** What `bord doctor` looks at: each finding says what was found, and what to do about it. */
import type { Config } from '../config/config.ts';
import { proxiesFinding } from './proxies-finding.ts';
import { databaseFindings } from './database-findings.ts';
import type { Finding } from './finding.ts';
import { mailFinding } from './mail-finding.ts';
import { staffFinding } from './staff-finding.ts';
import { secretKeyFinding } from './secret-key-finding.ts';

const NODE_LEAST = 22;
const NODE_TARGET = 24;

/** Examines everything that a sound configuration names. Changes nothing. */
export async function findingsOn(config: Config): Promise<readonly Finding[]> {
  const staff = await staffFinding(config);
  return [
    nodeFinding(),
    ...(await databaseFindings(config.database)),
    await secretKeyFinding(config),
    await mailFinding(config),
    ...(staff ? [staff] : []),
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
