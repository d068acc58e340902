import type { Menu } from '@bord/engine';
import { oneLine } from '../web/clean.ts';
import { html } from '../web/html.ts';
import type { Page } from '../web/page.ts';
import { bookHref, type BookVisit, frameOf } from './visit.ts';

export function menuPage(visit: BookVisit, { currency, categories }: Menu): Page {
  const { own, words } = visit;
  const money = new Intl.NumberFormat(words.when.locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 0,
  });
  return {
    ...frameOf(visit),
    title: own.menu,
    isPublic: true,
    content: html`${categories.map(
        ({ name, description, items }) =>
          html`<h2>${oneLine(name)}</h2>
            ${description !== null && html`<p class="muted">${oneLine(description)}</p>`}
            <dl class="menu">
              ${items.map(
                (item) =>
                  html`<dt>
                      ${oneLine(item.name)}${item.description !== null && html`<br /><span class="muted">${oneLine(item.description, 500)}</span>`}
                    </dt>
                    <dd>${money.format(item.priceOre / 100)}</dd>`,
              )}
            </dl>`,
      )}
      <p class="back"><a class="button" href="${bookHref(visit)}">${own.title}</a></p>`,
  };
}
