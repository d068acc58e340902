/** The page from which a form was opened, and to which it returns: the day with its view, as a timeline or a list. */
import { type Booking, isLocalDate, type LocalDate } from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import type { DoneKind } from '../../i18n/languages.ts';
import { html, type Html } from '../../web/html.ts';
import type { Query } from '../../web/page-route.ts';
import { consoleRedirect } from '../console-document.ts';
import type { ConsoleInput } from '../console-route.ts';

interface Origin {
  readonly date: LocalDate | null;
  readonly view: 'list' | 'timeline' | null;
}

type Here = Pick<ConsoleInput, 'here' | 'query' | 'headers'> & { readonly form?: Query };

/** By the form, the URL, or the referrer, because the shared drawing of a day has the same links for all. */
function originOf({ query, form, headers, here }: Here): Origin {
  const { date = '', view } = form ?? { ...dayBefore(headers.get('referer'), here), ...query };
  return {
    date: isLocalDate(date) ? date : null,
    view: view === 'list' || view === 'timeline' ? view : null,
  };
}

/** The date and view of the previous page; empty if it was another page or the referrer is unknown. */
function dayBefore(referer: string | null, here: string): Query {
  if (referer === null || !URL.canParse(referer)) return {};
  const { pathname, searchParams } = new URL(referer);
  return pathname === here ? Object.fromEntries(searchParams) : {};
}

export function originFields(input: Here): Html {
  const { date, view } = originOf(input);
  return html`${date && html`<input type="hidden" name="date" value="${date}" />`}${
    view && html`<input type="hidden" name="view" value="${view}" />`
  }`;
}

export function hrefOf(input: Here, path: string, query: Query = {}): string {
  const { date, view } = originOf(input);
  const all = new URLSearchParams({ ...(date && { date }), ...(view && { view }), ...query }).toString();
  return `${input.here}${path}${all && `?${all}`}`;
}

export function cardHref(input: Here, { id }: Pick<Booking, 'id'>): string {
  return hrefOf(input, `/bookings/${id}`);
}

export interface Done {
  readonly kind: DoneKind;
  readonly id: string;
  readonly date?: LocalDate;
  readonly isOnCard?: boolean;
  /** The tables of a removed block, which cannot be looked up any more. */
  readonly tables?: readonly string[];
  readonly action?: NonNullable<Answer['about']>['action'];
}

/** Redirects to the origin, with a notice about the action. */
export function doneAnswer(input: ConsoleInput & { readonly form: Query }, done: Done): Answer {
  const { kind, id, date, isOnCard = false, tables, action } = done;
  const query = {
    ...(date && originOf(input).date === null && { date }),
    done: kind,
    id,
    ...(tables && { tables: JSON.stringify(tables) }),
  };
  const href = isOnCard ? hrefOf(input, `/bookings/${id}`, query) : hrefOf(input, '', query);
  return consoleRedirect(href, [], { locationId: input.location.id, ...(action && { action }) });
}
