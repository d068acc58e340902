/** All output to the terminal: foreign text in it is escaped here. */
import { once } from 'node:events';
import { plain, plainJson, plainLine, plainText } from './plain.ts';
import { takesColours } from './terminal.ts';

export function printText(text: string): void {
  write(process.stdout, text);
}

/** Prints a part of a text or of a JSON document; resolves when the reader has taken it. */
export async function printPart(part: string, isJson: boolean): Promise<void> {
  const safe = isJson ? plainJson(part) : plainText(part, takesColours(process.stdout));
  if (!process.stdout.write(safe)) await once(process.stdout, 'drain');
}

export function printJson(json: unknown): void {
  const document = JSON.stringify(json, null, process.stdout.isTTY ? 2 : undefined);
  process.stdout.write(`${plainJson(document)}\n`);
}

/** Prints one of several JSON documents on one line. */
export function printJsonLine(json: unknown): void {
  process.stdout.write(`${plainJson(JSON.stringify(json))}\n`);
}

export function printNotice(text: string): void {
  write(process.stderr, text);
}

export function printFault(lines: readonly string[], prefix: string): void {
  write(process.stderr, `${lines.map((line) => prefix + plainLine(line)).join('\n')}\n`);
}

/** Replaces the progress line; on a terminal only. */
export function printProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${CLEAR_LINE}${plain(text)}`);
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\n');
}

const CLEAR_LINE = '\r\u001b[K';

function write(stream: NodeJS.WriteStream, text: string): void {
  const safe = plainText(text, takesColours(stream));
  stream.write(safe.endsWith('\n') || safe === '' ? safe : `${safe}\n`);
}
