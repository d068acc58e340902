import { yieldToEventLoop } from './yield-to-event-loop.ts';

export interface SearchTurns {
  /** Resolves in a turn of the event loop that no other search uses. */
  next(): Promise<void>;
}

export function createSearchTurns(): SearchTurns {
  let last = Promise.resolve();
  return {
    next: () => (last = last.then(yieldToEventLoop)),
  };
}
