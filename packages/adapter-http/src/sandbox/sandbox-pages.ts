import { addDays, limits, localDateAt, type MadeApiKey, type SignUp } from '@bord/engine';
import { type Content, html, type Html } from '../web/html.ts';
import { en } from '../i18n/en.ts';
import { momentText } from '../i18n/when.ts';
import type { WrittenMail } from '../mail/written-mail.ts';
import type { FaultWords } from '../web/fault-page.ts';
import type { Page } from '../web/page.ts';

export interface SignUpForm {
  readonly email: string;
  readonly system: string;
  readonly faults: Readonly<Partial<Record<'email' | 'system' | 'form', string>>>;
}

export const EMPTY_FORM: SignUpForm = { email: '', system: '', faults: {} };

const FRAME = { language: 'en', masthead: 'Bord' } as const;

export function signUpPage(root: string, form: SignUpForm): Page {
  const { faults } = form;
  const [firstFault] = Object.keys(faults);
  const title = 'Get a sandbox key';
  return {
    ...FRAME,
    title,
    ...(firstFault !== undefined && { status: 400, heard: `Please check the form: ${title}` }),
    content: html`<p>
        Try the booking API on a demo restaurant. The key is free, is valid for ${limits.SANDBOX_KEY_DAYS}
        days and ${limits.RATE_LIMIT_SANDBOX} requests a minute, and comes by e-mail.
      </p>
      ${faults.form !== undefined && html`<div class="notice bad" role="alert"><p>${faults.form}</p></div>`}
      <form method="post" action="${root}/sandbox">
        <div class="stack">
          ${field({
            name: 'email',
            label: 'E-mail',
            value: form.email,
            fault: faults.email,
            isFocused: firstFault === 'email',
            hint: 'The link to your key goes there.',
            attributes: html` type="email" inputmode="email" autocomplete="email"
            maxlength="${limits.EMAIL_LENGTH_MAX}"`,
          })}
          ${field({
            name: 'system',
            label: 'System',
            value: form.system,
            fault: faults.system,
            isFocused: firstFault === 'system',
            hint: 'The program that will use the key, such as “Hotel Nord website”.',
            attributes: html` type="text" autocomplete="organization" maxlength="${limits.SYSTEM_LENGTH_MAX}"`,
          })}
        </div>
        <div class="actions"><button type="submit">Send me the link</button></div>
      </form>
      <p class="muted">The <a href="${root}/docs">documentation</a> describes the API.</p>`,
  };
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  readonly fault: string | undefined;
  readonly isFocused: boolean;
  readonly attributes: Html;
}

function field({ name, label, value, hint, fault, isFocused, attributes }: Field): Html {
  const about = fault === undefined ? `${name}-hint` : `${name}-fault ${name}-hint`;
  const invalid: Content = fault !== undefined && html` aria-invalid="true"`;
  const focused: Content = isFocused && html` autofocus`;
  return html`<div>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      required
      aria-describedby="${about}"
      ${attributes}${invalid}${focused}
    />
    ${fault !== undefined && html`<p class="fault" id="${name}-fault">${fault}</p>`}
    <p class="hint" id="${name}-hint">${hint}</p>
  </div>`;
}

interface SentLink {
  readonly email: string;
  readonly mailFolder: string | null;
  /** The page that shows the mail to a manager of the demo restaurant; null for others. */
  readonly mailLink: string | null;
}

/** The same for known and unknown e-mail addresses. */
export function lookIntoMailPage(root: string, { email, mailFolder, mailLink }: SentLink): Page {
  return {
    ...FRAME,
    title: 'Look into your mail',
    content: html`<p>
        A link is on its way to <strong>${email}</strong>. It is valid for ${limits.SIGN_UP_HOURS} hours.
      </p>
      ${
        mailFolder !== null &&
        html`<p>
          This server writes its mails to files: the newest one in <code>${mailFolder}</code> is yours.
        </p>`
      }
      ${
        mailLink !== null &&
        html`<div class="actions"><a class="button" href="${mailLink}">Open the mail</a></div>`
      }
      <p class="muted">
        No e-mail after a few minutes? Look among the spam, or
        <a href="${root}/sandbox">check the address and try again</a>.
      </p>`,
  };
}

export function mailPage({ to, subject, text }: WrittenMail, publicUrl: string): Page {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  return {
    ...FRAME,
    title: subject,
    wide: true,
    content: html`<dl>
        <dt>To</dt>
        <dd>${to}</dd>
      </dl>
      <pre>
${parts.map((part) => (part.startsWith(`${publicUrl}/`) ? html`<a href="${part}">${part}</a>` : part))}</pre>`,
  };
}

export function mailAwaitedPage(): Page {
  return {
    ...FRAME,
    title: 'The mail is on its way',
    headers: ['refresh', '1'],
    content: html`<p>This page looks for it every second.</p>`,
  };
}

