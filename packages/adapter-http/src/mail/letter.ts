/** What a mail says, before it becomes text and HTML: one account of it, so that the two cannot differ. */
import type { Brand } from '@bord/engine';

export interface CalendarFile {
  readonly name: string;
  readonly method: 'PUBLISH' | 'CANCEL';
  readonly content: string;
}

/** A piece of a letter. Texts are lines without markup; what needs escaping is escaped where they are set. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** What it is all about: a line that stands out, and some below it. `lapsed`: no longer so. */
  | {
      readonly kind: 'facts';
      readonly head: string;
      readonly lines: readonly string[];
      readonly lapsed: boolean;
    }
  /** A button. `hint` introduces the link in full below it. */
  | {
      readonly kind: 'action';
      readonly lead: string;
      readonly label: string;
      readonly url: string;
      readonly hint: string;
    }
  /** A command to type, and what it does. */
  | { readonly kind: 'command'; readonly does: string; readonly command: string }
  /** Where the house is and how to reach it. */
  | {
      readonly kind: 'contact';
      readonly name: string;
      readonly address: string | null;
      readonly phone: { readonly label: string; readonly text: string } | null;
      readonly email: { readonly label: string; readonly text: string } | null;
    }
  /** In small print. */
  | { readonly kind: 'note'; readonly text: string };

export interface Letter {
  readonly to: string;
  /** Shown as the sender; null: as configured. */
  readonly sender: string | null;
  readonly replyTo: string | null;
  /** BCP 47 */
  readonly language: string;
  readonly subject: string;
  /** What a list of mails shows beside the subject. */
  readonly preview: string;
  /** Whose colour and logo it wears; null: Bord's own. */
  readonly brand: Brand | null;
  readonly masthead: string;
  readonly title: string;
  readonly parts: readonly Part[];
  readonly calendar: CalendarFile | null;
}
