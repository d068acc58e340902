import type { Answer, Headers } from '../http/answer.ts';
import { LANGUAGES, type ConsoleFaultKind, wordsIn } from '../i18n/languages.ts';
import { type Content, html, type Html } from '../web/html.ts';
import { documentAnswer } from './console-document.ts';
import type { Visitor } from './visitor.ts';

type Reader = Pick<Visitor, 'words' | 'language' | 'root'>;

interface BarePage {
  readonly title: string;
  /** Replaces the start of the title, if a screen reader must announce something else first. */
  readonly heard?: string;
  readonly content: Content;
  readonly footer?: Content;
  readonly status?: number;
  readonly headers?: Headers;
}

export function barePage(
  { words, root }: Reader,
  { title, heard, content, footer = null, ...rest }: BarePage,
): Answer {
  return documentAnswer({
    ...rest,
    root,
    language: words.base.tag,
    look: 'bare',
    title: `${heard ?? title} – Bord`,
    body: html`<header><p class="brand">Bord</p></header>
      <main>
        <h1>${title}</h1>
        ${content}
      </main>
      ${footer}`,
  });
}

export function languageLinks({ language, words, root }: Reader, path: string): Html {
  return html`<footer>
    <nav aria-label="${words.actions.form.language}">
      <ul>
        ${LANGUAGES.map((each) => {
          const { tag, name } = wordsIn(each);
          return each === language
            ? html`<li><span aria-current="true" lang="${tag}">${name}</span></li>`
            : html`<li>
                <a href="${root}${path}?lang=${each}" lang="${tag}" hreflang="${tag}">${name}</a>
              </li>`;
        })}
      </ul>
    </nav>
  </footer>`;
}

/** An error page. It does not repeat the request. */
export function consoleFault(reader: Reader, kind: ConsoleFaultKind, status: number): Answer {
  const { again, faults, name } = reader.words.shell;
  const { title, text } = faults[kind];
  return barePage(reader, {
    title,
    status,
    content: html`<p>${text}</p>
      <div class="actions">
        ${(kind === 'busy' || kind === 'broken') && html`<a class="button" href="">${again}</a>`}
        ${kind !== 'insecure' && html`<a class="button quiet" href="${reader.root}">${name}</a>`}
      </div>`,
  });
}

export function faultKindOf(status: number): ConsoleFaultKind {
  if (status === 404) return 'unknown';
  if (status === 403) return 'forbidden';
  if (status === 409) return 'changed';
  if (status === 429 || status === 503) return 'busy';
  return status < 500 ? 'unreadable' : 'broken';
}
