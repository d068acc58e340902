import { createEngine, type Season } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { Failure } from '../../output/failure.ts';
import { parseSource } from '../source-file.ts';
import { readLocationFile, writeLocationFile } from './location-file.ts';

const fileWith = (when: string, more = ''): string => `name: Fyren
timeZone: Europe/Stockholm
tables:
  - id: T1
    seats: 2
    when: ${when}
  - {id: T2, seats: 2}
${more}
servicePeriods:
  - {name: Lunch, days: daily, opens: "11:30", closes: "14:00"}
  - {name: Dinner, days: daily, opens: "17:00", closes: "23:00"}
`;
const read = (text: string) => readLocationFile(parseSource('restaurant.yaml', text));
const seasonsIn = (when: string): readonly Season[] | undefined =>
  read(fileWith(when)).plan.floorPlan.tables[0]!.when;

/** The faults of a file with this season. */
async function faults(when: string, more = ''): Promise<readonly string[]> {
  const engine = createEngine({ storage: memoryStorage() });
  try {
    const file = read(fileWith(when, more));
    const failed = await engine.operator.locations.apply(file.plan, null).then(
      () => null,
      (error: unknown) => file.failureOf(error),
    );
    return failed?.lines ?? [];
  } catch (error) {
    if (error instanceof Failure) return error.lines;
    throw error;
  }
}

test('D40 a season is an object or a list, and so is each of its fields', () => {
  const terrace = { from: '05-01', to: '09-30' };
  expect(seasonsIn('{from: 05-01, to: 09-30}')).toEqual([terrace]);
  expect(seasonsIn('[{from: 05-01, to: 09-30}, {days: [sun, sat], periods: Lunch}]')).toEqual([
    terrace,
    { periods: ['Lunch'], weekdays: [6, 7] },
  ]);
  expect(seasonsIn('{except: {periods: [Lunch], days: mon}}')).toEqual([
    { except: [{ periods: ['Lunch'], weekdays: [1] }] },
  ]);
  expect(seasonsIn('{from: 2027-05-01, except: [{days: [mon]}, {to: 2027-05-09}]}')).toEqual([
    { from: '2027-05-01', except: [{ weekdays: [1] }, { to: '2027-05-09' }] },
  ]);
  expect(seasonsIn('')).toBeUndefined();
});

test('D40 export writes one season as an object, several as a list', () => {
  const { plan } = read(
    fileWith(
      '{periods: Dinner, from: 05-01, to: 09-30, except: {days: sun}}',
      'combinations: [{tables: [T1, T2], seats: 4, when: [{days: fri}, {days: sat}]}]',
    ),
  );
  const text = writeLocationFile({ ...plan, id: '00000000-0000-4000-8000-0000000000ab', revision: 1 });
  expect(text).toContain(`    when:
      periods: [Dinner]
      from: 05-01
      to: 09-30
      except:
        days: [sun]
`);
  expect(text).toContain(`    when:
      - days: [fri]
      - days: [sat]
`);
});

test('D40 faults of seasons have the path in the file, for an object and for a list', async () => {
  expect(await faults('{periods: [Lunch, Brunch]}')).toEqual([
    'restaurant.yaml:6:29 tables[0].when.periods[1]: service period Brunch does not exist; choose from Lunch, Dinner',
  ]);
  expect(await faults('{periods: Brunch}')).toEqual([
    'restaurant.yaml:6:21 tables[0].when.periods: service period Brunch does not exist; choose from Lunch, Dinner',
  ]);
  expect(await faults('[{days: mon}, {from: 2027-05-02, to: 2027-05-01}]')).toEqual([
    'restaurant.yaml:6:48 tables[0].when[1].to: the season must not end (2027-05-01) before it begins (2027-05-02)',
  ]);
  expect(await faults('{days: [mon, tus], from: 1 May, until: 05-02}')).toEqual([
    'restaurant.yaml:6:24 tables[0].when.days[1]: must be one of mon, tue, wed, thu, fri, sat, sun, not tus (did you mean tue?)',
    'restaurant.yaml:6:36 tables[0].when.from: must be a date such as 2027-05-01, or 05-01 for that of every year, not 1 May',
    'restaurant.yaml:6:43 tables[0].when.until: there is no such field',
  ]);
  expect(await faults('{from: 05-01}')).toEqual([
    'restaurant.yaml:6:11 tables[0].when.to: is missing: 05-01 comes every year, and needs both ends',
  ]);
  expect(await faults('{}')).toEqual(['restaurant.yaml:6:11 tables[0].when: needs periods, days or dates']);
  expect(await faults('summer')).toEqual([
    'restaurant.yaml:6:11 tables[0].when: must be fields with names, not summer',
  ]);
  expect(
    await faults('{days: mon}', 'combinations: [{tables: [T1, T2], seats: 4, when: {days: []}}]'),
  ).toEqual(['restaurant.yaml:8:58 combinations[0].when.days: must name a day']);
});
