import type { Invalidation } from '../ports/invalidations.ts';
import type { App } from './context.ts';

/** Drops the cached data that another process has changed. A new plan of one location keeps the others cached. */
export function forgetChanged(app: App, invalidation: Invalidation): void {
  const { locationCache, watchers, signedIn, callers, listeners } = app;
  switch (invalidation.kind) {
    case 'diary':
      if (invalidation.dates.length > 0) watchers.tell(invalidation.locationId, invalidation.dates);
      return locationCache.forgetDates(invalidation.locationId, invalidation.dates);
    case 'location':
      watchers.tell(invalidation.locationId, []);
      return locationCache.forgetLocation(invalidation.locationId);
    case 'keys':
      callers.forget();
      listeners.forget();
      return signedIn.forget(); // visitors of the demo are signed in with a key
    case 'endpoints':
      return listeners.forget();
    case 'staff':
      return signedIn.clear();
    case 'guests':
      return watchers.tellAll(); // besides the messages to be sent, no other cached data contains guests
    case 'anything':
      watchers.tellAll();
      locationCache.forgetAll();
      listeners.forget();
      callers.forget();
      signedIn.forget();
      app.service = { ...app.service, knownUntilMs: 0 };
  }
}
