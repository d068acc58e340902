/** The page of the location file and the menu file, from their schemas. Defaults are those of the plan that a file without optional fields gives. */
import { fileOf, planOf } from '../../packages/cli/src/files/location-file/location-plan.ts';
import { locationFileSchema } from '../../packages/cli/src/files/location-file/schema.ts';
import { menuFileSchema } from '../../packages/cli/src/files/menu-schema.ts';
import { type FileField, fileFields } from './file-fields.ts';
import { anchor, anchorName, code, noteOf, page, prose, table } from './markdown.ts';

export const locationFields = fileFields(locationFileSchema);
export const menuFields = fileFields(menuFileSchema);

/** By the path, or by its end where several fields mean the same. */
const MEANINGS: Readonly<Record<string, string>> = {
  id: 'the location that is meant; needed if two have one name',
  alias: 'a short name for commands, which stays when the name changes',
  name: 'the name for guests',
  timeZone: 'the time zone of all times in the file',
  language: 'the language of guests who choose no other',
  address: 'for guests',
  phone: 'for guests; in quotes, since YAML can take it for a number',
  email: 'for guests',
  brand: 'colour and image on guests’ pages and in their e-mails',
  'brand.colour': 'colour of links and buttons; must be readable on light backgrounds',
  'brand.logo': 'an image above the name, 48 pixels high: a path from the file, or an https URL',
  bookingPage: 'the restaurant’s own booking page; `{}` for one with the defaults; needs `alias`',
  'bookingPage.listed': '`false`: the list of restaurants does not show the page',
  'bookingPage.embedOn':
    'origins that can show the page in a frame, such as https://fyren.example; at most 20',
  'bookingPage.phone': 'whether guests must give their telephone number',
  'bookingPage.email': 'whether guests must give their e-mail address',
  'bookingPage.areas': 'whether guests can choose an area',
  'bookingPage.text': 'a text above the times',
  'bookingPage.picture': 'a picture: a path from the file, or an https URL',
  'bookingPage.privacyUrl': 'https URL of the restaurant’s privacy notice; without it Bord makes one',
  'bookingPage.unconfirmedPercent':
    'percent of the tables of a service period, at least two tables, for guests without a confirmed e-mail address',
  'bookingPage.surgeBookings':
    'bookings of such guests in 10 minutes, after which further ones need the link of an e-mail',
  areas: 'the parts of the restaurant; with a list, the area of each table must be listed',
  'areas[].id': 'the value of `area` of a table',
  'areas[].name': 'the name for staff and guests',
  tables: 'the tables; among equal ones a party gets the one listed first',
  'tables[].id': 'its name in the restaurant, unique in the location',
  'tables[].seats': 'the party sizes that it takes, 1 to 1,000; `4` is 1 to 4',
  'tables[].area': 'its part of the restaurant',
  'tables[].online': '`false`: kept for the restaurant, for walk-ins and the telephone',
  'tables[].when': 'when the table is available: one of the entries must hold',
  'when[].periods': 'in these service periods',
  'when[].days': 'on these weekdays',
  'when[].from': 'the first date',
  'when[].to': 'the last date, included; needed if `from` has no year',
  'when[].except': 'excluded times',
  'except[].periods': 'not in these service periods',
  'except[].days': 'not on these weekdays',
  'except[].from': 'the first excluded date',
  'except[].to': 'the last excluded date',
  combinations: 'tables that can be joined; others cannot',
  'combinations[].tables': 'two or more different ids of `tables`',
  'combinations[].seats': 'the party sizes that they take together, 1 to 1,000',
  'combinations[].when': 'when they can be joined: one of the entries must hold',
  servicePeriods: 'opening hours that take bookings',
  'servicePeriods[].name': 'for the staff',
  'servicePeriods[].days': 'the weekdays on which it opens',
  'servicePeriods[].dates': 'single dates on which it opens; one of `days` and `dates` is needed',
  'servicePeriods[].opens': 'the first slot',
  'servicePeriods[].closes':
    'the end; if not later than `opens`, it is on the next day, also written `25:00`',
  'servicePeriods[].slotStep': 'minutes between slots, from the opening',
  'servicePeriods[].lastSeating': 'the last start; without it a party must be able to finish by closing',
  'servicePeriods[].partySizes': 'party sizes for partners',
  'servicePeriods[].turnTimes': 'turn times of this period',
  'servicePeriods[].pacing': 'pacing of this period; `none` lifts the limits of the location',
  turnTimes: 'minutes for which a party keeps its table, for all parties or by size from small to large',
  'turnTimes[].upTo': 'the largest party of the entry; the last entry has none',
  'turnTimes[].minutes': 'the turn time of these parties',
  buffer: 'minutes for which a table stays blocked after the end that the guest sees',
  pacing: 'limits on the starts within one slot step; only partners are rejected',
  'pacing.coversPerStep': 'guests that can start in one slot step',
  'pacing.partiesPerStep': 'bookings that can start in one slot step',
  leadTime: 'minutes before the start until which partners can book, for all parties or by size',
  'leadTime[].upTo': 'the largest party of the entry; the last entry has none',
  'leadTime[].minutes': 'the lead time of these parties',
  horizonDays: 'how many days ahead partners can book',
  freeze: 'minutes before the start from which a booking keeps its tables',
  movesMax: 'bookings that can change tables to make room for one; `0` disables re-seating',
  wastedSeatsMax: 'empty seats that a partner’s booking can leave at its tables',
  guestCutoff: 'minutes before the start until which guests can change a booking; `0`: the start',
  offerMinutes: 'minutes for which an offered table is held, at most until the lead time begins',
  guestRetentionDays:
    'days after a visit until the data of the guest is erased; `none`: never, at most 100,000',
  closures: 'closed dates and hours; `only` also removes those made by command',
  'closures[].id': 'the name for `bord closures remove`',
  'closures[].from': 'the first closed date or time',
  'closures[].to': 'the last closed date, or the time of reopening; needed if `from` has a time',
  'closures[].reason': 'for the staff',
  'closures.only': 'these closures and no others, also not those made by command',
  'only[].id': 'as `closures[].id`',
  'only[].from': 'as `closures[].from`',
  'only[].to': 'as `closures[].to`',
  'only[].reason': 'as `closures[].reason`',
  revision: 'ignored; `bord locations show --json` prints it',
  currency: 'of all prices, by ISO 4217',
  categories: 'the parts of the menu, in its order',
  locationName: 'ignored; `bord menus show --json` prints it',
  'categories[].id': 'unique in the menu',
  'categories[].name': 'its name for guests',
  'categories[].description': 'a text under the name',
  'categories[].items': 'dishes and drinks, in the order of the menu; can be empty',
  'items[].id': 'unique among all items',
  'items[].name': 'its name for guests',
  'items[].description': 'a text under the name',
  'items[].price_ore': 'in the smallest unit of the currency: 18500 is 185 kronor',
  'items[].tags': 'words such as `vegan`',
};

