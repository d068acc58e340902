import type { RequestRecord } from '@bord/adapter-http/server';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { REQUEST_FIELDS } from '../../../../scripts/reference/log-fields.ts';
import { logRequest } from './log.ts';

test('the page of log fields has each field of a logged request, and no other', () => {
  const lines: string[] = [];
  const log = pino({ base: { pid: 1 } }, { write: (line: string) => lines.push(line) });
  const record: RequestRecord = {
    requestId: 'r-1',
    method: 'POST',
    route: '/v1/partner-api/locations/:locationId/bookings',
    status: 409,
    durationMs: 3,
    keyId: 'key_1',
    partner: 'acme',
    locationId: 'l-1',
    action: { kind: 'refused', reason: 'tables' },
    shed: 'booking',
    failure: { code: 'invalid_request', cause: 'not_json', fields: ['body'] },
  };
  logRequest(log, record);
  const fields = Object.keys(JSON.parse(lines.join('')) as object);
  expect(fields.toSorted()).toEqual(Object.keys(REQUEST_FIELDS).toSorted());
});
