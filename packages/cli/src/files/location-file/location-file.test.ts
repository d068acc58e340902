import { createEngine, definePlan } from '@bord/engine';
import { LANGUAGES } from '@bord/adapter-http/languages';
import { memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { Failure } from '../../output/failure.ts';
import { parseSource } from '../source-file.ts';
import { readLocationFile } from './location-file.ts';

const read = (text: string, name = 'restaurant.yaml') => readLocationFile(parseSource(name, text));

function faults(text: string): string[] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof Failure) return error.message.split('\n');
    throw error;
  }
  return [];
}

const MINIMAL = `
name: Fyren
timeZone: Europe/Stockholm
language: sv
tables:
  - {id: 1, seats: 2-4}
servicePeriods:
  - {name: Dinner, days: daily, opens: 17:00, closes: 01:00}
`;

test('the least that a file must say, and definePlan’s defaults otherwise', () => {
  const { id, plan } = read(MINIMAL);
  expect(id).toBeNull();
  expect(plan).toEqual(
    definePlan({
      name: 'Fyren',
      timeZone: 'Europe/Stockholm',
      language: 'sv',
      tables: [{ id: '1', seatsMin: 2, seatsMax: 4 }],
      servicePeriods: [
        { name: 'Dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 1020, closesMinute: 1500 },
      ],
    }),
  );
});

test('all that a file can say, in the ways in which people write it', () => {
  const { id, plan } = read(`
id: 00000000-0000-4000-8000-0000000000AB
name: Fyren
timeZone: Europe/Oslo
language: no
address: Havnegata 1
phone: +4712345678
email: hei@fyren.example.com
tables:
  - {id: 007, seats: 4, area: window, online: false}
  - {id: B, seats: {min: 2, max: 6}}
combinations:
  - {tables: [007, B], seats: 6-10}
servicePeriods:
  - name: Lunch
    days: [fri, mon]
    dates: [2026-12-24]
    opens: "11:00"
    closes: "15:00"
    slotStep: 30
    lastSeating: "14:00"
    partySizes: {max: 8}
    turnTimes: 75
    pacing: {coversPerStep: 12}
  - {name: Late, days: [sat], opens: 18:00, closes: 25:30, lastSeating: 00:15, partySizes: 7+, pacing: none}
turnTimes: [{upTo: 2, minutes: 60}, {minutes: 100}]
buffer: 10
pacing: {coversPerStep: 20, partiesPerStep: 5}
leadTime: 120
horizonDays: 90
freeze: 0
movesMax: 3
wastedSeatsMax: 2
closures:
  - {from: 2026-12-25, reason: Christmas}
  - {id: party, from: 2026-12-31 15:00, to: 2027-01-01T12:00}
`);
  expect(id).toBe('00000000-0000-4000-8000-0000000000ab');
  expect(plan).toMatchObject({
    language: 'no',
    contact: { address: 'Havnegata 1', phone: '+4712345678', email: 'hei@fyren.example.com' },
    floorPlan: {
      tables: [
        { id: '007', seatsMin: 1, seatsMax: 4, area: 'window', online: false },
        { id: 'B', seatsMin: 2, seatsMax: 6, area: null, online: true },
      ],
      combinations: [{ tables: ['007', 'B'], seatsMin: 6, seatsMax: 10 }],
      wastedSeatsMax: 2,
    },
    servicePeriods: [
      {
        weekdays: [1, 5],
        dates: ['2026-12-24'],
        slotStepMinutes: 30,
        lastSeatingMinute: 840,
        partySizeMin: 1,
        partySizeMax: 8,
        turnTimes: [{ partyMax: null, turnMinutes: 75 }],
        pacing: { coversPerStep: 12, partiesPerStep: null },
      },
      {
        closesMinute: 1530,
        lastSeatingMinute: 1455,
        partySizeMin: 7,
        partySizeMax: null,
        pacing: { coversPerStep: null, partiesPerStep: null },
      },
    ],
    closures: [
      { id: 'closure-2026-12-25', from: '2026-12-25', to: '2026-12-25', reason: 'Christmas' },
      { id: 'party', from: '2026-12-31T15:00', to: '2027-01-01T12:00', reason: null },
    ],
  });
});

test('all faults are listed in the order of the file, each with its place', () => {
  const text = `name:
timezone: Europe/Stockholm
language: nn
tables:
  - {id: 1, seat: 1-2}
  - {id: 2, seats: 4-2, online: no}
  - 5
servicePeriods:
  - name: Lunch
    days: [mon, tus]
    opens: 25:00
    closes: 3 pm
    pacing: {cover: 5}
  - name: Dinner
    opens: 17:00
    closes: 23:00
    lastSeating: 16:00
closures:
  - {id: a, from: 2026-12-24}
  - {id: a, from: 2026-12-24T10:00}
email: nobody
`;
  expect(faults(text)).toEqual([
    'restaurant.yaml:1:1 timeZone: is missing',
    'restaurant.yaml:1:6 name: is missing',
    'restaurant.yaml:2:1 timezone: there is no such field (did you mean timeZone?)',
    `restaurant.yaml:3:11 language: must be one of ${LANGUAGES.join(', ')}, not nn (did you mean en?)`,
    'restaurant.yaml:5:5 tables[0].seats: is missing',
    'restaurant.yaml:5:13 tables[0].seat: there is no such field (did you mean seats?)',
    'restaurant.yaml:6:20 tables[1].seats: must be seats such as 4, 2-4 or {min: 2, max: 4}, not 4-2',
    'restaurant.yaml:6:33 tables[1].online: must be true or false, not no',
    'restaurant.yaml:7:5 tables[2]: must be fields with names, not 5',
    'restaurant.yaml:10:17 servicePeriods[0].days[1]: must be one of mon, tue, wed, thu, fri, sat, sun, not tus (did you mean tue?)',
    'restaurant.yaml:11:12 servicePeriods[0].opens: must be a time from 00:00 to 23:59, not 25:00',
    'restaurant.yaml:12:13 servicePeriods[0].closes: must be a time such as 17:00, not 3 pm',
    'restaurant.yaml:13:14 servicePeriods[0].pacing.cover: there is no such field (did you mean coversPerStep?)',
    'restaurant.yaml:14:5 servicePeriods[1]: needs days or dates',
    'restaurant.yaml:17:18 servicePeriods[1].lastSeating: must be within the opening hours',
    'restaurant.yaml:20:5 closures[1].to: is missing',
    'restaurant.yaml:21:8 email: must be an e-mail address, not nobody',
  ]);
});

test('ids of closures are unique', () => {
  expect(faults(`${MINIMAL}closures: [{id: a, from: 2026-12-24}, {id: a, from: 2026-12-25}]`)).toEqual([
    'restaurant.yaml:9:44 closures[1].id: a is used twice: each id must be unique',
  ]);
});

test('JSON is read too, and its faults are placed', () => {
  const json = `{
\t"name": "Br\\u00e4nneriet",
\t"timeZone": "Europe/Stockholm", "language": "sv",
\t"tables": [{ "id": "T1", "seats": 2 }],
\t"servicePeriods": []
}`;
  expect(read(json, 'restaurant.json').plan.name).toBe('Bränneriet');
  expect(faults(json.replace('"seats": 2', '"seats": "two"'))[0]).toMatch(
    /^restaurant\.yaml:4:36 tables\[0\]\.seats: must be seats/,
  );
});

test.each([
  ['', 'restaurant.yaml:1:1: it must not be empty'],
  ['[]', 'restaurant.yaml:1:1: must be fields with names, not []'],
  ['a: 1\na: 2\n', 'restaurant.yaml:2:1: Map keys must be unique'],
  [
    'a: [1\nb: 2',
    'restaurant.yaml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
])('%j is not a location file', (text, line) => {
  expect(faults(text)).toEqual([line]);
});

test('two lists of the plan can share one part of the file', () => {
  const twice = MINIMAL.replace('{name: Dinner', '&dinner {name: Dinner') + '  - *dinner\n';
  expect(read(twice).plan.servicePeriods).toHaveLength(2);
  expect(faults(twice.replace('17:00', '5 pm'))).toEqual([
    'restaurant.yaml:8:48 servicePeriods[0].opens: must be a time from 00:00 to 23:59, not 5 pm',
    'restaurant.yaml:8:48 servicePeriods[1].opens: must be a time from 00:00 to 23:59, not 5 pm',
  ]);
  expect(faults('name: *nothing')[0]).toMatch(/^restaurant\.yaml: .*nothing/);
});

test('a fault that the engine finds is placed in the file', async () => {
  const engine = createEngine({ storage: memoryStorage() });
  const positionOf = async (text: string): Promise<string | undefined> => {
    const file = read(text);
    return engine.operator.locations.apply(file.plan, null).then(
      () => undefined,
      (error: unknown) => file.failureOf(error)?.message,
    );
  };
  expect(await positionOf(MINIMAL)).toBeUndefined();
  expect(await positionOf(MINIMAL.replace('\nservice', '\n  - {id: 1, seats: 2}\nservice'))).toBe(
    'restaurant.yaml:7:10 tables[1].id: table 1 is listed twice: each id must be unique',
  );
  expect(await positionOf(`${MINIMAL}combinations: [{tables: [1, 9], seats: 8}]`)).toMatch(
    /^restaurant\.yaml:9:25 combinations\[0\]\.tables: .*9/,
  );
  expect(
    await positionOf(`${MINIMAL}turnTimes: [{upTo: 4, minutes: 60}, {upTo: 2, minutes: 60}, {minutes: 90}]`),
  ).toMatch(/^restaurant\.yaml:9:44 turnTimes\[1\]\.upTo: /);
  expect(await positionOf(`${MINIMAL}  - {name: Late, days: [sat], opens: 22:00, closes: 23:00}`)).toMatch(
    /^restaurant\.yaml:9:5 servicePeriods\[1\]: .*Dinner/,
  );
});

test('a time that was converted to a number is reported as a time', () => {
  const fault = (opens: string) => faults(MINIMAL.replace('opens: 17:00', `opens: ${opens}`))[0];
  expect(fault('1020')).toBe(
    'restaurant.yaml:8:40 servicePeriods[0].opens: must be a time from 00:00 to 23:59, not 1020: that is what YAML makes of 17:00 without quotes; write "17:00"',
  );
  expect(fault('17')).toBe(
    'restaurant.yaml:8:40 servicePeriods[0].opens: must be a time from 00:00 to 23:59, not 17',
  );
  expect(faults(MINIMAL.replace('closes: 01:00', 'closes: 1380'))[0]).toContain('write "23:00"');
});

test('a colour that YAML read as a comment is reported', () => {
  const withColour = (colour: string) => faults(`${MINIMAL}brand:\n  colour: ${colour}\n`);
  expect(withColour('#7a1f2b')).toEqual([
    'restaurant.yaml:10:11 brand.colour: must be a colour in quotes, such as "#7a1f2b", not empty: YAML treats text after # as a comment',
  ]);
  expect(withColour('"#7A1F2B"')).toEqual([]);
  expect(withColour("'#abc'")).toEqual([]);
  expect(withColour('red')).toHaveLength(1);
  expect(read(`${MINIMAL}brand: {colour: "#A12"}`).plan.brand.colour).toBe('#aa1122');
});
