import { createServedApi, type HttpServer, serveHttp } from '@bord/adapter-http/server';
import type { PagesOptions } from '@bord/adapter-http/pages';
import type { Logger } from 'pino';
import { announce } from '../announce.ts';
import { publicUrl } from '../config/base-url.ts';
import type { BordCommand, CommonOptions } from '../command.ts';
import { type Background, startBackground, warnOfDeadLinks } from '../background.ts';
import { type Runtime, openRuntime } from '../composition.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { noteServer } from '../config/running-server.ts';
import type { Variable } from '../config/variables.ts';
import { DEMO_LOCATION_ID } from '../demo.ts';
import { consoleDemoOf, endDemoConsole } from '../demo/demo-console.ts';
import { Failure } from '../output/failure.ts';
import { endOnUncaught, openLog, recordingIn } from '../output/log.ts';
import { createMetrics } from '../output/metrics.ts';
import { securityText } from '../security-txt.ts';
import { tellReady } from '../tell-ready.ts';

type ServeOptions = CommonOptions & Partial<Record<'host' | 'port' | 'database' | 'publicUrl', string>>;

/** How long requests, deliveries and the database have to end after a signal (D57: 10 s, less what the end of the process takes). */
const DRAIN_MS = 9800;

/** A key press reaches a program twice when npm, which was pressed too, passes it on. */
const SAME_SIGNAL_MS = 500;

export function define(command: BordCommand): void {
  command
    .examples([
      'serve',
      'serve --port 8080',
      'serve --database postgres://bord@db.example.com/bord',
      'serve --database postgres://bord@db1,db2,db3/bord    # whichever of them is the primary',
      'serve --host 0.0.0.0 --public-url https://book.example.com',
      'serve --json 2> bord.log     # says where it listens; the log goes to the standard error',
    ])
    .description(
      'Serves the partner API and its pages, sends webhooks and mails, and runs nightly maintenance.\n' +
        'A PostgreSQL that cannot be reached yet, or still recovers, is waited for, a minute at most.\n' +
        'On Ctrl-C or SIGTERM it ends what is under way, in 10 seconds at most; on a second one it ends immediately.\n' +
        'Behind a balancer, BORD_SHUTDOWN_GRACE lets it serve on for some seconds while /readyz fails.\n' +
        'BORD_SECRET_KEY, BORD_MAIL, BORD_FILES, BORD_LOG and other variables are explained on the pages “Settings” and “Monitor” of the documentation.',
    )
    .option('--host <host>', 'where to listen (HOST, default: 127.0.0.1)')
    .option('--port <port>', '0 picks a free one (PORT, default: 3000)')
    .option('--database <url>', 'sqlite:PATH or postgres://… (BORD_DATABASE, default: sqlite:./data/bord.db)')
    .option('--public-url <url>', 'base of the links in mails and pages (BORD_PUBLIC_URL)')
    .action(serve);
}

async function serve(options: ServeOptions, command: BordCommand): Promise<void> {
  const config = loadConfig({ env: process.env, folder: process.cwd(), flags: flagsOf(options) });
  const log = await openLog(config.logLevel, options.json ? 2 : 1);
  for (const line of config.warnings) log.warn(line);
  await assertDriver(config.files);
  const forgetSignals = endOnSignals();
  const metrics = createMetrics(command.parent?.version() ?? 'unknown');
  const { onRequest, onFact } = recordingIn(log, metrics);
  const runtime = await openRuntime(config, {
    migrates: 'always',
    addsDemo: true,
    sends: true,
    onAway: (database, reason) =>
      log.warn(`the database ${database} is not there yet: ${reason}; it is waited for, a minute at most`),
    observer: onFact,
  });
  endOnUncaught(log);
  const api = createServedApi({
    engine: runtime.engine,
    ...((config.publicUrl !== null || config.port !== 0) && { publicUrl: publicUrl(config) }),
    metrics: () => metrics.read({ engine: runtime.engine, stats: api.stats }),
    onRequest,
    onError: (err, requestId) => log.error({ err, requestId }, 'a request failed on our side'),
    addRoutes: (routes) => addPages(routes, runtime, log),
  });
  let server: HttpServer;
  let isEnabled: boolean;
  try {
    await endDemoConsole(runtime.engine, config);
    isEnabled = await runtime.engine.operator.service.isEnabled();
    if (!PLAIN_SENDER.test(config.mailFrom)) await api.load();
    const graceMs = config.shutdownGraceSeconds * 1000;
    server = await serveHttp({ api, host: config.host, port: config.port, graceMs });
  } catch (error) {
    await runtime.close(); // its LISTEN connection would keep the process alive
    throw cannotListen(config, error);
  }
  runtime.listensOn(server.port);
  await noteServer(config, server.port);
  stopOnSignals({ server, background: startBackground(runtime, log), runtime, log });
  forgetSignals(); // afterwards: process 1 of a container ignores a signal that has no listener
  await announce(runtime, server.port, log, options);
  await tellReady(log);
  warnOfDeadLinks(config, log);
  if (!isEnabled) log.warn('the service is disabled: every request gets 503 until bord service enable');
}

