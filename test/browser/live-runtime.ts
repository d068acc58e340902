/** A restaurant with its console for one test. */
import { onTestFinished } from 'vitest';
import { type ConsoleOptions, type ConsoleRuntime, startConsole } from './live-servers.ts';

export { type ConsoleRuntime, HERE, LOCATION_ID, MINUTE_MS, SIX_MS } from './live-servers.ts';

export async function openConsole(options?: ConsoleOptions): Promise<ConsoleRuntime> {
  const runtime = await startConsole(options);
  onTestFinished(() => runtime.close());
  return runtime;
}
