/** The server's background work: deliveries and nightly maintenance. */
import { HOUR_MS } from '@bord/engine';
import type { Logger } from 'pino';
import { type Runtime, openRuntime } from './composition.ts';
import type { Config } from './config/config.ts';
import { DEMO_LOCATION_ID } from './demo.ts';
import { prepareDemo } from './demo/demo-console.ts';
import { endOnUncaught, logFact, openLog } from './output/log.ts';

/** Runs until it is stopped; work in progress is finished first. */
export interface Background {
  stop(): Promise<void>;
}

function startDelivering({ engine, config }: Runtime): Background {
  return engine.background.startDelivering({
    delaysSeconds: config.webhookDelaysSeconds,
    timeoutMs: config.webhookTimeoutSeconds * 1000,
  });
}

/** The delay of background work after the start, so that the first requests do not wait for it. */
const FIRST_CALLERS_MS = 200;

/** How often the demo restaurant's book is filled for the days ahead. */
const DEMO_EVERY_MS = 6 * HOUR_MS;

export function startBackground(runtime: Runtime, log: Logger): Background {
  const { engine, config } = runtime;
  let running: readonly Background[] = [];
  const timer = setTimeout(() => {
    running = [
      startDelivering(runtime),
      engine.background.startMaintenance({ demoLocationId: config.demo ? DEMO_LOCATION_ID : null }),
      ...(config.demo ? [startDemo(runtime, log)] : []),
    ];
  }, FIRST_CALLERS_MS);
  return {
    async stop() {
      clearTimeout(timer);
      await Promise.all(running.map((part) => part.stop()));
    },
  };
}

/** Fills the demo restaurant's book, now and again for the days that follow. */
function startDemo({ at }: Runtime, log: Logger): Background {
  let filled = Promise.resolve();
  const fill = (): void => {
    filled = filled
      .then(() => prepareDemo(at))
      .catch((err: unknown) =>
        log.warn({ err }, 'the demo restaurant was not filled: its printed link tries again'),
      );
  };
  fill();
  const timer = setInterval(fill, DEMO_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await filled;
    },
  };
}

/** Mails that are really sent need links that lead here from elsewhere. */
export function warnOfDeadLinks({ mail, publicUrl }: Config, log: Pick<Logger, 'warn'>): void {
  if (mail.kind === 'smtp' && publicUrl === null)
    log.warn('mails are sent, and BORD_PUBLIC_URL is not set: their links lead to this machine alone');
}

export async function runDeliveries(config: Config): Promise<void> {
  const log = await openLog(config.logLevel, 1);
  endOnUncaught(log);
  const runtime = await openRuntime(config, { sends: true, observer: (fact) => logFact(log, fact) });
  const delivering = startDelivering(runtime);
  const signalled = new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, resolve);
  });
  log.info('delivering webhooks and mails; Ctrl-C stops it');
  warnOfDeadLinks(config, log);
  // A timer keeps the process: the worker's own do not, where it only waits to be woken.
  const alive = setInterval(() => undefined, 2 ** 30);
  const signal = await signalled;
  log.info({ signal }, 'stopping: what is under way is finished');
  clearInterval(alive);
  await delivering.stop();
  await runtime.close();
}
