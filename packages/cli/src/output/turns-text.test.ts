import { definePlan, type StayBand, type TurnReport } from '@bord/engine';
import { expect, test } from 'vitest';
import { turnsText, turnsYaml } from './turns-text.ts';

const period = { weekdays: [1 as const], opensMinute: 600, closesMinute: 900 };
const turnTimes = [
  { partyMax: 2, turnMinutes: 90 },
  { partyMax: null, turnMinutes: 120 },
];
const plan = definePlan({
  name: 'Kajen',
  timeZone: 'UTC',
  tables: [{ id: 'T1', seatsMax: 4 }],
  turnTimes,
  servicePeriods: [
    { name: 'Lunch', ...period },
    { name: 'Dinner', ...period, opensMinute: 1000, closesMinute: 1400 },
  ],
});

/** Proposals for small and large parties at lunch and at dinner; null with too few visits. */
function aReport(...proposed: readonly (number | null)[]): TurnReport {
  const bands = proposed.map((proposedMinutes, i): StayBand => {
    const { partyMax, turnMinutes } = turnTimes[i % 2]!;
    const stays = proposedMinutes === null ? 3 : 40;
    const periodIndex = Math.floor(i / 2);
    const which = {
      periodIndex,
      period: ['Lunch', 'Dinner'][periodIndex]!,
      partyMin: i % 2 === 0 ? 1 : 3,
      partyMax,
    };
    return { ...which, turnMinutes, stays, p50Minutes: 70, p80Minutes: 80, proposedMinutes };
  });
  return {
    location: { ...plan, id: 'l', revision: 1 },
    from: '2030-01-01',
    to: '2030-03-01',
    bands,
    leftOut: 1,
  };
}

test('a proposal is placed in the file: once for all periods, or in the period that differs', () => {
  expect(turnsYaml(aReport(90, 120, 90, 120))).toBeNull();
  expect(turnsYaml(aReport(null, null, null, null))).toBeNull();
  expect(turnsYaml(aReport(75, null, 75, 135))).toBe('turnTimes: [{upTo: 2, minutes: 75}, {minutes: 135}]\n');
  expect(turnsYaml(aReport(75, 120, 105, null))).toBe(
    'servicePeriods:\n' +
      '  - name: "Lunch"\n    turnTimes: [{upTo: 2, minutes: 75}, {minutes: 120}]\n' +
      '  - name: "Dinner"\n    turnTimes: [{upTo: 2, minutes: 105}, {minutes: 120}]\n',
  );
});

test('the text compares the length of visits with the plan, and marks periods with too few visits', () => {
  const text = turnsText(aReport(75, 120, null, null));
  expect(text).toContain('Kajen: 86 stays are known (2030-01-01 to 2030-03-01); 1 left out.');
  expect(text).toMatch(/^Lunch +1–2 +90 +70 +80 +40 +rather 75$/m);
  expect(text).toMatch(/^ +3\+ +120 +70 +80 +40 +as planned$/m);
  expect(text).toMatch(/^Dinner +1–2 .* 3 +too few: 20 make a proposal$/m);
  expect(text).toContain('turnTimes: [{upTo: 2, minutes: 75}');
  const none = { ...aReport(), bands: [] };
  expect(turnsText(none)).toContain('bord bookings seat');
});
