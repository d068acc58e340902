import { type Content, html, type Html } from '../web/html.ts';
import { type CodeLanguage, highlighted } from './highlight.ts';

export interface CodeTab {
  /** The name for readers: `curl`. */
  readonly label: string;
  readonly language: CodeLanguage;
  readonly code: string;
}

/** A code block. It wraps instead of scrolling, so that all code is visible on a phone. */
export function codeBlock(code: string, language: CodeLanguage = 'text'): Html {
  return html`<pre><code>${highlighted(code, language)}</code></pre>`;
}

export function codePanel(title: Content, code: string, language: CodeLanguage): Html {
  return html`<figure class="panel">
    <figcaption class="bar"><span>${title}</span> ${COPY}</figcaption>
    ${codeBlock(code, language)}
  </figure> `;
}

export function foldedCode(title: Content, code: string, language: CodeLanguage): Html {
  return html`<details class="folded">
    <summary>${title}</summary>
    ${codeBlock(code, language)}
  </details> `;
}

/**
 * The same code in several languages, one at a time, selected by radio buttons without a script. Browsers without `:has` show all.
 * @param name of the radio buttons; unique on the page
 */
export function tabbedPanel(name: string, tabs: readonly CodeTab[]): Html {
  return html`<div class="panel tabs">
    <div class="bar">
      <div class="choice" role="radiogroup" aria-label="Language of the example">
        ${tabs.map(
          ({ label }, i) =>
            html`<label
              ><input type="radio" name="${name}" value="${label}" ${i === 0 && CHECKED} />${label}</label
            > `,
        )}
      </div>
      ${COPY}
    </div>
    ${tabs.map(
      ({ label, language, code }) =>
        html`<div class="tab" data-tab="${label}">${codeBlock(code, language)}</div> `,
    )}
  </div> `;
}

const CHECKED = html` checked`;

/** The script shows it, because it has no function without a script. */
const COPY = html`<button type="button" class="copy" hidden>Copy</button>`;
