import type { Location, Pacing, ServicePeriod } from '@bord/engine';
import { factsText, tableText } from './layout.ts';
import { plain } from './plain.ts';
import { seasonsText } from './season-text.ts';
import { paint } from './terminal.ts';
import { clockTime, sizesText } from '@bord/engine/adapters';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function locationText(location: Location): string {
  const { floorPlan, servicePeriods, closures } = location;
  const areaName = new Map(location.areas.map(({ id, name }) => [id, name]));
  const tables = floorPlan.tables.map(({ id, seatsMin, seatsMax, area, online, when }) => [
    plain(id),
    sizesText(seatsMin, seatsMax),
    plain(areaName.get(area ?? '') ?? area ?? ''),
    online ? '' : 'operator only',
    seasonsText(when),
  ]);
  const combinations = floorPlan.combinations.map(({ tables: joined, seatsMin, seatsMax, when }) => [
    plain(joined.join(' + ')),
    sizesText(seatsMin, seatsMax),
    '',
    '',
    seasonsText(when),
  ]);
  const rows = [...tables, ...combinations];
  const columns = rows.some((row) => row.at(-1) !== '') ? 5 : 4;
  const periods = servicePeriods.map((period) => [
    plain(period.name),
    days(period),
    hours(period),
    `every ${period.slotStepMinutes} min`,
    sizesText(period.partySizeMin, period.partySizeMax),
  ]);
  const sections = [
    `${paint.bold(plain(location.name))}\n${facts(location)}`,
    tableText(
      ['table', 'seats', 'area', '', 'when'].slice(0, columns),
      rows.map((row) => row.slice(0, columns)),
    ),
    tableText(['period', 'days', 'hours', 'slots', 'parties'], periods),
    closures.length > 0 &&
      tableText(
        ['closed from', 'to', ''],
        closures.map(({ from, to, reason }) => [from, to, plain(reason ?? '')]),
      ),
  ];
  return sections.filter(Boolean).join('\n\n');
}

function facts(location: Location): string {
  const { contact } = location;
  return factsText({
    id: location.id,
    alias: location.alias,
    address: contact.address && plain(contact.address),
    phone: contact.phone && plain(contact.phone),
    email: contact.email && plain(contact.email),
    'time zone': location.timeZone,
    language: location.language,
    colour: location.brand.colour,
    logo: location.brand.logo && plain(location.brand.logo),
    'booking page': location.bookingPage && (location.bookingPage.listed ? 'listed' : 'not listed'),
    'turn times': bands(location.turnTimes.map(({ partyMax, turnMinutes }) => [partyMax, turnMinutes])),
    buffer: location.bufferMinutes === 0 ? null : `${location.bufferMinutes} min`,
    pacing: location.pacing && pacing(location.pacing),
    'lead time': leadTimes(location),
    horizon: `${location.horizonDays} days`,
    freeze: `${location.freezeMinutes} min`,
    'guests change until': `${location.guestCutoffMinutes} min before`,
    'offers to waiting parties last': `${location.offerMinutes} min`,
    'guests are erased after':
      location.guestRetentionDays === null ? null : `${location.guestRetentionDays} days`,
    'moves at most': location.movesMax === null ? null : String(location.movesMax),
    'empty seats at most':
      location.floorPlan.wastedSeatsMax === null ? null : String(location.floorPlan.wastedSeatsMax),
    revision: String(location.revision),
  });
}

function days({ weekdays, dates }: ServicePeriod): string {
  const named =
    weekdays.length === 7
      ? ['daily']
      : weekdays.toSorted((a, b) => a - b).map((weekday) => DAYS[weekday - 1]!);
  return [...named, ...dates].join(' ');
}

function hours({ opensMinute, closesMinute, lastSeatingMinute }: ServicePeriod): string {
  const last = lastSeatingMinute === null ? '' : `, last seating ${clockTime(lastSeatingMinute % 1440)}`;
  return `${clockTime(opensMinute)}–${clockTime(closesMinute % 1440)}${last}`;
}

function leadTimes({ leadTimes: smaller, leadTimeMinutes }: Location): string {
  if (smaller.length === 0) return `${leadTimeMinutes} min`;
  return bands([
    ...smaller.map((band) => [band.partyMax, band.leadTimeMinutes] as const),
    [null, leadTimeMinutes],
  ]);
}

/** `1–2: 90 min, 3+: 120 min` */
function bands(each: readonly (readonly [partyMax: number | null, minutes: number])[]): string {
  let from = 1;
  const texts = each.map(([partyMax, minutes]) => {
    const band = `${sizesText(from, partyMax)}: ${minutes} min`;
    from = (partyMax ?? from) + 1;
    return band;
  });
  return texts.join(', ');
}

function pacing({ coversPerStep, partiesPerStep }: Pacing): string {
  const limits = [
    coversPerStep === null ? null : `${coversPerStep} covers`,
    partiesPerStep === null ? null : `${partiesPerStep} parties`,
  ];
  return limits.filter(Boolean).join(' and ') + ' a slot step';
}
