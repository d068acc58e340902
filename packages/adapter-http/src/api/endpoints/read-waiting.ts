import { endpoint } from './endpoint.ts';
import { WAITING_EXAMPLES, waitingBody, waitingShape } from './waiting-body.ts';

/** D36: the state of a waitlist entry. */
export const readWaiting = endpoint(
  {
    name: 'readWaitlistEntry',
    method: 'GET',
    path: '/waitlist/:waitingId',
    scope: 'bookings:read',
    access: 'own channel',
    load: 'reading',
    tag: 'Waitlist',
    summary: 'Read a waitlist entry',
    description:
      'The state of a party that you added to the waitlist: waiting, with an offer, booked, or removed. An expired offer can have gone to the next waiting party.',
    answer: {
      status: 200,
      description: 'The entry in its current state.',
      name: 'WaitlistEntry',
      schema: waitingShape,
      examples: WAITING_EXAMPLES,
    },
    shared: { 403: 'ScopeMissing', 404: 'WaitlistEntryNotFound' },
  },
  async ({ partner, id }) => {
    const entry = await partner.readWaiting(id);
    return { status: 200, body: waitingBody(entry), about: { locationId: entry.locationId } };
  },
);
