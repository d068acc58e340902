/** Shapes of the inputs that several callers give. */
import type { PartnerCaller } from '../../core/access/policy.ts';
import type { BookingFilter } from '../../core/booking/booking-filter.ts';
import type {
  BookingInput,
  CreateOptions,
  MoveRequest,
  TableChoice,
} from '../../core/booking/booking-request.ts';
import type { BlockRequest } from '../../core/booking/block.ts';
import type { GuestEdit } from '../../core/booking/decide-edit.ts';
import type { Extension } from '../../core/booking/decide-visit.ts';
import type { HoldRequest } from '../../core/booking/hold.ts';
import type { WaitingInput } from '../../core/booking/waiting.ts';
import type { BatchRange } from '../../core/seating/batch.ts';
import {
  anyList,
  anything,
  argument,
  type Fields,
  flag,
  list,
  maybe,
  number,
  object,
  orNull,
  type Shape,
  text,
} from '../../core/shape.ts';
import type { LocalDate } from '../../core/local-date.ts';
import type { ConfirmInput } from '../holds.ts';
import type { DayRequest } from '../partner/read-availability.ts';
import type { BookingSelection } from '../read-booking.ts';

/** An argument that is a text. */
export const textOf = (name: string): Shape<string> => argument(name, text);

/** An argument that is a number, and can be left out. */
export const numberOf = (name: string): Shape<number | undefined> => argument(name, maybe(number));

export const keyOrNone = argument('key', orNull(text));
export const locationId = textOf('locationId');
export const bookingId = textOf('bookingId');
export const maybeText = maybe(text);
export const textOrNone = maybe(orNull(text));
export const textsOrNone = maybe(orNull(list(text)));

export const partnerCaller = object<PartnerCaller>(
  {
    keyId: text,
    partner: text,
    scopes: anyList,
    locationIds: orNull(anyList),
    rateLimit: number,
    subject: anything,
  },
  'caller',
);

export const guest = object<BookingInput['guest']>({
  name: text,
  email: textOrNone,
  phone: textOrNone,
  notes: textOrNone,
  language: textOrNone,
});

const confirmFields: Fields<ConfirmInput> = { guest, partnerBookingRef: textOrNone };
export const confirmInput = object<ConfirmInput>(confirmFields);

const when = { startMs: number, partySize: number };
export const refusedTime = object(when);

export const bookingInput = object<BookingInput>({ ...when, ...confirmFields, idempotencyKey: textOrNone });

export const holdRequest = object<HoldRequest>({
  ...when,
  seconds: maybe(number),
  idempotencyKey: textOrNone,
});

export const moveRequest = object<MoveRequest>({ startMs: maybe(number), partySize: maybe(number) });

export const waitingInput = object<WaitingInput>(
  {
    ...confirmFields,
    date: text,
    fromMs: number,
    toMs: number,
    partySize: number,
    mode: text,
    area: maybeText,
    idempotencyKey: textOrNone,
  },
  'entry',
);

export const dayRequest = object<DayRequest>({ date: text, partySize: number });

export const dayWish = maybe(
  object<Partial<DayRequest>>({ date: maybeText, partySize: maybe(number) }, 'wish'),
);

export const batchRange = object<BatchRange>(
  { startDate: text, endDate: text, partySizes: list(number) },
  'range',
);

export const tableChoice = object<TableChoice>({ tables: list(text), force: maybe(flag) }, 'choice');

export const createOptions = object<CreateOptions>(
  { tables: maybe(list(text)), force: maybe(flag), seated: maybe(flag), untilMs: maybe(number) },
  'options',
);

export const extension = object<{
  readonly byMinutes?: number;
  readonly untilMs?: number;
  readonly force?: boolean | undefined;
}>({ byMinutes: maybe(number), untilMs: maybe(number), force: maybe(flag) }, 'to') satisfies Shape<Extension>;

export const guestEdit = object<GuestEdit>(
  { name: maybeText, email: textOrNone, phone: textOrNone, notes: textOrNone, language: textOrNone },
  'edit',
);

export const blockRequest = object<BlockRequest>({
  tables: list(text),
  startMs: number,
  endMs: number,
  reason: textOrNone,
  force: maybe(flag),
  releaseHolds: maybe(flag),
});

export const ofDate = maybe(object<{ readonly date?: LocalDate | undefined }>({ date: maybeText }, 'of'));

export const ofDates = maybe(
  object<{ readonly from?: LocalDate; readonly to?: LocalDate }>({ from: maybeText, to: maybeText }, 'dates'),
);

const filter: Fields<BookingFilter> = { statuses: maybe(list(text)), search: maybeText };
export const bookingSelection = maybe(
  object<BookingSelection>({ ...filter, date: maybeText, from: maybeText, before: maybeText }, 'of'),
);
