import { bookingRoutes } from './bookings/booking-routes.ts';
import { eveningRoutes } from './evening/evening-routes.ts';
import { houseRoutes } from './house/house-routes.ts';
import { liveRoutes } from './live/live-routes.ts';
import type { PartRoutes } from './console-route.ts';
import { waitlistRoutes } from './waitlist/waitlist-routes.ts';

export const consoleRoutes: PartRoutes = (context) =>
  [eveningRoutes, bookingRoutes, waitlistRoutes, liveRoutes, houseRoutes].flatMap((routes) =>
    routes(context),
  );
