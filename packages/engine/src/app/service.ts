import { serviceSwitch } from '../core/access/switch-steps.ts';
import { SECOND_MS } from '../core/instant.ts';
import type { App } from './context.ts';

/** For so long a process may go on as before when another has thrown the switch (§7, 503). */
const CACHE_SECONDS = 2;
/** What is used within so long of its end is read again beside the answer, so that who asks often never waits for it. */
const RENEW_MS = SECOND_MS;

/** The switch of the partner API. */
export interface ServiceActions {
  /** The partner API answers. */
  isEnabled(): Promise<boolean>;
  /** Switches the partner API on or off, on every process within 5 s. */
  setEnabled(enabled: boolean): Promise<void>;
}

export function serviceActions(app: App): ServiceActions {
  return {
    async isEnabled() {
      const nowMs = app.clock.nowMs();
      if (nowMs >= app.service.knownUntilMs)
        app.service = { enabled: await readSwitch(app), knownUntilMs: nowMs + CACHE_SECONDS * SECOND_MS };
      return app.service.enabled;
    },
    async setEnabled(enabled) {
      await app.storage.records.amend(serviceSwitch(enabled));
      app.service = { enabled, knownUntilMs: 0 };
    },
  };
}

/** Reads the switch again while what is known of it still holds; for as long as after any reading. */
export function renewService(app: App, nowMs: number): void {
  const known = app.service;
  if (known.isRenewed || nowMs + RENEW_MS < known.knownUntilMs) return;
  known.isRenewed = true;
  const keep = (enabled: boolean): void => {
    if (app.service === known) app.service = { enabled, knownUntilMs: nowMs + CACHE_SECONDS * SECOND_MS };
  };
  readSwitch(app).then(keep, () => undefined);
}

async function readSwitch({ storage }: App): Promise<boolean> {
  return (await storage.records.find('service', {}))?.enabled ?? true;
}
