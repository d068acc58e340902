/**
 * The demo restaurant on an address that anybody reaches: of others' bookings a visitor is leaks nothing but tables and times, whatever she opens,
 * sends or looks for. Evenings are made at random, everything in them that is somebody's is a text that is found nowhere else.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../support/long.ts';
import { seeded } from '../support/seed.ts';
import { aConsoleWorld, at, LOCATION_ID, type Person, textOf } from './console-client.ts';

type World = Awaited<ReturnType<typeof aConsoleWorld>>;

const DATES = ['2026-12-03', '2026-12-04', '2026-12-05'];
const TABLES = ['W1', 'W2', 'T4', 'T6'];

/** A party of an evening. */
interface Party {
  readonly minutes: number;
  readonly partySize: number;
  readonly by: 'house' | 'partner' | 'other visitor';
  readonly becomes: 'expected' | 'seated' | 'left' | 'no-show' | 'cancelled' | 'edited';
}

const aBusyDay: fc.Arbitrary<readonly Party[]> = fc.array(
  fc.record({
    minutes: fc.integer({ min: -9, max: 7 }).map((quarters) => quarters * 15),
    partySize: fc.integer({ min: 1, max: 6 }),
    by: fc.constantFrom('house', 'partner', 'other visitor'),
    becomes: fc.constantFrom('expected', 'expected', 'seated', 'left', 'no-show', 'cancelled', 'edited'),
  }),
  { minLength: 8, maxLength: 14 },
);

/** What is somebody's, by what it is. */
type Secrets = Map<string, string>;

/** Fills the restaurant; what is anybody's is noted. */
async function fill(world: World, day: readonly Party[], secrets: Secrets): Promise<void> {
  const { engine } = world;
  const { key } = await engine.operator.keys.create({ partner: 'hotelnavarra', locationIds: [LOCATION_ID] });
  const anna = await world.person('Annagreta', 'manager');
  const neighbour = await world.visitor('nachbarsystem');
  const staff = engine.staff(await callerOf(world, anna)).at(LOCATION_ID);
  const other = engine.staff(await callerOf(world, neighbour)).at(LOCATION_ID);
  const partner = engine.partner(await engine.authenticate(key));
  for (const [text, what] of [
    ['hotelnavarra', 'partner'],
    [neighbour.partner, 'partner'],
    ['Annagreta', 'staff'],
    [anna.id, 'staff id'],
    ['Rohrbruch am Zapfhahn', 'reason of a block'],
    ['Silberhochzeit der Wirtin', 'reason of a closure'],
  ] as const)
    secrets.set(text, what);
  for (const [i, { minutes, partySize, by, becomes }] of day.entries()) {
    const mark = `q${(i + 10).toString(36)}x`;
    const guest = {
      name: `Berta${mark}`,
      email: `mail${mark}@guests.example`,
      phone: `+46 70 987 65 ${10 + i}`,
      notes: `Notes${mark}`,
    };
    const request = {
      startMs: at(minutes),
      partySize,
      guest,
      partnerBookingRef: `ref-${mark}`,
      idempotencyKey: `idem-${mark}`,
    };
    const made =
      by === 'partner'
        ? await partner.createBooking(LOCATION_ID, {
            ...request,
            startMs: at(Math.max(60, minutes - (minutes % 30))),
          })
        : await (by === 'house' ? staff : other).bookings.create(request, {});
    if (made.kind !== 'booked') continue;
    const { id } = made.booking;
    for (const [what, text] of Object.entries({ ...guest, ref: `ref-${mark}`, idem: `idem-${mark}`, id }))
      secrets.set(text, what);
    const { bookings } = engine.operator;
    const steps = {
      expected: async () => undefined,
      seated: () => staff.bookings.seat(id),
      left: async () => (await staff.bookings.seat(id), staff.bookings.leave(id)),
      'no-show': () => staff.bookings.markNoShow(id),
      cancelled: () => bookings.cancel(id),
      edited: () => staff.bookings.edit(id, { notes: `Notes${mark}, later` }),
    };
    await steps[becomes]().catch(() => undefined); // too early, or no table: then it did not happen
  }
  for (const [i, by] of [staff, other].entries()) {
    const guest = { name: `Wilma${i}w`, email: `wilma${i}w@guests.example`, phone: `+46 70 555 44 3${i}` };
    const wish = { date: DATES[1]!, fromMs: at(60), toMs: at(90), partySize: 6, mode: 'offer' as const };
    const { id } = await by.waitlist.add({ ...wish, guest });
    for (const [what, text] of Object.entries({ ...guest, id })) secrets.set(text, what);
  }
  await engine.operator.tables.block(LOCATION_ID, {
    tables: ['W1'],
    startMs: at(150),
    endMs: at(200),
    reason: 'Rohrbruch am Zapfhahn',
    force: true,
  });
  await engine.operator.closures.add(LOCATION_ID, {
    from: '2026-12-24',
    to: '2026-12-24',
    reason: 'Silberhochzeit der Wirtin',
  });
}

