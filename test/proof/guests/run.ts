import { oneOf, randomSeed, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { setup } from '../../support/postgres.ts';
import { storages } from '../../support/storages.ts';
import { type GuestsReport, runGuests } from './guests.ts';

const DATABASES = ['sqlite', 'postgres'];

const HELP = `Guests hold a time at the booking page and finish within five minutes, while partners, staff and other guests book the same times.

npm run proof -- guests [options]

  --guests N      guests with a hold who finish in time, on each storage (1,000)
  --rivals N      for every twelve guests (50)
  --storage NAME  ${DATABASES.join(' or ')}; may be repeated (both)
  --seed N        repeat the choices of a run

Every request goes over HTTP. One guest in four holds another time before finishing. Each guest who finishes must have exactly one
booking. The control does not hold the time while the guest types: some guests must lose it.

Exit code: 0 all as it must be, 1 otherwise, 2 wrong usage.`;

const options = readOptions(HELP, {
  guests: '1000',
  rivals: '50',
  storage: DATABASES,
  seed: randomSeed(),
});
const guests = wholeNumber('guests', options.guests);
const rivals = wholeNumber('rivals', options.rivals);
const seed = wholeNumber('seed', options.seed, 0);
const names = new Set(options.storage.map((name) => oneOf('storage', DATABASES, name)));
console.log(`seed ${seed}`);
const stopPostgres = await setup();
try {
  for (const storage of storages.filter(({ name }) => names.has(name))) {
    const report = await runGuests({ storage, guests, rivals, seed, hasHolds: true });
    const { finished, booked, lost, others } = report;
    say(storage.name, report, booked === finished && lost.length === 0);
    for (const fault of [...others, ...lost.map((name) => `${name} has not exactly one booking`)].slice(0, 9))
      console.error(`  ${fault}`);
    const control = await runGuests({ storage, guests, rivals, seed, hasHolds: false });
    say(`${storage.name}, control without holds`, control, control.taken > 0);
  }
} finally {
  await stopPostgres();
}

function say(what: string, report: GuestsReport, isHeld: boolean): void {
  const { finished, booked, taken, others, lost, changed, rivalsBooked } = report;
  if (!isHeld) process.exitCode = 1;
  console.log(
    `${isHeld ? 'ok    ' : 'FAILED'} ${what}: ${finished} guests finished, ${booked} booked, ${taken} lost the time, ` +
      `${others.length} answered otherwise, ${lost.length} without a booking; ${changed} had changed their time; rivals took ${rivalsBooked} tables`,
  );
}
