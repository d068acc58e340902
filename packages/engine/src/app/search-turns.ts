import { yieldToEventLoop } from './yield-to-event-loop.ts';

export interface SearchTurns {
  /** Resolves in a turn of the event loop in which no other search has its own. */
  next(): Promise<void>;
}

export function createSearchTurns(): SearchTurns {
  let last = Promise.resolve();
  return {
    next: () => (last = last.then(yieldToEventLoop)),
  };
}
