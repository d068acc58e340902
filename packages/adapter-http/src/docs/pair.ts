import { type Content, html, type Html } from '../web/html.ts';

interface Pair {
  readonly head: Content;
  /** Next to both texts on wide screens, otherwise between them. */
  readonly code?: Content;
  readonly detail?: Content;
}

/** Text on the left and sticky code on the right; stacked on narrow screens. */
export function pair({ head, code = null, detail = null }: Pair): Html {
  return html`<div class="pair">
    <div class="head">${head}</div>
    ${code !== null && html`<div class="code"><div class="stays">${code}</div></div>`}
    ${detail !== null && html`<div class="detail">${detail}</div>`}
  </div> `;
}

export function heading(level: 2 | 3, id: string, title: Content): Html {
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
  return level === 2
    ? html`<h2 id="${id}">${title} ${anchor}</h2> `
    : html`<h3 id="${id}">${title} ${anchor}</h3> `;
}
