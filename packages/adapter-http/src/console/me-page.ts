import type { Location, Passkey, StaffSession } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import { momentText } from '../i18n/when.ts';
import { LANGUAGES, wordsIn } from '../i18n/languages.ts';
import { oneLine } from '../web/clean.ts';
import { type Content, html, type Html } from '../web/html.ts';
import { formField } from './console-document.ts';
import { personPage } from './console-page.ts';
import type { PersonInput } from './console-route.ts';

export interface Me {
  readonly sessions: readonly StaffSession[];
  readonly passkeys: readonly Passkey[];
  /** Passkeys can be added and removed, because the sign-in was a few minutes ago. */
  readonly isOpen: boolean;
  /** The location whose time zone is used: one of this person's. */
  readonly location: Pick<Location, 'timeZone'> | undefined;
  /** Passkeys can be created, because the server has a host name. */
  readonly takesPasskeys: boolean;
  /** The default name of a new passkey. */
  readonly device: string;
}

export function mePage(input: PersonInput, me: Me, page: { notice?: Content; fault?: string } = {}): Answer {
  const { words } = input;
  return personPage(input, {
    title: words.me.title,
    notice: page.notice ?? null,
    ...(page.fault !== undefined && { status: 400 }),
    content: html`${page.fault !== undefined && html`<p class="fault" role="alert">${page.fault}</p>`}
      ${waysIn(input, me)}
      <section aria-labelledby="language">
        <h2 id="language">${words.actions.form.language}</h2>
        ${languageForm(input)}
      </section>`,
  });
}

function waysIn(input: PersonInput, me: Me): Html {
  const { words } = input;
  return html`<section aria-labelledby="sessions">
      <h2 id="sessions">${words.me.sessions}</h2>
      ${sessionList(input, me)}
    </section>
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">${words.passkey.title}</h2>
      ${passkeyList(input, me)}
    </section>`;
}

function sessionList(input: PersonInput, { sessions, location }: Me): Html {
  const { caller, root, words } = input;
  const { me } = words;
  const others = sessions.filter(({ id }) => id !== caller.sessionId);
  return html`<ul class="cards">
      ${sessions.map(
        ({ id, label, createdMs, seenMs }) =>
          html`<li>
            <div>
              <strong>${oneLine(label) || me.unknownBrowser}</strong>
              ${id === caller.sessionId && html` <span class="tag">${me.here}</span>`}
              <p class="muted">
                ${me.since} ${moment(input, createdMs, location)}<br />${me.seen}
                ${moment(input, seenMs, location)}
              </p>
            </div>
            ${
              id !== caller.sessionId &&
              html`<form method="post" action="${root}/me/end">
                ${formField(input)}<input type="hidden" name="session" value="${id}" />
                <button
                  class="quiet"
                  type="submit"
                  aria-label="${me.end}: ${oneLine(label) || me.unknownBrowser}"
                >
                  ${me.end}
                </button>
              </form>`
            }
          </li>`,
      )}
    </ul>
    ${
      others.length > 0 &&
      html`<form method="post" action="${root}/me/end" class="actions">
        ${formField(input)}<input type="hidden" name="session" value="others" />
        <button class="quiet" type="submit">${me.endOthers}</button>
      </form>`
    }`;
}

/** The sign-in page for a signed-in person, which leads back to this page. */
export function signInAgainPath(root: string): string {
  return `${root}/sign-in?again=1&to=${encodeURIComponent(`${root}/me`)}`;
}

function passkeyList(input: PersonInput, { passkeys, isOpen, location, takesPasskeys, device }: Me): Html {
  const { root, words } = input;
  const { passkey } = words;
  return html`${
    passkeys.length > 0 &&
    html`<ul class="cards">
      ${passkeys.map(
        ({ id, name, createdMs, usedMs }) =>
          html`<li>
            <div>
              <strong>${oneLine(name)}</strong>
              <p class="muted">
                ${words.me.since} ${moment(input, createdMs, location)}<br />${
                  usedMs === null ? passkey.never : html`${passkey.used} ${moment(input, usedMs, location)}`
                }
              </p>
            </div>
            ${
              isOpen &&
              html`<form method="post" action="${root}/me/passkeys/remove">
                ${formField(input)}<input type="hidden" name="passkey" value="${id}" />
                <button class="quiet" type="submit" aria-label="${passkey.remove}: ${oneLine(name)}">
                  ${passkey.remove}
                </button>
              </form>`
            }
          </li>`,
      )}
    </ul>`
  }
  ${takesPasskeys ? passkeyForm(input, device, isOpen) : html`<p class="muted">${passkey.noName}</p>`}
  ${(takesPasskeys || passkeys.length > 0) && !isOpen && againLink(input)}`;
}

function againLink({ root, words: { passkey, signIn } }: PersonInput): Html {
  return html`<p>${passkey.again}</p>
    <div class="actions"><a class="button quiet" href="${signInAgainPath(root)}">${signIn.title}</a></div>`;
}

function passkeyForm(input: PersonInput, device: string, isOpen: boolean): Html {
  const { root, words } = input;
  const { passkey } = words;
  if (!isOpen) return html`<p>${passkey.what}</p>`;
  return html`<p>${passkey.what}</p>
    <p class="muted" data-without-passkeys>${passkey.noScript}</p>
    <form
      method="post"
      action="${root}/me/passkeys"
      data-passkey="create"
      data-options="${root}/me/passkeys"
      hidden
    >
      ${formField(input)}<input type="hidden" name="answer" value="" />
      <p class="fault" role="alert" hidden>${passkey.failed}</p>
      <div class="stack">
        <div>
          <label for="passkey-name">${passkey.name}</label>
          <input
            id="passkey-name"
            name="name"
            value="${device}"
            maxlength="100"
            required
            autocomplete="off"
          />
        </div>
      </div>
      <div class="actions"><button type="submit">${passkey.add}</button></div>
    </form>`;
}

function languageForm(input: PersonInput): Html {
  const { language, root, words } = input;
  return html`<form method="post" action="${root}/me/language">
    ${formField(input)}
    <div class="choice">
      <select name="language" aria-labelledby="language">
        ${LANGUAGES.map((each) => {
          const { tag, name } = wordsIn(each);
          return html`<option value="${each}" lang="${tag}" ${each === language && html` selected`}>
            ${name}
          </option>`;
        })}
      </select>
      <button class="quiet" type="submit">${words.actions.form.save}</button>
    </div>
  </form>`;
}

function moment({ words, nowMs }: PersonInput, ms: number, location: Me['location']): string {
  return momentText(words.base.when, ms, location?.timeZone ?? 'UTC', nowMs);
}
