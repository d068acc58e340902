import { expect, test } from 'vitest';
import { planChanges } from './plan-changes.ts';

const T = (id: string, seats = '1-2', more = {}) => ({ id, seats, ...more });

test('differences are listed by their path in the file; equal values are not', () => {
  const before = {
    name: 'Nord',
    leadTime: 30,
    tables: [T('T1'), T('T2'), T('T3')],
    servicePeriods: [{ name: 'Dinner', opens: '17:00', closes: '23:00' }],
    closures: [{ id: 'c1', from: '2026-12-24' }],
  };
  expect(planChanges(before, structuredClone(before))).toEqual([]);
  const after = {
    ...before,
    leadTime: [{ upTo: 6, minutes: 30 }, { minutes: 1440 }],
    tables: [T('T1', '2-4', { area: 'bar' }), T('T2'), T('T4')],
    servicePeriods: [{ name: 'Dinner', opens: '17:00', closes: '22:00' }],
    closures: [],
    buffer: 10,
  };
  expect(planChanges(before, after)).toEqual([
    { path: 'leadTime', from: 30, to: [{ upTo: 6, minutes: 30 }, { minutes: 1440 }] },
    { path: 'tables[T1].seats', from: '1-2', to: '2-4' },
    { path: 'tables[T1].area', from: null, to: 'bar' },
    { path: 'tables[T3]', from: T('T3'), to: null },
    { path: 'tables[T4]', from: null, to: T('T4') },
    { path: 'servicePeriods[Dinner].closes', from: '23:00', to: '22:00' },
    { path: 'closures[c1]', from: { id: 'c1', from: '2026-12-24' }, to: null },
    { path: 'buffer', from: null, to: 10 },
  ]);
});

test('the order of tables decides assignments, so a reordered table is listed; an appended one is only an addition', () => {
  const from = { tables: [T('T1'), T('T2'), T('T3')] };
  expect(planChanges(from, { tables: [T('T1'), T('T3'), T('T2')] })).toEqual([
    { path: 'tables', from: ['T1', 'T2', 'T3'], to: ['T1', 'T3', 'T2'] },
  ]);
  expect(planChanges(from, { tables: [T('T0'), ...from.tables] }).map(({ path }) => path)).toEqual([
    'tables[T0]',
  ]);
});

test('entries with the same name have distinct paths', () => {
  const dinner = (opens: string) => ({ name: 'Dinner', opens });
  const from = { servicePeriods: [dinner('17:00'), dinner('18:00')] };
  expect(planChanges(from, { servicePeriods: [dinner('17:00'), dinner('19:00')] })).toEqual([
    { path: 'servicePeriods[Dinner #2].opens', from: '18:00', to: '19:00' },
  ]);
});
