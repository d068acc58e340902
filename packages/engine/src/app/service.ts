import { SECOND_MS } from '../core/interval.ts';
import type { App } from './context.ts';

/** For so long a process may go on as before when another has thrown the switch (§7, 503). */
const KEPT_SECONDS = 2;

/** The partner API answers. */
export async function isServiceEnabled(app: App): Promise<boolean> {
  const nowMs = app.clock.nowMs();
  if (nowMs >= app.service.knownUntilMs) {
    app.service = {
      enabled: await app.storage.service.isEnabled(),
      knownUntilMs: nowMs + KEPT_SECONDS * SECOND_MS,
    };
  }
  return app.service.enabled;
}

/** Switches the partner API on or off, on every process within 5 s. */
export async function setServiceEnabled(app: App, enabled: boolean): Promise<void> {
  await app.storage.service.set(enabled);
  app.service = { enabled, knownUntilMs: 0 };
}
