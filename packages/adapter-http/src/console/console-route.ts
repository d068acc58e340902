import type { Engine, LocationActions, Language, Location, Role, StaffCaller } from '@bord/engine';
import type { Answer } from '../http/answer.ts';
import type { ConsoleWords } from '../i18n/languages.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { Query } from '../web/page-route.ts';
import type { ConsoleDemo } from './demo/demo-entry.ts';
import type { LocationFiles } from './house/location-files.ts';
import type { SharedText } from './packed-answer.ts';

export interface ConsoleContext {
  readonly engine: Engine;
  /** Where people reach the server, without a slash at the end: `https://book.example.com`. */
  readonly publicUrl: () => string;
  /** Where mails go that are only written to files; null when they are really sent. */
  readonly mailFolder: string | null;
  /** Reads and writes the file of a location; null where nobody can. */
  readonly locationFiles: LocationFiles | null;
  /** The demo restaurant, which opens by a printed link or with a sandbox key; null: there is none. */
  readonly demo: ConsoleDemo | null;
  readonly nowMs: () => number;
}

export interface PersonInput {
  readonly caller: StaffCaller;
  readonly staff: ReturnType<Engine['staff']>;
  readonly query: Query;
  readonly headers: Pick<Headers, 'get'>;
  readonly nowMs: number;
  readonly language: Language;
  readonly words: ConsoleWords;
  /** Base of the console's links: `/console`, behind the path of the public URL. */
  readonly root: string;
  /** For the hidden field `token` that every form has: `formField(input)` in `console-page.ts` writes it. */
  readonly formToken: string;
  /** Only what stands in `<main>` is wanted, by the script (`x-bord-fragment: 1`). */
  readonly wantsFragment: boolean;
}

export interface ConsoleInput extends PersonInput {
  readonly house: LocationActions;
  readonly location: Location;
  readonly role: Role;
  /** Base of links to this house: `/console/nord`. */
  readonly here: string;
  /** The variable parts of the path, without `location`: `{ id: 'bk_1' }`. */
  readonly ids: Readonly<Record<string, string>>;
}

/** The fields of a form that was sent; its token was compared already. */
export interface Sent {
  readonly form: Query;
}

export interface ConsoleAnswer extends Answer {
  /** What the page shows with this answer, where its body says only what differs. */
  readonly whole?: string;
  /** What of its body is the same for many, and worth compressing. */
  readonly shared?: SharedText;
}

/** A path below a house, and what is answered there. `read` changes nothing. What either throws is told in a page. */
export interface ConsoleRoute {
  /** The template: `/console/:location/bookings/:id`. */
  readonly path: string;
  read(input: ConsoleInput): Promise<ConsoleAnswer>;
  change?(input: ConsoleInput & Sent): Promise<Answer>;
  /** Who may open it. Defaults to everybody who works there. */
  readonly role?: Role;
  /** Who may send its form. Defaults to `role`. */
  readonly changeRole?: Role;
  /** Reads the form; by default one of fields alone, of at most 64 KiB. */
  readonly readForm?: (request: HttpRequest, signal?: AbortSignal) => Promise<Query>;
}

export type PartRoutes = (context: ConsoleContext) => readonly ConsoleRoute[];
