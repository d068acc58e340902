import { serviceSwitch } from '../core/access/switch-steps.ts';
import { SECOND_MS } from '../core/instant.ts';
import type { App } from './context.ts';

/** How long a process can use the old value after another has set the switch (§7, 503). */
const CACHE_SECONDS = 2;
/** A value used this shortly before it expires is read again in the background, so that frequent callers never wait. */
const RENEW_MS = SECOND_MS;

/** The switch of the partner API. */
export interface ServiceActions {
  /** Whether the partner API is switched on. */
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

/** Reads the switch again while the known value is still valid. */
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
