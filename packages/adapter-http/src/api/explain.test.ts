import { expect, test } from 'vitest';
import { booking, openRuntime } from '../../test/runtime.ts';
import { readAvailability } from './endpoints/read-availability.ts';

test('an unavailable slot has its reason only if the request asks for it', async () => {
  const { call, post, location } = await openRuntime();
  const here = `/locations/${location.id}`;
  const day = async (more: string): Promise<string> =>
    (await call(`${here}/availability?date=2026-12-02&partySize=4${more}`)).text();
  await post(`${here}/bookings`, booking({ partySize: 4 }));
  const plain = await day('');
  for (let i = 0; i < 2; i++) {
    const explained = await day('&explain=true');
    const { slots } = readAvailability.answer.schema.parse(JSON.parse(explained));
    expect(slots.find(({ slot }) => slot === '2026-12-02T18:00:00Z')?.reason).toBe('tables');
    expect(slots.every(({ available, reason }) => available === (reason === undefined))).toBe(true);
    expect(explained.replaceAll(',"reason":"tables"', '')).toBe(plain);
    expect([await day(''), await day('&explain=false')]).toEqual([plain, plain]);
    const range = { startDate: '2026-12-02', endDate: '2026-12-02', partySizes: [4], explain: true };
    expect(await (await post(`${here}/availability/batch?explain=true`, range)).text()).not.toContain(
      'reason',
    );
  }
});

test.each([
  'explain=1',
  'explain=',
  'explain=TRUE',
  'explain=true&explain=true',
  'explain=true&explain=false',
])('D8 %s is 400', async (more) => {
  const { call, location } = await openRuntime();
  const answer = await call(`/locations/${location.id}/availability?date=2026-12-02&partySize=4&${more}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^explain /) });
});
