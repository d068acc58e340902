/** Random wrong values in each form of the booking page: the field is named, the others are kept, and no answer is a 500. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seeded } from '../../../../test/support/seed.ts';
import { ALIAS, openBook, type Seen } from '../../test/book-runtime.ts';
import { en } from '../i18n/en.ts';

const { book, page } = en;
const BOOK = `/book/${ALIAS}`;
const RUNS = 12;

/** Among them NUL, direction marks, markup, halves of characters, and texts that are too long. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('\0', '\u202E2026-12-02', '<script>alert(1)</script>', '\uD800', 'x'.repeat(5000)),
  fc.constantFrom('-1', '0', '1e9', '2026-02-30', '25:00', '../..', '=1+1', '\r\nset-cookie: a=b'),
);

type Fields = Readonly<Record<string, string>>;

interface Form {
  readonly path: string;
  readonly right: Fields;
  /** By field: which values are right, and the text that names the fault of the others. */
  readonly rules: Readonly<Record<string, readonly [RegExp, string]>>;
  /** The label of the form in the answer that keeps the other fields, and their names. */
  readonly remains: readonly [string, readonly string[]];
}

const WISH = { date: '2026-12-03', party: '2', area: 'hall' };
const GUEST = { name: 'Astrid', email: 'astrid@example.se', phone: '08-123', notes: 'Vid fönstret' };
const WISH_RULES: Form['rules'] = {
  date: [/^$/, book.badDate],
  party: [/^$|^[1-9]\d{0,3}$/, book.badParty],
  area: [/^$|^terrace$/, book.noArea],
};
const EMAIL: Form['rules'] = { email: [/^[^\s@]+@[^\s@]+\.\w+$/, book.held.badEmail] };
const WISH_REMAINS = ['Show free times', ['date', 'party', 'area', 'name', 'email']] as const;

const forms = (held: string): readonly Form[] => [
  { path: `${BOOK}/times`, right: { ...WISH, ...GUEST }, rules: WISH_RULES, remains: WISH_REMAINS },
  {
    path: `${BOOK}/hold`,
    right: { ...WISH, ...GUEST, start: '2026-12-03T18:00:00Z' },
    rules: { ...WISH_RULES, start: [/^\d{4}-/, book.unavailable] },
    remains: WISH_REMAINS,
  },
  {
    path: `${held}/confirm`,
    right: GUEST,
    rules: {
      ...EMAIL,
      name: [/[^\p{Cc}\p{Cf}\s]/u, page.edit.nameless],
      phone: [/\d/, book.held.badPhone],
    },
    remains: ['Book the table', ['name', 'email', 'phone', 'notes']],
  },
  {
    path: `${BOOK}/mail`,
    right: { start: '2026-12-03T18:00:00Z', party: '2', ref: 'instagram', email: GUEST.email },
    rules: EMAIL,
    remains: ['Send me the link', ['start', 'party', 'ref']],
  },
  {
    path: `${BOOK}/wait`,
    right: {
      ...WISH,
      ...GUEST,
      date: '2026-12-02',
      from: '2026-12-02T18:00:00Z',
      to: '2026-12-02T18:00:00Z',
    },
    rules: { ...EMAIL, from: [/^\d{4}-/, book.wait.badSpan] },
    remains: ['Join the waitlist', ['date', 'party', 'area', 'to', 'name', 'phone', 'notes']],
  },
];
const PATHS = forms('held').map(({ path }) => path);

/** A day on which the hall is full, and a held table on another day. */
async function openFull() {
  const runtime = await openBook({ areas: 'choose', phone: 'required', email: 'required' });
  const { operator } = runtime.engine;
  for (const hour of ['16', '18', '20'])
    await operator
      .at(runtime.restaurant.id)
      .bookings.create(
        { startMs: Date.parse(`2026-12-02T${hour}:00Z`), partySize: 3, guest: { name: 'Eva' } },
        { tables: ['H1'] },
      );
  const held = await runtime.press(await runtime.ask(`${BOOK}?lang=en&date=2026-12-05`), '19:00');
  return { ...runtime, held: held.url.split('?')[0]! };
}

test.each(PATHS.map((path, i) => [path, i] as const))(
  '%s: a wrong value is named, and the right ones are kept',
  async (_, i) => {
    const { post, errors, held } = await openFull();
    const { path, right, rules, remains } = forms(held)[i]!;
    const wrong = fc
      .tuple(fc.constantFrom(...Object.keys(rules)), texts)
      .filter(([field, text]) => text.length < 200 && !rules[field]![0].test(text.trim()));
    await fc.assert(
      fc.asyncProperty(wrong, async ([field, text]) => {
        const seen = await post(`${path}?lang=en`, { ...right, [field]: text });
        expect(seen.status).toBe(400);
        expect(namedIn(seen)).toContain(rules[field]![1]);
        const { fields } = seen.form(remains[0]);
        for (const name of remains[1])
          if (name !== field) expect([name, fields[name]]).toEqual([name, right[name]]);
      }),
      seeded(RUNS),
    );
    expect(errors).toEqual([]);
  },
);

/** The announced text, or the text at the field. */
function namedIn({ text }: Seen): string {
  expect(text).not.toContain('<script>alert');
  const named =
    /role="alert">(.*?)<\/div>/s.exec(text) ??
    /aria-invalid="true".*?<p class="fault"[^>]*>(.*?)<\/p>/s.exec(text);
  return named?.[1] ?? '';
}

test('any values in any fields of any form and page: never a 500, never markup', async () => {
  const { ask, post, errors, held } = await openFull();
  const names = [
    'date',
    'party',
    'time',
    'area',
    'lang',
    'ref',
    'start',
    'held',
    'from',
    'to',
    'work',
    'tries',
  ];
  const field = fc.constantFrom(...names, ...Object.keys(GUEST));
  const pages = ['', '/privacy', '/menu', '/joined', '/held/x', '/link/x'].map((path) => BOOK + path);
  const anything = fc.tuple(
    fc.constantFrom('/book', ...pages, held, ...PATHS, `${BOOK}/link/x`),
    fc.dictionary(field, texts, { maxKeys: 8 }),
  );
  await fc.assert(
    fc.asyncProperty(anything, async ([path, fields]) => {
      const query = new URLSearchParams(fields).toString();
      for (const seen of [await ask(`${path}?${query}`), await post(path, fields)]) {
        expect(seen.status).toBeLessThan(500);
        expect(seen.text).not.toContain('<script>alert');
      }
    }),
    seeded(40),
  );
  expect(errors).toEqual([]);
});
