import { expect, test } from 'vitest';
import { aBooking, aDelivery } from '../../contract/fixtures.ts';
import { ERASED, isErasable, withoutGuest } from './erasure.ts';

test('an erased booking contains no guest data, and cannot be erased again', () => {
  const booking = aBooking('bk_1', { manageTokenHash: 'a'.repeat(64), status: 'completed' });
  expect(isErasable(booking, 0)).toBe(true);
  const left = { ...booking, ...ERASED };
  expect(JSON.stringify(left)).not.toMatch(/Alva|alva|aaaa/);
  expect(Object.values(left.guest).filter(Boolean)).toEqual([]);
  expect(isErasable(left, Infinity)).toBe(false);
});

test('an expected guest is not erased before the end of the visit, unless it is cancelled', () => {
  const booking = aBooking('bk_1');
  expect(isErasable(booking, booking.endMs - 1)).toBe(false);
  expect(isErasable(booking, booking.endMs)).toBe(true);
  expect(isErasable({ ...booking, status: 'cancelled' }, booking.startMs)).toBe(true);
});

test('a waiting e-mail to an erased guest is dropped; a webhook is kept without the guest, with all other bytes unchanged', () => {
  const mail = { ...aDelivery('m'), state: 'waiting' } as const;
  expect(withoutGuest(mail)).toEqual({ state: 'dropped', body: mail.body });
  expect(withoutGuest({ ...mail, state: 'delivered' }).state).toBe('delivered');
  const event = {
    queue: 'e',
    state: 'failed',
    body: '{"id":"réf","data":{"guest":{"name":"Alva"},"z":1}}',
  } as const;
  expect(withoutGuest(event)).toEqual({ state: 'failed', body: '{"id":"réf","data":{"guest":null,"z":1}}' });
  const odd = String.raw`{"n":1e2,"big":12345678901234567890,"data":{"a":"\u00e5\/","guest":{"name":"x"},"z":[1.0,null]}}`;
  expect(withoutGuest({ ...event, body: odd }).body).toBe(odd.replace('{"name":"x"}', 'null'));
  const silent = { ...event, body: '{ "data": {"guest":null} }' };
  expect(withoutGuest(silent).body).toBe(silent.body);
});
