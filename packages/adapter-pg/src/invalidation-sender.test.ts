import { expect, test, vi } from 'vitest';
import { invalidationSender } from './invalidations.ts';

const soon = { timeout: 10_000, interval: 20 };

/** A sender that records its payloads, and fails a given number of times. */
function recordingSender(failures = 0) {
  let left = failures;
  const sent: unknown[][] = [];
  const sender = invalidationSender('me', async (payloads) => {
    if (left-- > 0) throw new Error('the database is away');
    sent.push(payloads.map((payload) => JSON.parse(payload) as unknown));
  });
  return { sender, sent };
}

const of = (invalidation: object): object => ({ from: 'me', ...invalidation });

test('D7 invalidations that could not be sent are sent later, as anything', async () => {
  const { sender, sent } = recordingSender(2);
  sender.tell({ kind: 'diary', locationId: 'l', dates: ['2030-03-01'] });
  await vi.waitFor(() => expect(sent).toEqual([[of({ kind: 'anything' })]]), soon);
  await sender.close();
});

test('concurrent invalidations are sent together, each location with all its dates', async () => {
  const { sender, sent } = recordingSender();
  sender.tell({ kind: 'diary', locationId: 'k', dates: ['2030-03-01'] });
  sender.tell({ kind: 'diary', locationId: 'l', dates: ['2030-03-01', '2030-03-02'] });
  sender.tell({ kind: 'diary', locationId: 'l', dates: ['2030-03-02', '2030-03-03'] });
  sender.heartbeat();
  await sender.close();
  expect(sent.flat()).toEqual([
    of({ kind: 'diary', locationId: 'k', dates: ['2030-03-01'] }),
    of({ kind: 'diary', locationId: 'l', dates: ['2030-03-01', '2030-03-02', '2030-03-03'] }),
    of({ kind: 'beat' }),
  ]);
});

test('D7 a plan is sent with its location, and kinds without ids once; all are merged into anything if that is sent', async () => {
  for (const isAnything of [false, true]) {
    const { sender, sent } = recordingSender();
    sender.tell({ kind: 'location', locationId: 'k' });
    for (const kind of ['keys', 'endpoints', 'staff', 'keys'] as const) sender.tell({ kind });
    for (const locationId of ['l', 'k']) sender.tell({ kind: 'location', locationId });
    if (isAnything) sender.tell({ kind: 'anything' });
    await sender.close();
    const named = ['k', 'l'].map((locationId) => of({ kind: 'location', locationId }));
    const kinds = ['keys', 'endpoints', 'staff'].map((kind) => of({ kind }));
    const expected = isAnything ? [named[0], of({ kind: 'anything' })] : [...named, ...kinds];
    const texts = (all: readonly unknown[]) => new Set(all.map((one) => JSON.stringify(one)));
    expect(texts(sent.flat())).toEqual(texts(expected));
  }
});

test('more dates than a payload can contain are sent as anything', async () => {
  const { sender, sent } = recordingSender();
  sender.tell({ kind: 'diary', locationId: 'l', dates: ['2030-03-01'] }); // sent immediately, alone
  await vi.waitFor(() => expect(sent).toHaveLength(1), soon);
  const dates = Array.from({ length: 401 }, (_, i) => new Date(i * 86_400_000).toISOString().slice(0, 10));
  sender.tell({ kind: 'diary', locationId: 'l', dates });
  await sender.close();
  expect(sent[1]).toEqual([of({ kind: 'anything' })]);
});
