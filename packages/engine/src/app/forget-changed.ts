import type { Invalidation } from '../ports/invalidations.ts';
import type { App } from './context.ts';

/** Forgets what another process has changed, and nothing else: a new plan of one location costs the others nothing. */
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
      return signedIn.forget(); // who visits the demo does so with a key
    case 'endpoints':
      return listeners.forget();
    case 'staff':
      return signedIn.clear();
    case 'guests':
      return watchers.tellAll(); // nothing else that is kept tells of a guest, but what waits to be sent
    case 'anything':
      watchers.tellAll();
      locationCache.forgetAll();
      listeners.forget();
      callers.forget();
      signedIn.forget();
      app.service = { ...app.service, knownUntilMs: 0 };
  }
}
