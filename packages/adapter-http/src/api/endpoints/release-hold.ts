import { endpoint } from './endpoint.ts';
import { okShape } from './fields.ts';

/** D35 */
export const releaseHold = endpoint(
  {
    name: 'releaseHold',
    method: 'DELETE',
    path: '/holds/:holdId',
    scope: 'bookings:write',
    access: 'own channel',
    load: 'booking',
    tag: 'Holds',
    summary: 'Release a hold',
    description:
      'Releases a held table before its expiry: others can book it immediately. Repeating has no further effect, and expired holds can be released too. A confirmed hold has no table to release; its booking is unchanged.',
    answer: {
      status: 200,
      description: 'The table is no longer held.',
      name: 'Ok',
      schema: okShape,
      examples: { released: { summary: 'Released', value: { ok: true } } },
    },
    shared: { 403: 'ScopeMissing', 404: 'HoldNotFound' },
  },
  async ({ partner, id }) => {
    const { locationId } = await partner.releaseHold(id);
    return { status: 200, body: { ok: true }, about: { locationId, action: { kind: 'released' } } };
  },
);
