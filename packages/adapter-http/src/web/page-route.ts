import type { Engine } from '@bord/engine';
import type { Answer } from '../http/answer.ts';

export interface PageContext {
  readonly engine: Engine;
  readonly publicUrl: () => string;
  readonly organizer: string;
  readonly nowMs: () => number;
}

export type Query = Readonly<Record<string, string>>;

export interface RequestInput {
  /** The token in the path, unverified. Empty on paths without one. */
  readonly token: string;
  /** The restaurant's alias in the path; empty on paths without one. */
  readonly alias: string;
  readonly query: Query;
  readonly headers: Pick<Headers, 'get'>;
  /** The client for rate limits: an IP address or a network. */
  readonly clientAddress: string;
  /** The fields of the form; throws `invalid_request` without a form. */
  readonly readForm: () => Promise<Query>;
}

type Answering = (input: RequestInput) => Promise<Answer>;

export interface PageRoute {
  /** The template: `/manage/:token`. */
  readonly path: string;
  readonly read: Answering;
  readonly change?: Answering;
}

/** Base of links, without a trailing slash; empty if the pages are at the root of the host. */
export function rootOf({ publicUrl }: Pick<PageContext, 'publicUrl'>): string {
  return new URL(publicUrl()).pathname.replace(/\/+$/, '');
}