/** Throws when the package of the driver is missing; that of a folder never is. */
async function assertDriver(files: Config['files']): Promise<void> {
  if (files.kind === 's3') await (await import('../files/file-store.ts')).openFileStore(files);
}

/** A sender that is written otherwise may be none, or two: the pages read it, and are loaded before anybody is served. */
const PLAIN_SENDER =
  /^(?:[^"(),:;<>@\\]*<[^\s"(),:;<>@\\]+@[^\s"(),:;<>@\\]+>|[^\s"(),:;<>@\\]+@[^\s"(),:;<>@\\]+)$/;

async function addPages(api: PagesOptions['api'], runtime: Runtime, log: Logger): Promise<void> {
  const { config, engine } = runtime;
  const [{ mountPages }, { mountMcp }, { locationFiles }, { openFileStore }] = await Promise.all([
    import('@bord/adapter-http/pages'),
    import('@bord/adapter-http/mcp'),
    import('../files/location-files.ts'),
    import('../files/file-store.ts'),
  ]);
  mountPages({
    api,
    engine,
    demoLocationId: config.demo ? DEMO_LOCATION_ID : null,
    publicUrl: runtime.publicUrl,
    startPage: true,
    bookingPage: true,
    console: true,
    locationFiles,
    files: await openFileStore(config.files),
    consoleDemo: consoleDemoOf(runtime),
    mailFrom: config.mailFrom,
    trustedProxies: config.trustedProxies,
    onUntrustedProxy: (address) =>
      log.warn(
        { address },
        'requests come through a proxy, and BORD_TRUSTED_PROXIES does not name it: limits by address count all who come through it as one',
      ),
    mailFolder: config.mail.kind === 'folder' ? config.mail.path : null,
  });
  mountMcp({ api, engine, secretKeys: runtime.secretKeys, publicUrl: runtime.publicUrl });
  api.route('/.well-known/security.txt', {
    GET: async () => ({
      status: 200,
      body: securityText(runtime.publicUrl().replace(/\/+$/, ''), Date.now()),
      type: 'text/plain; charset=utf-8',
    }),
  });
}

function flagsOf(options: ServeOptions): Partial<Record<Variable, { flag: string; value: string }>> {
  const given = {
    HOST: { flag: '--host', value: options.host },
    PORT: { flag: '--port', value: options.port },
    BORD_DATABASE: { flag: '--database', value: options.database },
    BORD_PUBLIC_URL: { flag: '--public-url', value: options.publicUrl },
  };
  return Object.fromEntries(Object.entries(given).filter(([, { value }]) => value !== undefined));
}

function cannotListen({ host, port }: Config, error: unknown): unknown {
  const why = {
    EADDRINUSE: `port ${port} of ${host} is in use: stop what listens there, or choose another with --port`,
    EACCES: `port ${port} may not be opened by this user: choose one above 1023 with --port`,
    EADDRNOTAVAIL: `this machine has no address ${host}: choose another with --host`,
    ENOTFOUND: `there is no host ${host}: choose another with --host`,
  };
  const { code } = error as NodeJS.ErrnoException;
  const words = why[code as keyof typeof why];
  return words === undefined ? error : new Failure(words);
}

/**
 * Ends the process on a signal until the server listens. Process 1 of a container ignores signals without a handler.
 *
 * @returns removes the handlers
 */
function endOnSignals(): () => void {
  const end = (): void => process.exit(0);
  for (const name of SIGNALS) process.on(name, end);
  return () => {
    for (const name of SIGNALS) process.off(name, end);
  };
}

interface Running {
  readonly server: HttpServer;
  readonly background: Background;
  readonly runtime: Runtime;
  readonly log: Logger;
}

/** Ends requests and deliveries together. A delivery that takes longer is sent again when its lease has expired. */
async function endAll(
  { server, background, runtime }: Pick<Running, 'server' | 'background' | 'runtime'>,
  drainMs: number,
): Promise<void> {
  const ends = await Promise.allSettled([
    server.close(drainMs),
    Promise.race([background.stop(), after(DRAIN_MS)]),
  ]);
  await runtime.close();
  for (const each of ends) if (each.status === 'rejected') throw each.reason;
}

/** The first signal drains, a second one exits immediately. Acknowledged changes are in the database in both cases. */
function stopOnSignals({ server, background, runtime, log }: Running): void {
  const graceSeconds = runtime.config.shutdownGraceSeconds;
  const drainMs = graceSeconds * 1000 + DRAIN_MS;
  let stoppedMs: number | undefined;
  const stop = (signal: string): void => {
    if (stoppedMs !== undefined) {
      if (performance.now() - stoppedMs > SAME_SIGNAL_MS) process.exit(0);
      return;
    }
    stoppedMs = performance.now();
    const first = graceSeconds > 0 ? `no new requests after ${graceSeconds} s` : 'no new requests';
    log.info({ signal }, `stopping: ${first}; a second signal ends it immediately`);
    void after(drainMs).then(() => {
      log.warn('shutdown timed out: what is still open is cut off');
      process.exit();
    });
    void endAll({ server, background, runtime }, drainMs).then(
      () => log.info('stopped'),
      (err: unknown) => {
        log.fatal({ err }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  for (const name of SIGNALS) process.on(name, stop);
}

function after(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms).unref());
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
