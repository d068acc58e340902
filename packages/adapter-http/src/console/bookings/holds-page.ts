import type { Answer } from '../../http/answer.ts';
import { html } from '../../web/html.ts';
import { consolePage } from '../console-page.ts';
import type { ConsoleInput, Sent } from '../console-route.ts';
import { consoleRedirect } from '../console-document.ts';
import { postForm } from './booking-form.ts';
import { holdText } from './hold-text.ts';
import { hrefOf } from './origin.ts';

export async function holdsPage(input: ConsoleInput): Promise<Answer> {
  const { words, location, house } = input;
  const holds = (await house.holds.list()).filter(({ state }) => state === 'held');
  return consolePage({
    input,
    section: 'evening',
    title: words.holds.title,
    about: { locationId: location.id },
    content: html`<div class="card">
      <h1>${words.holds.title}</h1>
      <p>${words.holds.text}</p>
      ${
        holds.length === 0
          ? html`<p>${words.holds.none}</p>`
          : html`<ul class="blocks">
              ${holds.map(
                (hold) =>
                  html`<li>
                    <bdi>${holdText(input, hold)}</bdi>
                    ${postForm(
                      input,
                      `/holds/${hold.id}/release`,
                      html`<button class="quiet" type="submit">${words.holds.release}</button>`,
                    )}
                  </li>`,
              )}
            </ul>`
      }
    </div>`,
  });
}

export async function sendRelease(input: ConsoleInput & Sent): Promise<Answer> {
  await input.house.holds.release(input.ids['id'] ?? '');
  return consoleRedirect(hrefOf(input, '/holds'));
}