async function callerOf({ engine }: World, { cookie }: Person) {
  return engine.signIn.caller(/session_\d+=([^;]+)/.exec(cookie)![1]!);
}

/** Everything that is to be opened from here on by links and forms, as it reads. */
async function crawl(person: Person, from: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const waiting = [...from];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (found.has(path) || /sign-out|\/live/.test(path)) continue;
    const { status, html, to } = await person.get(path);
    found.set(path, `${status} ${to} ${html}`);
    const links = [...html.matchAll(/(?:href|action|formaction)="(\/console[^"#]*)/g)].map(([, link]) =>
      link!.replaceAll('&amp;', '&'),
    );
    waiting.push(...[to, ...links].filter((link) => link.startsWith('/console') && isNear(link)));
  }
  return found;
}

/** Days and months lead on for ever; the same page from elsewhere is the same page. */
function isNear(link: string): boolean {
  const { searchParams: query, pathname } = new URL(link, 'http://bord.invalid');
  if (pathname.includes('/assets/')) return false;
  const isOfDay = ['date', 'day'].every((name) => DATES.includes(query.get(name) ?? DATES[1]!));
  const ms = Number(query.get('at') ?? 0);
  return isOfDay && (query.get('month') ?? '2026-12') === '2026-12' && ms % (60 * 60_000) === 0;
}

/** What is answered to forms and to the script about a booking of one's own: dry runs, refusals, whose table it is. */
async function press(person: Person, id: string, texts: Iterable<string>): Promise<Map<string, string>> {
  const answered = new Map<string, string>();
  const note = async (name: string, answer: Promise<{ html: string; to: string }>): Promise<void> => {
    const { html, to } = await answer;
    answered.set(name, `${to} ${html}`);
  };
  const card = `/bookings/${id}`;
  for (const table of TABLES) {
    const tables = JSON.stringify([table]);
    const seen = /data-version="([^"]+)"/.exec((await person.get('')).html)?.[1] ?? '';
    for (const minutes of [-60, 0, 60]) {
      const time = `${20 + minutes / 60}:00`;
      await note(
        `look ${table} ${time}`,
        person.post(`${card}/move`, { day: DATES[1]!, time, size: '2', tables, look: '1' }),
      );
      await note(`preview ${table} ${time}`, person.get(`${card}/preview?table=${table}&at=${at(minutes)}`));
      await note(`offer ${table} ${time}`, person.get(`/new?day=${DATES[1]}&size=2&tables=${table}`));
      await note(
        `new ${table} ${time}`,
        person.post('/new', {
          day: DATES[1]!,
          time,
          size: '5',
          tables,
          name: 'Hers',
          key: `k${table}${time}`,
        }),
      );
    }
    await note(`assign ${table}`, person.press(`${card}/assign`, `${card}/assign`, { tables, seen }));
    await note(`seat ${table}`, person.press(`${card}/seat`, `${card}/seat`, { tables, seen }));
  }
  for (const path of ['/block', '/close', '/staff', '/closures', '/plan/check'])
    await note(path, person.post(path, { 'table.W1': '1', minutes: '60', for: '1h' }));
  for (const text of texts) await note(`search ${text}`, person.get(`/search?q=${encodeURIComponent(text)}`));
  return answered;
}

