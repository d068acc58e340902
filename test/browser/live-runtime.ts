/** A restaurant with its console for one test. */
import { onTestFinished } from 'vitest';
import type { StorageKind } from '../support/storages.ts';
import { type ConsoleRuntime, startConsole } from './live-servers.ts';

export { type ConsoleRuntime, HERE, LOCATION_ID, MINUTE_MS, SIX_MS } from './live-servers.ts';

export async function openConsole(kind?: StorageKind, serverCount = 1): Promise<ConsoleRuntime> {
  const runtime = await startConsole({ ...(kind && { kind }), serverCount });
  onTestFinished(() => runtime.close());
  return runtime;
}
