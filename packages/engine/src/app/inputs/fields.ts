/** Inputs that several callers give. */
import type { BookingInput, TableChoice } from '../../core/booking/booking-request.ts';
import type { Extension } from '../../core/booking/decide-visit.ts';
import {
  anyList,
  anything,
  flag,
  list,
  maybe,
  number,
  object,
  orNull,
  type Shape,
  text,
} from '../../core/shape.ts';

export const maybeText = maybe(text);
export const textOrNone = maybe(orNull(text));
export const textsOrNone = maybe(orNull(list(text)));

export const partnerCaller = [
  'caller',
  {
    keyId: text,
    partner: text,
    scopes: anyList,
    locationIds: orNull(anyList),
    rateLimit: number,
    subject: anything,
  },
] as const;

export const guest = object<BookingInput['guest']>({
  name: text,
  email: textOrNone,
  phone: textOrNone,
  notes: textOrNone,
  language: textOrNone,
});
export const confirmInput = { guest, partnerBookingRef: textOrNone };
export const refusedTime = { startMs: number, partySize: number };
export const bookingInput = { ...refusedTime, ...confirmInput, idempotencyKey: textOrNone };
export const holdRequest = { ...refusedTime, seconds: maybe(number), idempotencyKey: textOrNone };
export const moveRequest = { startMs: maybe(number), partySize: maybe(number) };

export const waitingInput = [
  'entry',
  {
    ...confirmInput,
    date: text,
    fromMs: number,
    toMs: number,
    partySize: number,
    mode: text,
    area: maybeText,
    idempotencyKey: textOrNone,
  },
] as const;

export const dayRequest = { date: text, partySize: number };
export const dayWish = ['wish?', { date: maybeText, partySize: maybe(number) }] as const;
export const batchRange = ['range', { startDate: text, endDate: text, partySizes: list(number) }] as const;
export const tableChoice = object<TableChoice>({ tables: list(text), force: maybe(flag) }, 'choice');

export const extension = object<{
  readonly byMinutes?: number;
  readonly untilMs?: number;
  readonly force?: boolean | undefined;
}>({ byMinutes: maybe(number), untilMs: maybe(number), force: maybe(flag) }, 'to') satisfies Shape<Extension>;

export const guestEdit = [
  'edit',
  { name: maybeText, email: textOrNone, phone: textOrNone, notes: textOrNone, language: textOrNone },
] as const;
