import { readFileSync } from 'node:fs';
import { BASE_PATH } from '../conformance/rules/base.ts';
import { Failure } from '../output/failure.ts';
import { reading } from './option-values.ts';

export const SECRET_FORMS =
  'is written as it is, as @FILE to be read from a file, or as - to be read from the standard input: ' +
  'a command line can be seen by others on this machine.';

export const targetUrl: (text: string) => string = reading(
  `an http or https URL such as http://127.0.0.1:3000${BASE_PATH}`,
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) return undefined;
    return url.href.replace(/\/+$/, '');
  },
);

/** Wrong usage where only the server is named. */
export function pathFault(url: string): string | undefined {
  return new URL(url).pathname === '/'
    ? `the base URL has no path: did you mean ${url}${BASE_PATH}?`
    : undefined;
}

/** A secret as it was given: itself, `@file`, or `-` for the standard input. */
export function secretOf(option: string, text: string): string {
  const source = text === '-' ? 0 : text.startsWith('@') ? text.slice(1) : null;
  let secret = text;
  try {
    if (source !== null) secret = readFileSync(source, 'utf8').trim();
  } catch (error) {
    throw new Failure(`${option}: ${(error as Error).message}. Check the path after @`);
  }
  if (!/^[\x21-\x7e]+$/.test(secret)) throw new Failure(`${option}: a key must not be empty or have spaces`);
  return secret;
}
