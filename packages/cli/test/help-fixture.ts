/** A restaurant with everything that the examples of the helps name, made again for each line. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bord, DEMO, type Run, words } from './run-bord.ts';

/** A Tuesday, on which the examples book; 18:30 at the restaurant. */
const NOW_MS = Date.UTC(2026, 11, 1, 17, 30);

const plan = (name: string, more = ''): string => `name: ${name}
timeZone: Europe/Stockholm
freeze: 0
${more}tables:
  - { id: T1, seats: 1-2 }
  - { id: W1, seats: 1-2 }
  - { id: T7, seats: 2-6 }
  - { id: T8, seats: 2-6 }
  - { id: T9, seats: 2-6 }
combinations:
  - { tables: [T7, T8], seats: 2-10 }
servicePeriods:
  - { name: Day, days: daily, opens: "11:00", closes: "23:30" }
`;

const FILES: Readonly<Record<string, string>> = {
  'restaurant.yaml': plan(
    'Bistro Nord',
    'alias: nord\nclosures:\n  - { from: 2026-12-24, to: 2026-12-24 }\n',
  ),
  'second-restaurant.yaml': plan('Bistro Ost'),
  'syd.yaml': plan('Bistro Syd'),
  'menu.yaml':
    'currency: SEK\ncategories:\n  - name: Food\n    items:\n      - { name: Soup, price_ore: 9500 }\n',
  'bookings.csv':
    'Number;Date;Time;Name;Party;Booker;No. of diners;Table;Status\n1;2026-12-15;19:00;Lind;2;Lind;2;;Confirmed\n',
};

/** The preparation of an example: the first matching pattern. The ids are those of the examples. */
const BEFORE: readonly (readonly [example: RegExp, commands: readonly string[]])[] = [
  [/arrive .*--undo/, ['bookings arrive BOOKING']],
  [/leave .*--undo/, ['bookings seat BOOKING', 'bookings leave BOOKING']],
  [/seat .*--undo|leave|extend/, ['bookings seat BOOKING']],
  [/bookings undo/, ['bookings complete BOOKING']],
  [/guests erase/, ['bookings cancel BOOKING --yes', 'waitlist leave WAITING --yes']],
  [/Bistro Syd/, ['locations apply syd.yaml --new']],
];

export interface HelpFixture {
  /** Runs a line of an example on the fixture as it was made. */
  run(args: readonly string[]): Promise<Run>;
}

export async function aHelpFixture(bord: Bord): Promise<HelpFixture> {
  for (const [name, text] of Object.entries(FILES)) bord.write(name, text);
  const run = (args: readonly string[]): Promise<Run> => bord.run(args, { nowMs: NOW_MS });
  async function made<T>(line: string, ...more: readonly string[]): Promise<T> {
    const { code, out, err } = await run([...words(line), ...more, '--json']);
    if (code !== 0) throw new Error(`${line}: ${err}`);
    return JSON.parse(out) as T;
  }
  type Named = Readonly<Record<'id', string>>;
  const location = await made<Named>('locations apply restaurant.yaml');
  await made('menus apply nord menu.yaml');
  const booking = await made<Named>(
    'bookings create --location nord --party 4 --name Berg --email alva@example.com',
    '--at',
    'today 19:00',
  );
  const block = await made<Named>('tables block nord T8 --from 2026-12-03T12:00 --to 2026-12-03T13:00');
  const waiting = await made<Named & { readonly offer: { readonly holdId: string } }>(
    'waitlist add nord --date 2026-12-20 --from 19:00 --party 9 --name Ek --email ek@example.com',
  );
  await made('staff add anna@bistro-nord.se --location nord --role host');
  const key = await made<Named>('keys create --partner acme --location nord');
  const endpoint = await made<Named>('webhooks add --partner acme --url https://acme.example/hook');
  const ids: readonly (readonly [shown: RegExp, id: string])[] = [
    [/bk_\w+|BOOKING/, booking.id],
    [/wt_\w+|WAITING/, waiting.id],
    [/hd_\w+/, waiting.offer.holdId],
    [/bl_\w+/, block.id],
    [/key_\w+/, key.id],
    [/ep_\w+/, endpoint.id],
    [new RegExp(DEMO), location.id],
  ];
  const data = join(bord.folder, 'data');
  cpSync(data, `${data}.made`, { recursive: true });
  const runHere = (args: readonly string[]): Promise<Run> =>
    run(args.map((arg) => ids.reduce((text, [shown, id]) => text.replace(shown, id), arg)));
  return {
    async run(args) {
      rmSync(data, { recursive: true });
      cpSync(`${data}.made`, data, { recursive: true });
      const [, before = []] = BEFORE.find(([example]) => example.test(args.join(' '))) ?? [];
      for (const line of before) await runHere(words(line));
      return runHere(args);
    },
  };
}
