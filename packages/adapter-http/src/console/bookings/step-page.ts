import type { Answer } from '../../http/answer.ts';
import { type Content, html } from '../../web/html.ts';
import { consolePage } from '../console-page.ts';
import type { BookingInput } from './booking-input.ts';
import { nameOf, whoHtml } from './booking-text.ts';

export interface StepPage {
  readonly heading: string;
  /** The page's title; default: the action and the party. */
  readonly title?: string;
  readonly status: number;
  /** Announced first: why the action was rejected, and the alternatives. */
  readonly refusal: Content;
  readonly content: Content;
}

export function stepPage(
  input: BookingInput,
  { heading, title = `${heading}: ${nameOf(input, input.booking)}`, status, refusal, content }: StepPage,
): Answer {
  const { booking, location } = input;
  return consolePage({
    input,
    section: 'evening',
    title,
    date: booking.serviceDate,
    status,
    about: { locationId: location.id },
    content: html`<div class="card">
      ${refusal}
      <h1>${heading}</h1>
      <p class="of">${whoHtml(input, booking)}</p>
      ${content}
    </div>`,
  });
}
