import * as z from 'zod';
import { assertDeclaredSize } from '../../http/read-body.ts';
import { endpoint } from './endpoint.ts';

/** D35; a body is left unread, and must not be declared as larger than others may be (D18). */
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
      'Gives a held table free before its time: others can have it at once. Releasing twice is no fault, nor is releasing a hold that has lapsed; of one that was confirmed nothing is left to be released, and the booking stands.',
    answer: {
      status: 200,
      description: 'Nothing is held any more, now or since earlier.',
      name: 'Ok',
      schema: z
        .object({ ok: z.boolean().meta({ description: 'Always `true`.' }) })
        .meta({ description: 'It is done (§2.9).' }),
      examples: { released: { summary: 'Released', value: { ok: true } } },
    },
    shared: { 403: 'ScopeMissing', 404: 'HoldNotFound' },
  },
  async ({ partner, id, request }) => {
    assertDeclaredSize(request.headers);
    const { locationId } = await partner.releaseHold(id);
    return { status: 200, body: { ok: true }, about: { locationId, action: { kind: 'released' } } };
  },
);
