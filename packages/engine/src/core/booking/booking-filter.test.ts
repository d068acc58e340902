import { expect, test } from 'vitest';
import { aBooking } from '../../contract/fixtures.ts';
import { bookingFilter } from './booking-filter.ts';

const guest = {
  name: 'Åsa Björk-Åkesson',
  email: 'Asa@Example.com',
  phone: '+46 (0)70-123 45 67',
  notes: 'window',
  language: null,
};
const booking = aBooking('bk_7Q', { guest, partnerBookingRef: 'HN-4711', status: 'no_show' });
const finds = (search: string): boolean => bookingFilter({ search })(booking);

test('a booking is found by name, e-mail, telephone number, reference and id, in any spelling', () => {
  const found = [
    'asa',
    'åkesson',
    'BJORK asa',
    'asa@example',
    'hn-4711',
    '4711',
    'bk_7q',
    '  ',
    '123 45',
    '70-123',
  ];
  expect(found.filter((search) => !finds(search))).toEqual([]);
  const missed = ['berg', 'asa berg', 'window', '12', '999', '4712'];
  expect(missed.filter(finds)).toEqual([]);
});

test('a telephone number is found with and without the country, and with any spaces', () => {
  const others = ['0701234567', '070 123 45 67', '+46701234567', '0046 70 1234567'];
  for (const phone of others) {
    const filter = bookingFilter({ search: phone });
    const numbers = ['0701234567', '070-123 45 67', '+46 70 123 45 67'].filter((one) =>
      filter(aBooking('x', { guest: { ...guest, phone: one } })),
    );
    expect([phone, numbers.length]).toEqual([phone, phone.startsWith('07') ? 3 : 1]);
  }
  expect(bookingFilter({ search: '070' })(aBooking('x', { guest: { ...guest, phone: null } }))).toBe(false);
});

test('bookings are selected by state', () => {
  expect(bookingFilter({ statuses: ['no_show', 'cancelled'] })(booking)).toBe(true);
  expect(bookingFilter({ statuses: ['confirmed'], search: 'asa' })(booking)).toBe(false);
  expect(bookingFilter({})(booking)).toBe(true);
});
