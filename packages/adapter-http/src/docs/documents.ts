import { createHash } from 'node:crypto';
import type { Answer } from '../api/answer.ts';
import { docsPage } from './docs-page.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { fillPage } from './fill-page.ts';
import { openApiDocument } from '../openapi/document.ts';

/** The contract, made when it is first read. */
export interface Documents {
  /** For programs. */
  readonly json: () => Answer;
  /** For people, given the address under which they have asked. */
  readonly page: (origin: string) => Answer;
}

/** @param publicUrl where people reach this server; by default where they have asked */
export function documentsOf(base: string, openApiPath: string, publicUrl?: string): Documents {
  const document = once(() => openApiDocument(base));
  const json = once(() => Buffer.from(JSON.stringify(document())));
  const page = once(() => docsPage(document(), openApiPath));
  return {
    json: () => ({ status: 200, body: json(), headers: ANY_ORIGIN }),
    page: (origin) => ({
      status: 200,
      type: 'text/html; charset=utf-8',
      body: fillPage(page(), `${publicUrl ?? origin}${base}`, Date.now()),
      headers: PAGE_HEADERS,
    }),
  };
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
