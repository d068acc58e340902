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
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,requestId,method,route,status,signal', // what the message itself says, and what only programs need
  });
  return pino(options, forPeople);
}