export function makeKeyPage(action: string, { email, system }: SignUp): Page {
  return {
    ...FRAME,
    title: 'Make your sandbox key',
    scripted: true,
    content: html`<dl>
        <dt>E-mail</dt>
        <dd>${email}</dd>
        <dt>System</dt>
        <dd>${system}</dd>
      </dl>
      <p>The key is shown once, on the next page. Have a safe place for it ready.</p>
      <form method="post" action="${action}">
        <div class="actions"><button type="submit">Make the key</button></div>
      </form>`,
  };
}

export interface KeyPageOptions {
  readonly root: string;
  readonly baseUrl: string;
  readonly locationId: string;
  readonly nowMs: number;
  readonly hasConsole: boolean;
}

/** The key, shown only once, with first steps. */
export function keyPage({ key, record }: MadeApiKey, options: KeyPageOptions): Page {
  const { root, baseUrl, locationId, nowMs, hasConsole } = options;
  const tomorrow = addDays(localDateAt('UTC', nowMs), 1);
  const command = `export BORD=${baseUrl}
export KEY=${key}
export LOCATION=${locationId}

curl "$BORD/locations/$LOCATION/availability?date=${tomorrow}&partySize=2" \\
  -H "Authorization: Bearer $KEY"`;
  return {
    ...FRAME,
    title: 'Your sandbox key',
    scripted: true,
    wide: true,
    content: html`<p>Copy it now: it is shown this once. We store only a hash of it.</p>
      <code class="secret" id="key">${key}</code>
      ${copyButton({ source: 'key', label: 'Copy the key' })}
      <dl>
        <dt>Location</dt>
        <dd><code>${locationId}</code></dd>
        <dt>Requests</dt>
        <dd>${record.rateLimit} a minute</dd>
        ${
          record.expiresMs !== null &&
          html`<dt>Valid until</dt>
            <dd>${momentText(en.when, record.expiresMs, 'UTC', nowMs)} UTC</dd>`
        }
      </dl>
      <h2>Your first request</h2>
      <p>Which times are free for two tomorrow?</p>
      <pre id="command">${command}</pre>
      ${copyButton({ source: 'command', label: 'Copy the command' })}
      <p>
        How to book one of them, and all the rest, is in the <a href="${root}/docs">documentation</a>; its
        commands continue in the same shell.
      </p>
      ${hasConsole && consoleHint()}`,
  };
}

/** The page where staff of the restaurant see the bookings. The key opens the API only (D55). */
function consoleHint(): Html {
  return html`<h2>The day at the restaurant</h2>
    <p>
      Your bookings appear on the console of the demo restaurant, where they can be seated, moved and
      cancelled. The console opens with the link that the server prints at its start. The operator of the
      server can print a new one: <code>npx bord staff link --demo</code>
    </p>`;
}

/** The script shows it, because it has no function without a script. */
function copyButton({ source, label }: { readonly source: string; readonly label: string }): Html {
  return html`<div class="copy">
    <button class="quiet" type="button" data-copies="${source}" data-done="Copied" hidden>${label}</button>
    <span role="status"></span>
  </div>`;
}

/** The e-mail address has the maximum number of keys (D20). The link works again when one of them has expired. */
export function tooManyKeysPage(): Page {
  return {
    ...FRAME,
    status: 409,
    title: `You have ${limits.SANDBOX_KEYS_MAX} keys already`,
    content: html`<p>
        So many keys of this e-mail address are in use, and there can be no more at a time. Use one of them,
        or come back when the first has expired: each is good for ${limits.SANDBOX_KEY_DAYS} days.
      </p>
      <p class="muted">Have you lost them? Ask whoever runs this server to revoke one.</p>`,
  };
}

export function tooOftenPage(root: string): Page {
  return {
    ...FRAME,
    status: 429,
    title: 'That was a little too often',
    headers: ['retry-after', `${limits.SIGN_UP_WINDOW_SECONDS}`],
    content: html`<p>
        Too many links have been asked for within the hour, for this e-mail address or from your network.
        Those that you have been sent still work.
      </p>
      <p>Please look into your mail, or <a href="${root}/sandbox">try again</a> in an hour.</p>`,
  };
}

export function sandboxFaults(root: string): FaultWords {
  return {
    language: 'en',
    again: en.page.again,
    faults: {
      ...en.page.faults,
      unknown: {
        title: 'This link is not valid',
        text: html`It has been used, is older than ${limits.SIGN_UP_HOURS} hours, or is not complete. A key is
          shown only once: if you have lost it, <a href="${root}/sandbox">ask for a new link</a>.`,
      },
      foreign: {
        title: 'That did not work',
        text: html`The form came from another website, and no change was made.
          <a href="${root}/sandbox">Please use the form here</a>.`,
      },
    },
  };
}
