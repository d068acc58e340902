/** The content of a mail, from which both text and HTML are made, so that they cannot differ. */
import type { Brand, Location } from '@bord/engine';
import { addressOf, oneLine } from '../web/clean.ts';
import { brandAt } from '../web/page-look.ts';

export interface CalendarFile {
  readonly name: string;
  readonly method: 'PUBLISH' | 'CANCEL';
  readonly content: string;
}

/** A part of a letter. Texts are plain lines; escaping happens when they are rendered. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** The subject: a prominent line with others below it. `lapsed`: no longer valid. */
  | {
      readonly kind: 'facts';
      readonly head: string;
      readonly lines: readonly string[];
      readonly lapsed: boolean;
    }
  /** A button. `hint` introduces the full link below it. */
  | {
      readonly kind: 'action';
      readonly lead: string;
      readonly label: string;
      readonly url: string;
      readonly hint: string;
    }
  | { readonly kind: 'command'; readonly does: string; readonly command: string }
  /** The address of the restaurant, and how to reach it. */
  | {
      readonly kind: 'contact';
      readonly name: string;
      readonly address: string | null;
      readonly phone: { readonly label: string; readonly text: string } | null;
      readonly email: { readonly label: string; readonly text: string } | null;
    }
  | { readonly kind: 'note'; readonly text: string };

export interface Letter {
  readonly to: string;
  /** Shown as the sender; null: as configured. */
  readonly sender: string | null;
  readonly replyTo: string | null;
  readonly language: string;
  readonly subject: string;
  /** The preview next to the subject in a list of mails. */
  readonly preview: string;
  /** The colour and logo of the mail; null: Bord's. */
  readonly brand: Brand | null;
  readonly masthead: string;
  readonly title: string;
  readonly parts: readonly Part[];
  readonly calendar: CalendarFile | null;
}

/** The fields of a letter from Bord itself. */
export const FROM_BORD = {
  sender: null,
  replyTo: null,
  brand: null,
  masthead: 'Bord',
  calendar: null,
} as const;

/** The fields of a letter from a restaurant. */
export function fromRestaurant(
  { name, contact, brand }: Pick<Location, 'name' | 'contact' | 'brand'>,
  publicUrl: string,
) {
  const restaurant = oneLine(name) || 'Bord';
  return {
    sender: restaurant,
    replyTo: addressOf(contact.email),
    brand: brandAt(brand, publicUrl),
    masthead: restaurant,
    calendar: null,
  };
}

export function textPart(text: string): Part {
  return { kind: 'text', text };
}