/** What of the secrets stands where. */
function leaks(secrets: Secrets, pages: ReadonlyMap<string, string>): readonly string[] {
  return [...pages].flatMap(([path, page]) => {
    // A search says again what was looked for.
    const own = path.startsWith('search ') ? path.slice('search '.length) : null;
    return [...secrets.keys()]
      .filter((text) => page.includes(text) && !(own?.includes(text) ?? false))
      .map((text) => `${path}: ${secrets.get(text)} ${text}`);
  });
}

test('D44 whatever a visitor of the demo opens, sends or looks for, she reads nothing of others; who works there reads it all', async () => {
  await fc.assert(
    fc.asyncProperty(aBusyDay, async (day) => {
      const world = await aConsoleWorld();
      const hers = await world.visitor('hersystem');
      const own = actionsOf(world, await callerOf(world, hers));
      const made = await own.bookings.create(
        { startMs: at(60), partySize: 2, guest: { name: 'Hers' } },
        { tables: ['T6'] },
      );
      if (made.kind !== 'booked') throw new Error(JSON.stringify(made));
      const { id } = made.booking;
      const secrets: Secrets = new Map();
      await fill(world, day, secrets);
      const start = [
        '',
        '?view=list',
        '/search',
        '/month',
        '/turns',
        '/plan',
        '/closures',
        '/staff',
        '/block',
        '/new',
        '/waitlist',
      ];
      const from = [...start.map((path) => `/console/${LOCATION_ID}${path}`), '/console/me'];
      const texts = [...secrets.keys()].slice(0, 12);
      const searched = ['Berta', '987 65', 'guests.example', ...texts];

      const pages = await crawl(hers, from);
      const answered = await press(hers, id, searched);
      expect(leaks(secrets, pages)).toEqual([]);
      expect(leaks(secrets, answered)).toEqual([]);
      expect(pages.size).toBeGreaterThan(40);
      expect([...pages.values()].some((page) => page.includes('class="block taken"'))).toBe(true);
      expect([...answered.values()].some((page) => page.includes('another party'))).toBe(true);
      expect([...pages.values(), ...answered.values()].filter((page) => page.startsWith('500'))).toEqual([]);

      // The same for who works there: what was looked for is there to be found.
      const manager = await world.person('Mona', 'manager');
      const whole = leaks(secrets, await crawl(manager, from));
      const kinds = new Set(whole.map((line) => line.split(': ')[1]!.split(' ')[0]));
      expect([...kinds]).toEqual(
        expect.arrayContaining(['name', 'phone', 'email', 'notes', 'id', 'reason', 'staff']),
      );
      expect(world.faults).toEqual([]);
    }),
    // A day with fewer parties says no more of what has leaked.
    { ...seeded(inFull(12, 1)), endOnFailure: true },
  );
});

function actionsOf({ engine }: World, caller: Awaited<ReturnType<typeof callerOf>>) {
  return engine.staff(caller).at(LOCATION_ID);
}

test('D44 two visitors who open the same day at the same moment are each given their own', async () => {
  const world = await aConsoleWorld();
  const people = await Promise.all(['one', 'two'].map((name) => world.visitor(name)));
  for (const [i, person] of people.entries()) {
    const own = actionsOf(world, await callerOf(world, person));
    await own.bookings.create({ startMs: at(60), partySize: 2, guest: { name: `Guest of ${i}` } });
  }
  const staff = await world.person('Anna');
  const readers = [...people, staff, ...people, staff, ...people];
  const shown = await Promise.all(readers.map((person) => person.get('')));
  const names = shown.map(({ html }) => [0, 1].map((i) => textOf(html).includes(`Guest of ${i}`)));
  const [one, two, all] = [
    [true, false],
    [false, true],
    [true, true],
  ];
  expect(names).toEqual([one, two, all, one, two, all, one, two]);
});

test('D44 the stream tells a visitor that something has changed, and nothing of what', async () => {
  const world = await aConsoleWorld();
  const { cookie } = await world.visitor('one');
  const leaving = new AbortController();
  const answer = await fetch(`${world.url}/console/${LOCATION_ID}/live`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const { id } = await world.booked(60, { name: 'Berta' });
  let text = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream()))
    if ((text += chunk).includes('changed')) break;
  leaving.abort();
  expect(text).toContain('event: changed\ndata: {"dates":["2026-12-04"]}');
  expect(text).not.toMatch(new RegExp(`Berta|${id}`));
});
