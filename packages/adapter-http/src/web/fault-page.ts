import { type Content, html } from './html.ts';
import type { Page } from './page.ts';
import type { FaultKind } from '../i18n/languages.ts';

export interface FaultWords {
  readonly language: string;
  readonly faults: Readonly<Record<FaultKind, { readonly title: string; readonly text: Content }>>;
  readonly again: string;
}

/** An error page, by status. It is the same for all visitors and names no part of the request. */
export function faultPage(status: number, { language, faults, again }: FaultWords): Page {
  const kind = kindOf(status);
  const { title, text } = faults[kind];
  return {
    language,
    masthead: 'Bord',
    status,
    title,
    content: html`<p>${text}</p>
      ${
        (kind === 'busy' || kind === 'broken') &&
        html`<div class="actions"><a class="button" href="">${again}</a></div>`
      }`,
  };
}

function kindOf(status: number): FaultKind {
  if (status === 404) return 'unknown';
  if (status === 403) return 'foreign';
  if (status === 429 || status === 503) return 'busy';
  return status < 500 ? 'unreadable' : 'broken';
}
