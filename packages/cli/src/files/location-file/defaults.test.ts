import { readFileSync } from 'node:fs';
import { definePlan } from '@bord/engine';
import { expect, test } from 'vitest';
import { parseSource } from '../source-file.ts';
import { readLocationFile } from './location-file.ts';

const FIELDS = {
  name: 'Fyren',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seats: '1-4' }],
  servicePeriods: [{ name: 'Dinner', days: ['fri'], opens: '17:00', closes: '23:00' }],
};
const PLAN = definePlan({
  name: 'Fyren',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seatsMax: 4 }],
  servicePeriods: [{ name: 'Dinner', weekdays: [5], opensMinute: 17 * 60, closesMinute: 23 * 60 }],
});

const planOf = (fields: object) => readLocationFile(parseSource('a.json', JSON.stringify(fields))).plan;

/** The defaults of the fields below a path, from the reference: text in code as it is written, other words as they are. */
function defaultsIn(path: string): Record<string, string> {
  const page = new URL('../../../../../docs/reference/location-file.md', import.meta.url);
  const rows = readFileSync(page, 'utf8').matchAll(
    /^\| <a id="location-[^|]*<\/a>`([^`|]+)` \|[^|]*\| ([^|]*) \|/gm,
  );
  const fields = Array.from(rows, ([, name, value]) => [name!, value!] as const);
  return Object.fromEntries(
    fields.flatMap(([name, value]) =>
      name.startsWith(path) && /^\w+$/.test(name.slice(path.length))
        ? [[name.slice(path.length), value]]
        : [],
    ),
  );
}

/** The file value of a documented default; undefined if only an omitted field has it. */
function written(text: string): unknown {
  if (text.startsWith('1–2 guests 90, 3–4 120, 5–6 150, more 180'))
    return [{ upTo: 2, minutes: 90 }, { upTo: 4, minutes: 120 }, { upTo: 6, minutes: 150 }, { minutes: 180 }];
  const [, code] = /^`(.+)`$/.exec(text) ?? [];
  if (code === undefined) return undefined;
  return /^(?:\d+|true|false)$/.test(code) ? JSON.parse(code) : code;
}

test('every default that the page names is definePlan’s, whether a file leaves it out or says it', () => {
  expect(planOf(FIELDS)).toEqual(PLAN);
  const [table] = FIELDS.tables;
  const [period] = FIELDS.servicePeriods;
  const sections: [string, (field: object) => object][] = [
    ['', (field) => ({ ...FIELDS, ...field })],
    ['tables[].', (field) => ({ ...FIELDS, tables: [{ ...table, ...field }] })],
    ['servicePeriods[].', (field) => ({ ...FIELDS, servicePeriods: [{ ...period, ...field }] })],
  ];
  const names: string[] = [];
  for (const [section, withField] of sections) {
    for (const [name, text] of Object.entries(defaultsIn(section))) {
      const value = written(text);
      // `none` removes the plan's pacing; the general setting has no pacing to remove.
      if (value === undefined || (name === 'pacing' && value === 'none')) continue;
      names.push(name);
      expect(planOf(withField({ [name]: value })), name).toEqual(PLAN);
    }
  }
  expect(names.toSorted()).toEqual(
    'buffer freeze guestCutoff guestRetentionDays horizonDays language leadTime offerMinutes online partySizes slotStep turnTimes'.split(
      ' ',
    ),
  );
  expect(PLAN).toMatchObject({
    pacing: null,
    movesMax: null,
    closures: [],
    floorPlan: { wastedSeatsMax: null },
  });
});
