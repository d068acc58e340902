import { createHash } from 'node:crypto';
import type { Answer } from '../api/answer.ts';
import { docsPage } from './docs-page.ts';
import type { DocumentationOptions } from './documentation.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
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

export function documentsOf(
  base: string,
  openApiPath: string,
  { publicUrl, hasSandbox }: DocumentationOptions,
): Documents {
  const document = once(() => openApiDocument(base));
  const json = once(() => Buffer.from(JSON.stringify(document())));
  const page = once(() =>
    docsPage(document(), { openApi: openApiPath, sandbox: hasSandbox() ? '{root_url}/sandbox' : null }),
  );
  return {
    json: () => ({ status: 200, body: json(), headers: ANY_ORIGIN }),
    page: (origin) => ({
      status: 200,
      type: 'text/html; charset=utf-8',
      body: fillPage(page(), { rootUrl: publicUrl ?? origin, base }, Date.now()),
      headers: PAGE_HEADERS,
    }),
  };
}

/** Tools in a browser may read the document wherever they come from: it is public, and asks for no key. */
const ANY_ORIGIN = ['access-control-allow-origin', '*'];

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page has its own style and script, and nothing else. */
const PAGE_HEADERS = [
  'content-security-policy',
  `default-src 'none'; style-src ${hashOf(DOCS_STYLE)}; script-src ${hashOf(DOCS_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy',
  'no-referrer',
];

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
