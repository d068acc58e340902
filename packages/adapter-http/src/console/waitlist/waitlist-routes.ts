import type { PartRoutes } from '../console-route.ts';
import { sendWaiting } from './send-waiting.ts';
import { leavePage, sendLeave, waitlistPage } from './waitlist-page.ts';

export const waitlistRoutes: PartRoutes = () => [
  { path: '/console/:location/waitlist', read: (input) => waitlistPage(input), change: sendWaiting },
  { path: '/console/:location/waitlist/:id/leave', read: leavePage, change: sendLeave },
];
