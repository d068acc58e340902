import type { Engine } from '@bord/engine';
import type { Answer } from '../http/answer.ts';

/** The parts that pages are made with. */
export interface PageContext {
  readonly engine: Engine;
  readonly publicUrl: () => string;
  readonly organizer: string;
  readonly nowMs: () => number;
}

export type Query = Readonly<Record<string, string>>;

export interface RequestInput {
  /** As it stands in the path: only who has opened a link with it knows that it is one. Empty on paths that have none. */
  readonly token: string;
  /** The restaurant's alias in the path; empty on paths that have none. */
  readonly alias: string;
  readonly query: Query;
  readonly headers: Pick<Headers, 'get'>;
  /** Who asks, for limits: an address, or a network. */
  readonly clientAddress: string;
  /** The fields of the form; throws `invalid_request` unless one was sent. */
  readonly readForm: () => Promise<Query>;
}

type Answering = (input: RequestInput) => Promise<Answer>;

export interface PageRoute {
  /** The template: `/manage/:token`. */
  readonly path: string;
  readonly read: Answering;
  /** POST */
  readonly change?: Answering;
}

/** Base of links, without a slash at the end; empty if the pages have the whole host. */
export function rootOf({ publicUrl }: Pick<PageContext, 'publicUrl'>): string {
  return new URL(publicUrl()).pathname.replace(/\/+$/, '');
}
