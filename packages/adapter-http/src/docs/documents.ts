import { localDateAt } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { entityTagOf, tagged } from '../http/entity-tag.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { docsPage } from './docs-page.ts';
import type { DocumentationOptions } from './documentation.ts';
import { DOCS_SCRIPT } from './docs-script.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { fillPage } from './fill-page.ts';
import { policyHash } from '../web/page-look.ts';
import { openApiDocument } from '../openapi/document.ts';

/** The contract. Its bytes are made on first use, those of the page once for each public URL and day. */
export interface Documents {
  readonly json: (request: HttpRequest) => Answer;
  readonly page: (request: HttpRequest) => Answer;
}

export function documentsOf(
  base: string,
  openApiPath: string,
  { publicUrl, hasSandbox }: DocumentationOptions,
): Documents {
  const document = once(() => openApiDocument(base));
  const json = once(() => readyDocument(JSON.stringify(document()), { headers: ANY_ORIGIN }));
  const page = once(() =>
    docsPage(document(), { openApi: openApiPath, sandbox: hasSandbox() ? '{root_url}/sandbox' : null }),
  );
  let filled: { readonly name: string; readonly answer: Reader } | undefined;
  return {
    json: (request) => json()(request),
    page(request) {
      const rootUrl = publicUrl ?? localRootOf(request);
      const nowMs = Date.now();
      const name = `${rootUrl} ${localDateAt('UTC', nowMs)}`;
      if (filled?.name !== name) {
        const text = fillPage(page(), { rootUrl, base }, nowMs);
        const type = 'text/html; charset=utf-8';
        filled = { name, answer: readyDocument(text, { type, headers: PAGE_HEADERS }) };
      }
      return filled.answer(request);
    },
  };
}

type Reader = (request: Pick<HttpRequest, 'headers'>) => Answer;

function readyDocument(text: string, more: Pick<Answer, 'type' | 'headers'>): Reader {
  const body = Buffer.from(text);
  const tag = entityTagOf(body);
  return ({ headers }) => tagged({ status: 200, body, ...more }, tag, headers);
}

/** The local URL of the server. The `Host` of a request is not repeated to its reader. */
function localRootOf({ body }: HttpRequest): string {
  const port = body && 'socket' in body ? body.socket.localPort : undefined;
  return `http://localhost:${port ?? 3000}`;
}

/** Browser tools of any origin may read the document: it is public. */
const ANY_ORIGIN = ['access-control-allow-origin', '*'];

/** The page loads only its style and script. */
const PAGE_HEADERS = [
  'content-security-policy',
  `default-src 'none'; style-src ${policyHash(DOCS_STYLE)}; script-src ${policyHash(DOCS_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy',
  'no-referrer',
];

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
