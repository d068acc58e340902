/** The booking of a command: by its id, or, of one day, by the guest's name or number or the table. */
import { addDays, type Booking, type Engine, type Location } from '@bord/engine';
import type { BordCommand } from '../../command.ts';
import { bookingsMeant, likeliest } from '../../config/booking-meant.ts';
import { locationNamed } from '../../config/location-named.ts';
import { visitDate } from '../../config/option-values.ts';
import { visitDateOf } from '../../config/visit-time.ts';
import { DEMO_LOCATION_ID, isDemo } from '../../demo.ts';
import { Failure } from '../../output/failure.ts';
import { didYouMean } from '../../output/did-you-mean.ts';
import { plain } from '../../output/plain.ts';
import { bookingText } from '../../output/booking-line.ts';

interface NamingOptions {
  readonly location?: string;
  readonly date?: string;
  readonly undo?: boolean;
}

const ID = /^bk_[0-9A-Za-z]+$/;

/** Lets a command that is given the id of a booking take a name of the day in its place. */
export function byName(command: BordCommand): void {
  const [argument] = command.registeredArguments;
  if (argument) argument.description = 'the booking: its id; or of today by name, phone or table';
  command
    .option('--location <location>', 'where, for a name: id or name (default: the only one there is)')
    .option('--date <date>', 'of which day, for a name: 2026-12-01, tomorrow (default: today)', visitDate);
  command.resolves(async ({ engine }, text, options: NamingOptions) =>
    ID.test(text) ? text : (await bookingNamed(engine, command.name(), text, options)).id,
  );
}

async function bookingNamed(
  engine: Engine,
  command: string,
  text: string,
  { location: where, date: day, undo = false }: NamingOptions,
): Promise<Booking> {
  const location = await (where === undefined ? onlyLocation(engine) : locationNamed(engine, where));
  const date = day === undefined ? undefined : visitDateOf(day, location, Date.now());
  const sheet = await engine.operator.at(location.id).bookings.sheet({ date });
  const tables = location.floorPlan.tables.map(({ id }) => id);
  const meant = bookingsMeant(text, sheet.bookings, tables);
  const which = likeliest(undo ? `${command} --undo` : command, meant, sheet.nowMs);
  if (which.length === 1) return which[0]!;
  const on = `on ${sheet.date} at ${plain(location.name)}`;
  if (which.length > 1)
    throw new Failure([
      `${which.length} bookings ${on} can be meant by ${plain(text)}: give the id of the one you mean`,
      ...which.map((booking) => `  ${bookingText(booking, location)}`),
    ]);
  const names = [...new Set(sheet.bookings.map(({ guest }) => plain(guest.name)))];
  const next =
    date === undefined
      ? `; for another day --date ${addDays(sheet.date, 1)}`
      : '; bord bookings list shows that day';
  throw new Failure(`there is no booking ${plain(text)} ${on}${didYouMean(plain(text), names)}${next}`);
}

/** The operator's only restaurant; without one, the demo location. */
async function onlyLocation(engine: Engine): Promise<Location> {
  const all = await engine.operator.locations.list();
  const real = all.filter((one) => !isDemo(one));
  const [only, ...others] = real.length > 0 ? real : all.filter(({ id }) => id === DEMO_LOCATION_ID);
  if (only && others.length === 0) return only;
  const names = real.map(({ name }) => plain(name)).join(', ');
  throw new Failure(`say at which location the booking is: --location${names && ` (${names})`}`);
}
