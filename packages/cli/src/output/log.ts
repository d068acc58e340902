import { errorRecord, type RequestRecord } from '@bord/adapter-http/server';
import { type Fact, formatInstant } from '@bord/engine';
import { type LevelWithSilent, type Logger, type LoggerOptions, pino } from 'pino';
import type { Metrics } from './metrics.ts';
import { plain, plainJson } from './plain.ts';
import { printNotice, printText } from './printer.ts';
import { takesColours } from './terminal.ts';
import { machineClockText } from './times.ts';

/**
 * The log of a server: one JSON object a line, or lines for people when the stream is a terminal. An error is logged as `err`, by its
 * name, code and place: what it says may be about a guest.
 *
 * @param fd 1, or 2 when the standard output is needed for something else
 */
export async function openLog(level: LevelWithSilent, fd: 1 | 2): Promise<Logger> {
  const stream = fd === 1 ? process.stdout : process.stderr;
  const options: LoggerOptions = { ...SAFE, level, base: { pid: process.pid } };
  if (!stream.isTTY) return pino(options, pino.destination(fd));
  const { prettyFactory } = await import('pino-pretty');
  const forPeople = prettyFactory({
    colorize: takesColours(stream),
    singleLine: true,
    messageFormat: lineFor,
    ignore: IN_THE_MESSAGE,
  });
  const show = fd === 1 ? printText : printNotice;
  return pino(options, { write: (line: string) => show(forPeople(line)) });
}

/** An error that is logged without words would otherwise lend the line its own message. */
const SAFE: LoggerOptions = {
  serializers: { err: errorRecord },
  hooks: {
    logMethod([first, ...rest], method) {
      const isBare = rest.length === 0 && typeof first === 'object';
      return method.apply(this, isBare ? [first, 'something went wrong'] : [first, ...rest]);
    },
    streamWrite: plainJson,
  },
};

export function recordingIn(
  log: Logger,
  metrics: Pick<Metrics, 'onRequest' | 'onFact'>,
): Pick<Metrics, 'onRequest' | 'onFact'> {
  return {
    onRequest(request) {
      metrics.onRequest(request);
      logRequest(log, request);
    },
    onFact(fact) {
      metrics.onFact(fact);
      logFact(log, fact);
    },
  };
}

/** One line per request. An unknown path is not logged, because it may contain anything. */
export function logRequest(log: Logger, request: RequestRecord): void {
  const level = PROBES.has(request.route) ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const { action, durationMs, shed, failure, ...facts } = request;
  const { method, route, status, partner } = request;
  const outcome = action?.kind;
  const reason = action?.kind === 'refused' ? action.reason : undefined;
  const path = route?.replace('/v1/partner-api', '').replaceAll(/:\w+/g, '…') ?? 'unknown path';
  const words = [
    method,
    path,
    status,
    `${Math.round(durationMs)} ms`,
    partner,
    outcome,
    reason,
    shed && 'turned away',
    failure?.code,
    failure?.cause,
    ...(failure?.fields ?? []),
  ];
  log[level](
    {
      ...facts,
      durationMs: Math.round(durationMs * 10) / 10,
      outcome,
      reason,
      shed: shed ?? undefined,
      code: failure?.code,
      cause: failure?.cause ?? undefined,
      fields: failure?.fields.length ? failure.fields : undefined,
    },
    words.filter((word) => word != null).join(' '),
  );
}

const PROBES: ReadonlySet<string | null> = new Set(['/healthz', '/readyz', '/metrics']);

/** Logs background work that an operator should see. */
export function logFact(log: Logger, fact: Fact): void {
  if (fact.kind === 'fault') return log.error({ err: fact.error, where: fact.where }, `${fact.where} failed`);
  if (fact.kind === 'nightly') return log.info(fact, 'nightly maintenance is done');
  if (fact.kind === 'time_held') {
    const [now, lastRun] = [fact.nowMs, fact.lastRunMs].map(formatInstant);
    return log.error(
      { now, lastRun },
      `nightly maintenance waits: it is ${now} by the clock of the database, and it last ran ${lastRun}. ` +
        'If the clock is right: bord maintenance accept-time',
    );
  }
  if (fact.kind === 'primary') {
    const { from, to, afterMs } = fact;
    return log.warn(
      { from, to, afterMs },
      `the database is written to at ${to} now, and not at ${from}: after ${afterMs} ms`,
    );
  }
  const isUnsent = fact.kind === 'delivery' && fact.to === 'mail' && UNSENT.has(fact.outcome);
  if (!isUnsent) {
    if (log.isLevelEnabled('debug')) log.debug(factRecord(fact), fact.kind);
    return;
  }
  const then = fact.isFinal ? 'given up: bord mails retry sends it again' : 'tried again later';
  log.warn(
    { to: fact.to, outcome: fact.outcome, isFinal: fact.isFinal },
    `a mail was not taken (${fact.responseExcerpt}); ${then}`,
  );
}

const UNSENT: ReadonlySet<string> = new Set(['failed', 'refused']);

/** The answer of a webhook endpoint may name the guest. */
function factRecord(fact: Fact): object {
  if (fact.kind !== 'delivery') return fact;
  const { responseExcerpt: _, ...record } = fact;
  return record;
}

/** Ends the process on an uncaught error, without Node's print of its message. */
export function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'this should not have happened');
    process.exit(1);
  });
}

/** The fields that the message repeats, and those for programs only. */
const IN_THE_MESSAGE =
  'time,level,pid,requestId,method,route,status,durationMs,keyId,partner,locationId,outcome,reason,shed,code,cause,fields,signal';

/** `12:30:01 GET /locations/…/menu 200 3 ms acme`; a level that is not the usual one is named. */
function lineFor({ time, level, msg }: Readonly<Record<string, unknown>>): string {
  const clock = machineClockText(Number(time));
  const label = pino.levels.labels[Number(level)] ?? 'info';
  return [
    clock,
    ...(label === 'info' ? [] : [label.toUpperCase()]),
    ...(typeof msg === 'string' ? [plain(msg)] : []),
  ].join(' ');
}
