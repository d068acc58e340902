/** Values for the fields of a request, by their schemas in the OpenAPI document: intended ones, and near misses. */
import type { OpenApiDocument } from '@bord/adapter-http';
import fc from 'fast-check';

export type Schema = OpenApiDocument['components']['schemas'][string];

/** The place and the time of the server that is asked. */
export const LOCATION_ID = '00000000-0000-4000-8000-00000000d311';
/** 2026-12-01, eight in the morning: three hours before the location opens. */
export const NOW_MS = Date.UTC(2026, 11, 1, 8);

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A value that the schema allows, more often than not one that means something to the location. */
export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.items) return listOf(schema, schema.items);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') return wholeNumber(schema);
  if (schema.format !== undefined) return BY_FORMAT[schema.format] ?? fc.string();
  if (schema.maxLength !== undefined) return text(schema.maxLength);
  return schema.pattern === undefined ? fc.string() : clockTime;
}

/** A value that is wrong, or only looks so. */
export function oddValueOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, minimum = 0, maximum = 0, maxLength = 0, maxItems = 0, items, format, enum: words } = schema;
  const odd: unknown[] = [null, true, 0, 1.5, 1e21, '', ' ', 'x', [], {}, [[]]];
  if (type === 'integer')
    odd.push(-1, minimum - 1, maximum + 1, 2 ** 53, '2', '2.0', '+2', ' 2', '0x2', '02');
  if (type === 'boolean') odd.push('TRUE', '1', 'yes');
  if (words)
    odd.push(...words.map((word) => ` ${String(word)}`), ...words.map((word) => String(word).toUpperCase()));
  if (maxLength > 0)
    odd.push('x'.repeat(maxLength + 1), '🍷'.repeat(maxLength + 1), ' '.repeat(maxLength + 1));
  if (type === 'string') odd.push('a\0b', '\ud800', '\udc00x', '\n', '\u2003', '\ufeff', 'null', '../..');
  for (const each of [schema, ...(schema.anyOf ?? [])]) odd.push(...(ODD_BY_FORMAT[each.format ?? ''] ?? []));
  if (format === undefined && schema.anyOf)
    odd.push('24:00', '7:30', '19:60', '19.30', '19:30:00', '１９:30');
  if (!items) return fc.constantFrom(...odd);
  const tooMany = fc.array(valueOf(items), { minLength: maxItems + 1, maxLength: maxItems + 1 });
  const withOdd = fc.tuple(valueOf(items), oddValueOf(items)).map((pair): unknown => pair);
  return fc.oneof(fc.constantFrom(...odd), tooMany, withOdd);
}

function listOf({ minItems = 0, maxItems = 5 }: Schema, items: Schema): fc.Arbitrary<unknown> {
  const small = fc.array(valueOf(items), { minLength: minItems, maxLength: Math.min(maxItems, 4) });
  const full = fc.array(valueOf(items), { minLength: maxItems, maxLength: maxItems });
  return fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: full });
}

function wholeNumber({ minimum = 0, maximum = 2 ** 53 - 1 }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
    {
      weight: 1,
      arbitrary: fc.maxSafeInteger().map((n) => minimum + (Math.abs(n) % (maximum - minimum + 1))),
    },
  );
}

function text(max: number): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('Alva Lind', 'Åsa Öberg', '李小龙', 'O’Neil 🍷', 'r-1', 'r-2', ' x '),
    },
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(max, 12) }) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(max), '🍷'.repeat(max), `${' '.repeat(max - 1)}x`) },
  );
}

/** Mostly a quarter of an hour of the next days, while the location is open. */
const nearMs = fc
  .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 40, max: 84 }))
  .map(([day, quarter]) => Math.floor(NOW_MS / DAY_MS) * DAY_MS + day * DAY_MS + quarter * 15 * MINUTE_MS);

const FORMS: readonly ((ms: number) => string)[] = [
  (ms) => new Date(ms).toISOString(),
  (ms) => new Date(ms).toISOString().replace('.000', ''),
  (ms) => new Date(ms).toISOString().replace('.000Z', '-00:00'),
  (ms) => new Date(ms).toISOString().replace('.000', '.000000000000').toLowerCase(),
  (ms) => new Date(ms + 60 * MINUTE_MS).toISOString().replace('.000Z', '+01:00'),
  (ms) => new Date(ms - 23 * 60 * MINUTE_MS).toISOString().replace('.000Z', '-23:00'),
];

const dateTime = fc.oneof(
  { weight: 15, arbitrary: fc.tuple(nearMs, fc.constantFrom(...FORMS)).map(([ms, form]) => form(ms)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0000-01-01T00:00:00Z',
      '0000-01-01T00:00:00+23:59',
      '1970-01-01T00:00:00Z',
      '2026-12-31T23:59:60Z',
      '2026-12-01T18:00:00.999999Z',
      '9999-12-31T23:59:59-23:59',
    ),
  },
);

const date = fc.oneof(
  { weight: 15, arbitrary: nearMs.map((ms) => new Date(ms).toISOString().slice(0, 10)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '0000-01-01',
      '0001-01-01',
      '1969-12-31',
      '2028-02-29',
      '9999-12-31',
      '2026-10-25',
      '2027-03-28',
      '2026-09-01',
      '2027-03-02',
      '2027-03-03',
      '2027-11-30',
    ),
  },
);

const clockTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45', '07'))
  .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${minutes}`);

const address = fc
  .tuple(
    fc.constantFrom('alva', "o'neil+x", 'ålva', '用户', 'a.b', '_', 'x'.repeat(64), '!#$%&*/=?^`{|}~'),
    fc.constantFrom(
      'example.com',
      'räksmörgås.example',
      'b.c',
      '例え.jp',
      `${'d'.repeat(60)}.example`,
      '[::1]',
    ),
  )
  .map(([local, domain]) => `${local}@${domain}`);

const BY_FORMAT: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date,
  'date-time': dateTime,
  uuid: fc.constantFrom(LOCATION_ID, LOCATION_ID, LOCATION_ID, LOCATION_ID.toUpperCase()),
  'idn-email': address,
};

const ODD_BY_FORMAT: Readonly<Record<string, readonly unknown[]>> = {
  date: [
    '2026-02-30',
    '2026-13-01',
    '2026-12-1',
    '20261201',
    '2026-12-01T00:00:00Z',
    '+002026-12-01',
    ' 2026-12-01',
  ],
  'date-time': [
    '2026-12-01',
    '2026-12-01T18:00:00',
    '2026-12-01 18:00:00Z',
    '2026-12-01T24:00:00Z',
    '2026-12-01T18:00Z',

    '2026-12-01T18:00:00+24:00',
    '2026-02-30T18:00:00Z',
    '2026-12-01T18:00:00.Z',
    '2026-12-01T18:00:00+0100',
    NOW_MS,
  ],
  uuid: [
    '00000000-0000-4000-8000-00000000ffff',
    `{${LOCATION_ID}}`,
    `urn:uuid:${LOCATION_ID}`,
    ` ${LOCATION_ID}`,
    LOCATION_ID.replaceAll('-', ''),
  ],
  'idn-email': [
    'a',
    'a@b',
    'a@b..c',
    '@b.c',
    'a b@c.d',
    'a@b.c,d@e.f',
    'a\u200b@b.c',
    'a@b.c\r\nBcc: x@y.z',
    '"a"@b.c',
    `${'x'.repeat(250)}@b.c`,
  ],
};
