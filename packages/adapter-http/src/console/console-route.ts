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
  /** The public URL of the server, without a trailing slash: `https://book.example.com`. */
  readonly publicUrl: () => string;
  /** The folder of mails that are only written to files; null if they are sent. */
  readonly mailFolder: string | null;
  /** Reads and writes the file of a location; null if that is not supported. */
  readonly locationFiles: LocationFiles | null;
  /** The demo restaurant, which is opened by a printed link; null: none. */
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
  /** Base of the console's links: the path of the public URL, then `/console`. */
  readonly root: string;
  /** For the hidden field `token` of every form: `formField(input)` in `console-page.ts` writes it. */
  readonly formToken: string;
  /** The script wants only the content of `<main>` (`x-bord-fragment: 1`). */
  readonly wantsFragment: boolean;
}

export interface ConsoleInput extends PersonInput {
  readonly house: LocationActions;
  readonly location: Location;
  readonly role: Role;
  /** Base of links to this restaurant: `/console/nord`. */
  readonly here: string;
  /** The parameters of the path, without `location`: `{ id: 'bk_1' }`. */
  readonly ids: Readonly<Record<string, string>>;
}

/** The fields of a form whose token was verified. */
export interface Sent {
  readonly form: Query;
}

export interface ConsoleAnswer extends Answer {
  /** The page that results from this answer, if its body has only the changes. */
  readonly whole?: string;
  /** The part of the body that many clients share, and that is worth compressing. */
  readonly shared?: SharedText;
}

/** A path below a restaurant with its handlers. `read` is read-only. Errors of both become pages. */
export interface ConsoleRoute {
  /** The template: `/console/:location/bookings/:id`. */
  readonly path: string;
  read(input: ConsoleInput): Promise<ConsoleAnswer>;
  change?(input: ConsoleInput & Sent): Promise<Answer>;
  /** The role that may open it. Default: all staff of the restaurant. */
  readonly role?: Role;
  /** The role that may send its form. Defaults to `role`. */
  readonly changeRole?: Role;
  /** Reads the form; by default fields only, of at most 64 KiB. */
  readonly readForm?: (request: HttpRequest, signal?: AbortSignal) => Promise<Query>;
}

export type PartRoutes = (context: ConsoleContext) => readonly ConsoleRoute[];
