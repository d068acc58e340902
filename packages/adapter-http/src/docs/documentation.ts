import { createHash } from 'node:crypto';
import type { Answer } from '../api/answer.ts';
import { docsPage } from './docs-page.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { fillPage } from './fill-page.ts';
import { openApiDocument } from '../openapi/document.ts';

/** Answers with a text, given the address under which it was asked for. */
export type Reading = (origin: string) => Answer;

/**
 * The contract, by its path: for programs at `{base}/openapi.json`, for people at `/docs`. Both are public: they need no key, count
 * against no limit, and can be read while the service is switched off.
 *
 * @param publicUrl where people reach this server; by default where they have asked
 */
export function documentation(base: string, publicUrl?: string): ReadonlyMap<string, Reading> {
  const openApiPath = `${base}/openapi.json`;
  const document = once(() => openApiDocument(base));
  const json = once(() => Buffer.from(JSON.stringify(document())));
  const page = once(() => docsPage(document(), openApiPath));
  const readJson: Reading = () => ({ status: 200, body: json(), headers: ANY_ORIGIN });
  const readPage: Reading = (origin) => ({
    status: 200,
    type: 'text/html; charset=utf-8',
    body: fillPage(page(), `${publicUrl ?? origin}${base}`, Date.now()),
    headers: PAGE_HEADERS,
  });
  return new Map([
    [openApiPath, readJson],
    ['/docs', readPage],
  ]);
}

/** Tools in a browser may read the document wherever they come from: it is public, and asks for no key. */
const ANY_ORIGIN = ['access-control-allow-origin', '*'];

const styleHash = createHash('sha256').update(DOCS_STYLE).digest('base64');

/** The page has its own style and nothing else. */
const PAGE_HEADERS = [
  'content-security-policy',
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy',
  'no-referrer',
];

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
