import type { Location, StayBand, TurnReport } from '@bord/engine';
import { sizesText, STAYS_ENOUGH } from '@bord/engine/adapters';
import { tableText } from './layout.ts';
import { plain } from './plain.ts';
import { paint } from './terminal.ts';

export function turnsText(report: TurnReport): string {
  const { location, from, to, bands, leftOut } = report;
  const when = `${from} to ${to}`;
  const stays = bands.reduce((sum, band) => sum + band.stays, 0);
  const known = `${stays} ${stays === 1 ? 'stay is' : 'stays are'} known (${when})`;
  const rows = bands.map((band, i) => [
    bands[i - 1]?.periodIndex === band.periodIndex ? '' : plain(band.period),
    sizesText(band.partyMin, band.partyMax),
    String(band.turnMinutes),
    band.p50Minutes === null ? '' : String(band.p50Minutes),
    band.p80Minutes === null ? '' : String(band.p80Minutes),
    String(band.stays),
    proposalText(band),
  ]);
  const yaml = turnsYaml(report);
  return [
    `${paint.bold(plain(location.name))}: ${known}${leftOut > 0 ? `; ${leftOut} left out` : ''}.`,
    stays === 0
      ? 'Write down when parties sit and go: bord bookings seat, bord bookings leave.'
      : tableText(['period', 'guests', 'plan', 'half', '4 of 5', 'stays', ''], rows),
    ...(yaml === null
      ? []
      : [`To plan for four parties of five, in the file of the location:\n\n${yaml.trimEnd()}`]),
  ].join('\n\n');
}

function proposalText({ stays, proposedMinutes, turnMinutes }: StayBand): string {
  if (proposedMinutes === null) return stays === 0 ? '' : `too few: ${STAYS_ENOUGH} make a proposal`;
  return proposedMinutes === turnMinutes ? 'as planned' : `rather ${proposedMinutes}`;
}

/** The proposed turn times as part of a location file; null if there is no proposal. */
export function turnsYaml({ location, bands }: TurnReport): string | null {
  const periods = location.servicePeriods.map((period, i) => ({
    period,
    bands: bands.filter(({ periodIndex }) => periodIndex === i),
  }));
  const changing = periods.filter((each) => each.bands.some(isOtherwise));
  if (changing.length === 0) return null;
  const heirs = periods.filter(({ period }) => period.turnTimes === null);
  const common = changing.every(({ period }) => period.turnTimes === null) ? commonOf(location, heirs) : null;
  if (common) return `turnTimes: ${listText(common)}\n`;
  const lines = changing.map(
    (each) =>
      `  - name: ${JSON.stringify(each.period.name)}\n    turnTimes: ${listText(each.bands.map(minutesOf))}\n`,
  );
  return `servicePeriods:\n${lines.join('')}`;
}

const isOtherwise = ({ proposedMinutes, turnMinutes }: StayBand): boolean =>
  proposedMinutes !== null && proposedMinutes !== turnMinutes;

interface Turn {
  readonly partyMax: number | null;
  readonly minutes: number;
}

const minutesOf = ({ partyMax, proposedMinutes, turnMinutes }: StayBand): Turn => ({
  partyMax,
  minutes: proposedMinutes ?? turnMinutes,
});

/** One list for all periods that go by the location's; null where two of them should not have the same. */
function commonOf(
  location: Location,
  heirs: readonly { readonly bands: readonly StayBand[] }[],
): Turn[] | null {
  const turns = location.turnTimes.map(({ partyMax, turnMinutes }, j) => {
    const proposed = new Set(heirs.flatMap(({ bands }) => bands[j]?.proposedMinutes ?? []));
    return proposed.size > 1 ? null : { partyMax, minutes: [...proposed][0] ?? turnMinutes };
  });
  return turns.every((turn) => turn !== null) ? turns : null;
}

function listText(turns: readonly Turn[]): string {
  if (turns.length === 1) return String(turns[0]!.minutes);
  const bands = turns.map(({ partyMax, minutes }) =>
    partyMax === null ? `{minutes: ${minutes}}` : `{upTo: ${partyMax}, minutes: ${minutes}}`,
  );
  return `[${bands.join(', ')}]`;
}
