import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Whose turn it is, of all searches of a process that take long. */
export interface SearchTurns {
  /** Resolves in a turn of the event loop in which no other search has its own. */
  next(): Promise<void>;
}

/** First come, first served. */
export function createSearchTurns(): SearchTurns {
  let last = Promise.resolve();
  return {
    next: () => (last = last.then(yieldToEventLoop)),
  };
}
