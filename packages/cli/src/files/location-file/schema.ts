import { isLocalDate, isTimeZone, limits } from '@bord/engine';
import { AREA_RULES, EMAIL_RULES, isLocationAlias, isLocationId, PHONE_RULES } from '@bord/engine/adapters';
import { LANGUAGES } from '@bord/adapter-http/languages';
import * as z from 'zod';
import { closingMinute, lastSeatingMinute, minuteOf, unquotedTime } from './clock-time.ts';
import { field, listOrFields, optional, text, textLike, whole, withUniqueIds, yesOrNo } from '../fields.ts';
import { weekdays, when } from './season.ts';

interface Sizes {
  readonly min: number;
  readonly max: number | null;
}

const SIZE_MAX = 1000;

const sizesFields = z
  .strictObject({ min: z.int().optional(), max: z.int().optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined);

/** `4` (1 to 4), `2-4`, `7+`, `{min: 2, max: 4}`, `{min: 7}` or `{max: 4}`; undefined for anything else. */
function sizesOf(input: unknown): Sizes | undefined {
  if (typeof input === 'number') return sound({ min: 1, max: input });
  if (typeof input === 'string') {
    const [, min, plus, max] = /^(\d{1,4})\s*(?:(\+)|[-–]\s*(\d{1,4}))$/.exec(input) ?? [];
    return min === undefined ? undefined : sound({ min: Number(min), max: plus ? null : Number(max) });
  }
  const read = sizesFields.safeParse(input);
  return read.success ? sound({ min: read.data.min ?? 1, max: read.data.max ?? null }) : undefined;
}

function sound({ min, max }: Sizes): Sizes | undefined {
  const most = max ?? SIZE_MAX;
  return Number.isInteger(most) && min >= 1 && most <= SIZE_MAX && min <= most ? { min, max } : undefined;
}

const seats = field('must be seats such as 4, 2-4 or {min: 2, max: 4}', (input) => {
  const sizes = sizesOf(input);
  return sizes && sizes.max !== null ? { min: sizes.min, max: sizes.max } : undefined;
});
const partySizes = field('must be party sizes such as 8, 2-8, 7+ or {min: 2, max: 8}', sizesOf);

const clock = field('must be a time such as 17:00', minuteOf, unquotedTime);
const date = field('must be a date such as 2026-12-24', (input) =>
  typeof input === 'string' && isLocalDate(input) ? input : undefined,
);
const closureEnd = field('must be a date, or a time such as 2026-12-24T18:00', (input) =>
  typeof input === 'string' && /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?$/.test(input)
    ? input.replace(' ', 'T')
    : undefined,
);
const minutes = whole(0, 100_000);

const retention = field('must be a number of days, or none', (input) => {
  if (input === 'none') return 'none' as const;
  return Number.isInteger(input) && Number(input) >= 1 && Number(input) <= 100_000
    ? Number(input)
    : undefined;
});

const tableId = text(40);

const turnTimes = z
  .preprocess(
    (input) => (typeof input === 'number' ? [{ minutes: input }] : input),
    z.array(z.strictObject({ upTo: optional(whole(1, SIZE_MAX), null), minutes: whole(1, 1440) })),
  )
  .meta({ shorthand: 'a number of minutes' });

const leadTimes = z
  .preprocess(
    (input) => (typeof input === 'number' ? [{ minutes: input }] : input),
    z
      .array(z.strictObject({ upTo: optional(whole(1, SIZE_MAX), null), minutes }))
      .transform((bands, context) => {
        const stray = bands.findIndex(({ upTo }, i) => (upTo === null) !== (i === bands.length - 1));
        if (stray < 0 && bands.length > 0) return bands;
        const message = 'needs one line without upTo, the last: for all larger parties';
        context.addIssue({ code: 'custom', path: stray < 0 ? [] : [stray], message });
        return z.NEVER;
      }),
  )
  .meta({ shorthand: 'a number of minutes' });

/** YAML reads an unquoted `#7a1f2b` as a comment, which leaves the value empty. */
const colour = field('must be a colour in quotes, such as "#7a1f2b"', (input) => {
  const [, short, long] =
    (typeof input === 'string' && /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(input)) || [];
  const digits = long ?? short?.replaceAll(/./g, '$&$&');
  return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
});

const brand = z.strictObject({
  colour: z
    .preprocess((input) => (input === null ? 'empty: YAML treats text after # as a comment' : input), colour)
    .optional(),
  logo: optional(text(500)),
});

const bookingPage = z.strictObject({
  listed: optional(yesOrNo()),
  embedOn: optional(z.array(text(300))),
  phone: optional(z.enum(PHONE_RULES)),
  email: optional(z.enum(EMAIL_RULES)),
  areas: optional(z.enum(AREA_RULES)),
  text: optional(text(1000)),
  picture: optional(text(500)),
  privacyUrl: optional(text(500)),
  unconfirmedPercent: optional(whole(1, 100)),
  surgeBookings: optional(whole(1, limits.SURGE_BOOKINGS_MAX)),
});

const NO_LIMITS = { coversPerStep: null, partiesPerStep: null };
const limit = optional(whole(1, 100_000), null);
const pacing = z
  .preprocess(
    (input) => (input === 'none' ? NO_LIMITS : input),
    z.strictObject({ coversPerStep: limit, partiesPerStep: limit }),
  )
  .meta({ shorthand: 'none' });

const period = z
  .strictObject({
    name: text(100),
    days: optional(weekdays),
    dates: optional(z.array(date)),
    opens: field(
      'must be a time from 00:00 to 23:59',
      (input) => {
        const minute = minuteOf(input);
        return minute !== undefined && minute < 1440 ? minute : undefined;
      },
      unquotedTime,
    ),
    closes: clock,
    slotStep: optional(whole(1, 1440)),
    lastSeating: optional(clock),
    partySizes: optional(partySizes),
    turnTimes: optional(turnTimes),
    pacing: optional(pacing),
  })
  .transform((read, context) => {
    const closes = closingMinute(read.opens, read.closes);
    const lastSeating =
      read.lastSeating === undefined ? undefined : lastSeatingMinute(read.opens, read.lastSeating);
    if (closes > read.opens + 1440)
      context.addIssue({
        code: 'custom',
        path: ['closes'],
        message: 'must be at most a day after the opening',
      });
    else if (lastSeating !== undefined && lastSeating > closes)
      context.addIssue({
        code: 'custom',
        path: ['lastSeating'],
        message: 'must be within the opening hours',
      });
    if (!read.days?.length && !read.dates?.length)
      context.addIssue({ code: 'custom', message: 'needs days or dates' });
    return { ...read, closes, lastSeating };
  });

const closure = z
  .strictObject({
    id: optional(text(100), null),
    from: closureEnd,
    to: optional(closureEnd, null),
    reason: optional(text(200), null),
  })
  .transform((read, context) => {
    if (read.to === null && !isLocalDate(read.from))
      context.addIssue({ code: 'custom', path: ['to'], message: 'is missing' });
    return { ...read, to: read.to ?? read.from };
  });

const closureList = withUniqueIds(z.array(closure));

/** The location file: JSON or YAML. `definePlan` adds the defaults of omitted fields. */
export const locationFileSchema = z.strictObject({
  id: optional(
    field('must be a UUID', (input) =>
      typeof input === 'string' && isLocationId(input) ? input.toLowerCase() : undefined,
    ),
    null,
  ),
  alias: optional(
    field('must be an alias: lower-case letters, digits and inner hyphens, at most 60', (input) =>
      typeof input === 'string' && isLocationAlias(input) ? input : undefined,
    ),
  ),
  name: text(200),
  timeZone: field('must be an IANA time zone such as Europe/Stockholm', (input) =>
    typeof input === 'string' && isTimeZone(input) ? input : undefined,
  ),
  language: optional(z.enum(LANGUAGES)),
  address: optional(text(300)),
  phone: optional(text(40)),
  email: optional(textLike('must be an e-mail address', /^[^\s@<>]{1,64}@[^\s@<>]{1,189}$/)),
  brand: optional(brand),
  bookingPage: optional(bookingPage),
  areas: optional(z.array(z.strictObject({ id: text(100), name: text(100) }))),
  tables: z.array(
    z.strictObject({
      id: tableId,
      seats,
      area: optional(text(100)),
      online: optional(yesOrNo()),
      when: optional(when),
    }),
  ),
  combinations: optional(z.array(z.strictObject({ tables: z.array(tableId), seats, when: optional(when) }))),
  servicePeriods: z.array(period),
  turnTimes: optional(turnTimes),
  buffer: optional(minutes),
  pacing: optional(pacing),
  leadTime: optional(leadTimes),
  horizonDays: optional(minutes),
  freeze: optional(minutes),
  movesMax: optional(minutes),
  wastedSeatsMax: optional(whole(0, SIZE_MAX)),
  guestCutoff: optional(minutes),
  offerMinutes: optional(whole(limits.OFFER_MINUTES_MIN, limits.OFFER_MINUTES_MAX)),
  guestRetentionDays: optional(retention),
  closures: optional(listOrFields(closureList, z.strictObject({ only: closureList }))),
  revision: optional(whole(0, Number.MAX_SAFE_INTEGER)),
});

/** A parsed location file: times in minutes after midnight, undefined for omitted fields. */
export type LocationFile = z.output<typeof locationFileSchema>;
