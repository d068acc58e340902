import * as z from 'zod';
import { assertDeclaredSize } from '../../http/read-body.ts';
import { endpoint } from './endpoint.ts';

/** D35; the body is not read, but its declared size is limited (D18). */
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
      schema: z
        .object({ ok: z.boolean().meta({ description: 'Always `true`.' }) })
        .meta({ description: 'The request succeeded.' }),
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
