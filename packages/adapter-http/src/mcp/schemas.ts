/** The fields of the tools' inputs, and the schemas of their answers. */
import { z } from 'zod';
import { WEEKDAYS } from './local-time.ts';

const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const weekday = z.enum(WEEKDAYS);
const party_size = z.int().min(1).max(1000);
const restaurant = z.string().max(100).optional();
const detail = z.string().max(2000).optional();
const guest = { name: detail, email: detail, phone: detail };

/** Fields of inputs, and groups of them. */
export const FIELDS = {
  restaurant,
  handle: z.string().max(1000),
  expect: z.strictObject({ date, weekday, time, party_size }),
  search: { restaurant, date, time: time.optional(), party_size, area: restaurant },
  waiting: { restaurant, date, weekday, from: time, to: time, party_size, area: restaurant, ...guest },
  guest: { ...guest, notes: detail },
};

const text = { type: 'string' };
const number = { type: 'integer' };
const start = { date: text, weekday: text, time: text };
const list = (properties: object): object => ({ type: 'array', items: { type: 'object', properties } });

/** Fields of answers, and groups of them. */
export const SCHEMAS = {
  text,
  number,
  flag: { type: 'boolean' },
  times: list({ offer: text, ...start }),
  restaurant: { restaurant: text, name: text },
  when: { ...start, party_size: number },
  list,
};

/** The schema of an answer with these properties; a rejection has a reason instead of the required ones. */
export function answerSchema(required: readonly string[], properties: object): object {
  const rejection = { reason: text, message: text };
  const anyOf = [{ required }, { required: ['reason'] }];
  return { type: 'object', properties: { ...properties, ...rejection }, anyOf };
}

export const bookingSchema = answerSchema(['booking', 'status'], {
  booking: text,
  status: text,
  ...SCHEMAS.restaurant,
  ...SCHEMAS.when,
});
