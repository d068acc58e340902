import { endpoint } from './endpoint.ts';
import { WAITING_EXAMPLES, waitingBody, waitingShape } from './waiting-body.ts';

/** D36: how an entry of the waiting list stands. */
export const readWaiting = endpoint(
  {
    name: 'readWaitlistEntry',
    method: 'GET',
    path: '/waitlist/:waitingId',
    scope: 'bookings:read',
    access: 'own channel',
    load: 'reading',
    tag: 'Waitlist',
    summary: 'Read an entry of the waiting list',
    description:
      'How a party stands that you have put on the list: in line, with an offer, booked, or no longer. An offer that has lapsed may have gone to the next in line.',
    answer: {
      status: 200,
      description: 'The entry as it stands now.',
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
