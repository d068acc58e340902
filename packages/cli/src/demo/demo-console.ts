/** The console of the demo restaurant: open to who sits at the machine on which the server runs, and to nobody else. */
import type { ConsoleDemo } from '@bord/adapter-http/pages';
import type { Engine } from '@bord/engine';
import type { Runtime } from '../composition.ts';
import type { Config } from '../config/config.ts';
import { DEMO_LOCATION_ID } from '../demo.ts';

/** What the pages need to let somebody in; null where there is no demo location. */
export function consoleDemoOf({ config, at }: Pick<Runtime, 'config' | 'at'>): ConsoleDemo | null {
  if (!config.demo) return null;
  return {
    locationId: DEMO_LOCATION_ID,
    isLocal: () => isLocal(config),
    async prepare() {
      const { makeDemoDays } = await import('./demo-days.ts');
      await makeDemoDays(at, DEMO_LOCATION_ID, Date.now());
    },
  };
}

/** It listens on this machine only, and no other address leads here. */
function isLocal({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  const reached = publicUrl === null ? host : new URL(publicUrl).hostname;
  return [host, reached].every((each) => LOOPBACK.test(each));
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whoever was let in while the server was this machine's own is let in no longer. */
export async function endDemoConsole(engine: Engine, config: Config): Promise<void> {
  if (!config.demo || isLocal(config)) return;
  const { DEMO_EMAIL } = await import('@bord/adapter-http/pages');
  const { staff } = engine.operator;
  const members = await staff.list({ locationId: DEMO_LOCATION_ID });
  for (const { id, email } of members) if (email === DEMO_EMAIL) await staff.remove(id);
}
