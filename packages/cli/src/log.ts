import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

/**
 * The log of a server: one JSON object a line, or lines for people when the stream is a terminal.
 *
 * @param fd 1, or 2 when the standard output is needed for something else
 */
export async function openLog(level: LogLevel, fd: 1 | 2): Promise<Logger> {
  const stream = fd === 1 ? process.stdout : process.stderr;
  const options = { level, base: { pid: process.pid } };
  if (!stream.isTTY) return pino(options, pino.destination(fd));
  const { default: pretty } = await import('pino-pretty');
  const forPeople = pretty({
    colorize: !process.env['NO_COLOR'],
    destination: fd,
    sync: true,
    singleLine: true,
    messageFormat: lineFor,
    ignore: IN_THE_MESSAGE,
  });
  return pino(options, forPeople);
}

/** What the message itself says, and what only programs need. */
const IN_THE_MESSAGE =
  'time,level,pid,requestId,method,route,status,durationMs,keyId,partner,locationId,signal';

/** `12:30:01 GET /locations/…/menu 200 3 ms acme`; a level that is not the usual one is named. */
function lineFor({ time, level, msg }: Readonly<Record<string, unknown>>): string {
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const label = pino.levels.labels[Number(level)] ?? 'info';
  return [
    clock,
    ...(label === 'info' ? [] : [label.toUpperCase()]),
    ...(typeof msg === 'string' ? [msg] : []),
  ].join(' ');
}
