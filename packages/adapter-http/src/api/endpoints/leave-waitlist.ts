import { endpoint } from './endpoint.ts';
import { WAITING_EXAMPLES, waitingBody, waitingShape } from './waiting-body.ts';

/** D36 */
export const leaveWaitlist = endpoint(
  {
    name: 'leaveWaitlist',
    method: 'DELETE',
    path: '/waitlist/:waitingId',
    scope: 'bookings:write',
    access: 'own channel',
    load: 'booking',
    tag: 'Waitlist',
    summary: 'Leave the waitlist',
    description:
      'Removes a party from the waitlist. A table held for it goes to the next waiting party in the same step. Repeating has no further effect. A booking that was made of the entry remains: cancel it as any other.',
    answer: {
      status: 200,
      description: 'The party is no longer on the waitlist.',
      name: 'WaitlistEntry',
      schema: waitingShape,
      examples: { left: WAITING_EXAMPLES.left, booked: WAITING_EXAMPLES.booked },
    },
    shared: { 403: 'ScopeMissing', 404: 'WaitlistEntryNotFound' },
  },
  async ({ partner, id }) => {
    const entry = await partner.leaveWaitlist(id);
    const kind = entry.state === 'left' ? 'left' : 'unchanged';
    return {
      status: 200,
      body: waitingBody(entry),
      about: { locationId: entry.locationId, action: { kind } },
    };
  },
);
