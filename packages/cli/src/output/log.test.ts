import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs statements in a process with a log; returns its lines and exit. */
function logged(statements: string): { lines: Record<string, unknown>[]; err: string; code: number | null } {
  const program = `
    import { openLog, endOnUncaught, logFact, logRequest } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const log = await openLog('trace', 1);
    ${statements}`;
  const args = ['--conditions=@bord/source', '--input-type=module-typescript', '--eval', program];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { lines: lines.map((line) => JSON.parse(line)), err: stderr, code: status };
}

test('errors are logged without their message, uncaught ones too', () => {
  const { lines, err, code } = logged(`
    endOnUncaught(log);
    log.error(new Error('about Astrid'));
    log.error({ err: new Error('about Astrid') });
    log.warn({ err: new RangeError('about Astrid') }, 'said so');
    log.info('%s of %d', 'one', 2);
    logFact(log, { kind: 'fault', where: 'deliveries', error: new Error('about Astrid') });
    Promise.reject(new TypeError('about Astrid'));`);
  expect(JSON.stringify(lines)).not.toContain('Astrid');
  // A pipe that is full for a moment may let a line overtake another.
  const linesWith = (msg: string): Record<string, unknown>[] => lines.filter((line) => line['msg'] === msg);
  expect(lines.map(({ msg }) => msg).toSorted()).toEqual([
    'deliveries failed',
    'one of 2',
    'said so',
    'something went wrong',
    'something went wrong',
    'this should not have happened',
  ]);
  expect(linesWith('said so')[0]!['err']).toMatchObject({ name: 'RangeError', stack: expect.any(Array) });
  expect(linesWith('this should not have happened')[0]).toMatchObject({
    level: 60,
    err: { name: 'TypeError' },
    origin: 'unhandledRejection',
  });
  expect([err, code]).toEqual(['', 1]);
});

test('a change of the primary is one line, which names both hosts', () => {
  const { lines } = logged(`
    logFact(log, { kind: 'primary', from: 'db1:5432', to: 'db2:5432', afterMs: 1830 });`);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      from: 'db1:5432',
      to: 'db2:5432',
      afterMs: 1830,
      msg: 'the database is written to at db2:5432 now, and not at db1:5432: after 1830 ms',
    }),
  ]);
});

test('a request is one line: method and route, outcome, and duration', () => {
  const { lines } = logged(`
    const request = { requestId: 'r1', method: 'POST', route: '/v1/partner-api/bookings/:bookingId/cancel', status: 200,
      durationMs: 3.14159, keyId: 'key_1', partner: 'acme', locationId: null, action: null, shed: null, failure: null };
    logRequest(log, { ...request, action: { kind: 'cancelled' } });
    logRequest(log, { ...request, status: 409, action: { kind: 'refused', reason: 'pacing' } });
    logRequest(log, { ...request, route: null, status: 404, keyId: null, partner: null });
    logRequest(log, { ...request, status: 503, keyId: null, partner: null, shed: 'booking' });
    logRequest(log, { ...request, method: 'GET', route: '/readyz', keyId: null, partner: null });
    logRequest(log, { ...request, status: 400, failure: { code: 'invalid_request', fields: ['partySize', 'email'], cause: null } });
    logRequest(log, { ...request, status: 401, failure: { code: 'key_invalid', fields: [], cause: 'revoked' } });`);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [30, 'POST /bookings/…/cancel 200 3 ms acme cancelled'],
    [30, 'POST /bookings/…/cancel 409 3 ms acme refused pacing'],
    [30, 'POST unknown path 404 3 ms'],
    [30, 'POST /bookings/…/cancel 503 3 ms turned away'],
    [20, 'GET /readyz 200 3 ms'],
    [30, 'POST /bookings/…/cancel 400 3 ms acme invalid_request partySize email'],
    [30, 'POST /bookings/…/cancel 401 3 ms acme key_invalid revoked'],
  ]);
  expect(lines[1]).toMatchObject({ requestId: 'r1', durationMs: 3.1, outcome: 'refused', reason: 'pacing' });
  for (const field of ['shed', 'code', 'cause', 'fields'])
    expect(Object.keys(lines[0]!)).not.toContain(field);
  expect(lines[5]).toMatchObject({ code: 'invalid_request', fields: ['partySize', 'email'] });
  expect(lines[6]).toMatchObject({ code: 'key_invalid', cause: 'revoked' });
});
