import type { Contact } from '@bord/engine';
import { addressOf, dialUrl, oneLine, streetLine } from '../web/clean.ts';
import { type Content, html, type Html } from '../web/html.ts';
import type { Reader } from './visit.ts';

/** A phone number as it is written; `url` is null if it cannot be dialled. */
export interface Phone {
  readonly text: string;
  readonly url: string | null;
}

export function phoneOf({ phone }: Contact): Phone | null {
  const text = oneLine(phone ?? '');
  return text === '' ? null : { text, url: dialUrl(text) };
}

export function emailUrlOf({ email }: Contact): string | null {
  const address = addressOf(email);
  return address && `mailto:${encodeURI(address)}`;
}

export function contactHtml({ view, restaurant, page, words }: Reader): Html {
  const { contact } = view.location;
  const phone = phoneOf(contact);
  const emailUrl = emailUrlOf(contact);
  const street = streetLine(contact.address);
  return html`<address aria-label="${page.contact}">
    <p><strong>${restaurant}</strong></p>
    ${street !== null && html`<p>${street}</p>`} ${phone && html`<p>${words.phone}: ${link(phone)}</p>`}
    ${emailUrl && html`<p>${words.email}: ${link({ url: emailUrl, text: contact.email ?? '' })}</p>`}
  </address>`;
}

function link({ url, text }: Phone): Content {
  return url === null ? text : html`<a href="${url}">${text}</a>`;
}
