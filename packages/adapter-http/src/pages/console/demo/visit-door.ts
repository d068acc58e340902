/** The way into the demo restaurant on a server that is not its machine's own: with a sandbox key. */
import { type Content, html, type Html } from '../../../mail/html.ts';
import type { Visitor } from '../visitor.ts';

/** Asks for the key. It goes in a form, and into no address. */
export function visitDoor({ root, words: { visitor } }: Visitor, isFaulty = false): Html {
  const { door } = visitor;
  const invalid: Content = isFaulty && html` aria-invalid="true" aria-describedby="key-fault" autofocus`;
  return html`<section class="demo" aria-labelledby="demo">
      <h2 id="demo">${door.title}</h2>
      <p>${door.lead}</p>
      <form method="post" action="${root}/sign-in/sandbox">
        <div class="stack">
          <div>
            <label for="key">${door.key}</label>
            <input
              id="key"
              name="key"
              type="password"
              autocomplete="off"
              spellcheck="false"
              maxlength="100"
              required${invalid}
            />
            ${isFaulty && html`<p class="fault" id="key-fault">${door.badKey}</p>`}
          </div>
        </div>
        <div class="actions"><button type="submit">${door.enter}</button></div>
      </form>
      <p>${door.noKey} <a href="${sandboxHref(root)}">${door.signUp}</a></p>
    </section>
    <h2>${door.staff}</h2>`;
}

function sandboxHref(root: string): string {
  return `${root.slice(0, -'/console'.length)}/sandbox`;
}