/** Defaults that a plan has in another form. */
const DEFAULTS: Readonly<Record<string, string>> = {
  id: 'the location of the alias or name, else a new one',
  turnTimes: '1–2 guests 90, 3–4 120, 5–6 150, more 180',
  pacing: code('none'),
  movesMax: 'no limit',
  wastedSeatsMax: 'no limit',
  'tables[].online': code('true'),
  'when[].periods': 'all',
  'when[].days': 'all',
  'when[].from': 'no limit',
  'when[].to': 'no limit',
  'tables[].when': 'always',
  'combinations[].when': 'always',
  'servicePeriods[].partySizes': code('1+'),
  'servicePeriods[].turnTimes': 'those of the location',
  'servicePeriods[].pacing': 'that of the location',
  'pacing.coversPerStep': 'no limit',
  'pacing.partiesPerStep': 'no limit',
  closures: 'those that it has',
  'closures[].id': 'made from `from`',
  'closures[].to': 'the date of `from`',
  'only[].to': 'the date of `from`',
  bookingPage: 'no page',
  'bookingPage.listed': code('true'),
  'bookingPage.phone': code('optional'),
  'bookingPage.email': code('required'),
  'bookingPage.areas': code('no'),
  'bookingPage.unconfirmedPercent': code('25'),
  'bookingPage.surgeBookings': code('12'),
  'categories[].id': 'made from the name',
  'items[].id': 'made from the name',
};

/** The value for a path, or for its longest end that has one. */
function named(values: Readonly<Record<string, string>>, path: string): string | undefined {
  const steps = path.split('.');
  const ends = steps.map((_, i) => steps.slice(i).join('.'));
  const end = ends.find((one, i) => (i === 0 || one.includes('.')) && Object.hasOwn(values, one));
  return end === undefined ? undefined : values[end];
}

/** The values of a location whose file has only the required fields. */
function standardValues(): ReadonlyMap<string, unknown> {
  const given = { name: 'Dinner', days: 'daily', opens: '17:00', closes: '23:00' };
  const plan = planOf(
    locationFileSchema.parse({
      name: 'Bistro',
      timeZone: 'Europe/Stockholm',
      tables: [{ id: 'T1', seats: 4 }],
      servicePeriods: [given],
    }),
  );
  const file = fileOf({ ...plan, id: '' } as Parameters<typeof fileOf>[0]) as Record<string, unknown>;
  const [period] = file['servicePeriods'] as readonly object[];
  return new Map([
    ...Object.entries(file),
    ...Object.entries(period!)
      .filter(([name]) => !Object.hasOwn(given, name))
      .map(([name, value]) => [`servicePeriods[].${name}`, value] as const),
  ]);
}

export const fieldAnchor = (file: 'location' | 'menu', { path }: FileField): string =>
  anchorName(`${file}-${path.replaceAll('[]', '')}`);

function fieldRows(file: 'location' | 'menu', fields: readonly FileField[]): string {
  const standard = standardValues();
  return table(
    ['field', 'type', 'default', 'meaning'],
    fields.map((field) => {
      const { path, type, isRequired } = field;
      const meaning = named(MEANINGS, path);
      if (meaning === undefined) throw new Error(`the field ${path} has no meaning: add it to MEANINGS`);
      const value = file === 'location' ? standard.get(path) : undefined;
      const known =
        named(DEFAULTS, path) ??
        (value === undefined ? 'none' : code(typeof value === 'string' ? value : JSON.stringify(value)));
      return [
        `${anchor(fieldAnchor(file, field))}${code(path)}`,
        prose(type),
        isRequired ? 'required' : known,
        meaning,
      ];
    }),
  );
}

/** Meanings that no field has. */
export const unusedMeanings = (): readonly string[] =>
  Object.keys(MEANINGS).filter(
    (name) =>
      ![...locationFields, ...menuFields].some(({ path }) => path === name || path.endsWith(`.${name}`)),
  );

export function locationFilePage(): string {
  return page([
    noteOf('the schemas in packages/cli/src/files'),
    '# Location file and menu file',
    'This page lists each field of the two files that describe a restaurant, for operators and restaurant managers. [Describe a restaurant](../restaurant/location-file.md) has examples and rules.',
    'The files are YAML or JSON. `[]` is an entry of a list. An unknown field is an error. Write times and phone numbers in quotes.',
    '## Fields of a location',
    fieldRows('location', locationFields),
    '## Fields of a menu',
    fieldRows('menu', menuFields),
  ]);
}
