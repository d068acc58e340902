import { createEngine } from '@bord/engine';
import type { Config } from '../config/config.ts';
import { publicUrl } from '../config/base-url.ts';
import { DEMO_EMAIL } from '../demo/demo-console.ts';
import { storageOf } from '../storages/storages.ts';
import { bad, type Finding, good, weak } from '../storages/finding.ts';

const what = 'staff';

/** Checks that sign-in links reach staff over an encrypted connection (D44). Null without staff. */
export async function staffFinding(config: Config): Promise<Finding | null> {
  const count = await countStaff(config);
  return count === 0 ? null : findingOn(config, count);
}

export function findingOn(config: Config, count: number): Finding {
  const may = `${count === 1 ? 'one person' : `${count} people`} may sign in`;
  const url = publicUrl(config);
  if (config.mail.kind === 'folder')
    return weak(
      what,
      `${may}, and mails stay in the folder ${config.mail.path}`,
      'set BORD_MAIL to a mail server: sign-in links reach only people who can read that folder',
    );
  if (!isPrivate(url))
    return bad(
      what,
      `${may} at ${url}, without encryption: others on the network can read sessions and guests`,
      'serve https, and set BORD_PUBLIC_URL=https://…; browsers store the session cookie for https only',
    );
  return good(what, `${may} at ${url}/console`);
}

function isPrivate(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** 0 also where the database cannot be asked: others say so. */
async function countStaff({ database }: Config): Promise<number> {
  const storage = await storageOf(database)
    .openAsItIs()
    .catch(() => null);
  if (storage === null) return 0;
  try {
    await storage.check();
    const engine = createEngine({ storage });
    engine.detach();
    return (await engine.operator.staff.list()).filter(({ email }) => email !== DEMO_EMAIL).length;
  } catch {
    return 0;
  } finally {
    await storage.close();
  }
}
