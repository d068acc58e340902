import { limits } from '@bord/engine';
import type { Answer, Headers } from '../http/answer.ts';
import { type Content, html, type Html } from '../web/html.ts';
import { barePage, languageLinks } from './bare-page.ts';
import { formTokenOf, type Visitor } from './visitor.ts';

const LINK_MINUTES = 15;

export interface AskForm {
  readonly email: string;
  readonly to: string;
  readonly fault?: string;
  readonly takesPasskeys?: boolean;
  readonly passkeyFailed?: true;
  readonly notice?: Content;
  readonly demo?: Content;
  readonly headers?: Headers;
}

export function askPage(visitor: Visitor, form: AskForm): Answer {
  const { fault, notice = null, demo = null, headers = [] } = form;
  const { signIn } = visitor.words;
  return barePage(visitor, {
    title: signIn.title,
    ...(fault !== undefined && { status: 400, heard: `${signIn.check}: ${signIn.title}` }),
    headers,
    content: html`${notice !== null && html`<div role="status" id="notice">${notice}</div>`} ${demo}
      <p>${signIn.lead}</p>
      ${askForm(visitor, form, fault)} ${form.takesPasskeys === true && passkeyForm(visitor, form)}`,
    footer: languageLinks(visitor, '/sign-in'),
  });
}

function askForm(
  { root, words }: Visitor,
  { email, to }: Pick<AskForm, 'email' | 'to'>,
  fault?: string,
): Html {
  const invalid: Content =
    fault !== undefined && html` aria-invalid="true" aria-describedby="email-fault" autofocus`;
  return html`<form method="post" action="${root}/sign-in">
    <input type="hidden" name="to" value="${to}" />
    <div class="stack">
      <div>
        <label for="email">${words.actions.form.email}</label>
        <input
          id="email"
          name="email"
          value="${email}"
          type="email"
          inputmode="email"
          autocomplete="email"
          maxlength="${limits.EMAIL_LENGTH_MAX}"
          required${invalid}
        />
        ${fault !== undefined && html`<p class="fault" id="email-fault">${fault}</p>`}
      </div>
    </div>
    <div class="actions"><button type="submit">${words.signIn.send}</button></div>
  </form>`;
}

/** The script shows it in browsers that support passkeys. */
function passkeyForm({ root, words: { passkey } }: Visitor, { to, passkeyFailed }: AskForm): Html {
  return html`<form
    method="post"
    action="${root}/passkey"
    data-passkey="get"
    data-options="${root}/passkey"
    class="or"
    hidden
  >
    <input type="hidden" name="to" value="${to}" /><input type="hidden" name="answer" value="" />
    <p class="fault" role="alert" ${passkeyFailed !== true && html` hidden`}>${passkey.failed}</p>
    <div class="actions"><button class="quiet" type="submit">${passkey.signIn}</button></div>
  </form>`;
}

/** The same for known and unknown e-mail addresses. */
export function lookIntoMailPage(
  visitor: Visitor,
  { email, mailFolder, headers }: { email: string; mailFolder: string | null; headers: Headers },
): Answer {
  const { signIn } = visitor.words;
  return barePage(visitor, {
    title: signIn.sent,
    headers,
    content: html`<p>${signIn.sentTo(email, LINK_MINUTES)}</p>
      <p>${signIn.sameBrowser}</p>
      ${mailFolder !== null && html`<p>${signIn.folder} <code>${mailFolder}</code></p>`}
      <p class="muted">${signIn.nothing} <a href="${visitor.root}/sign-in">${signIn.title}</a></p>`,
  });
}

/** Asks before the sign-in: programs follow links, and only people press buttons. */
export function enterPage(
  visitor: Visitor & { readonly browser: string },
  { token, email, isDemo }: { readonly token: string; readonly email: string; readonly isDemo: boolean },
): Answer {
  const { signIn } = visitor.words;
  const { demo } = visitor.words.house;
  return barePage(visitor, {
    title: isDemo ? demo.title : signIn.title,
    headers: ['set-cookie', visitor.cookies.write('browser', visitor.browser)],
    content: html`<p>${isDemo ? demo.lead : signIn.enterAs(email)}</p>
      <form method="post" action="${visitor.root}/sign-in/${token}">
        <input type="hidden" name="token" value="${formTokenOf(visitor.browser)}" />
        <div class="actions"><button type="submit">${isDemo ? demo.open : signIn.title}</button></div>
      </form>`,
  });
}

/** For a link that was used, has expired, is unknown, or belongs to another browser: the page does not disclose which. */
export function stalePage(visitor: Visitor): Answer {
  const { stale } = visitor.words.signIn;
  return barePage(visitor, {
    title: stale.title,
    status: 404,
    content: html`<p>${stale.text}</p>
      ${askForm(visitor, { email: '', to: '' })}`,
  });
}

export function tooOftenPage(visitor: Visitor): Answer {
  const { title, text } = visitor.words.signIn.tooOften;
  return barePage(visitor, {
    title,
    status: 429,
    headers: ['retry-after', '3600'],
    content: html`<p>${text}</p>
      <p><a href="${visitor.root}/sign-in">${visitor.words.signIn.title}</a></p>`,
  });
}
