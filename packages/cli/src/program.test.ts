import { type Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

const DEMO = '00000000-0000-4000-8000-00000000d311';

const groups =
  'serve migrate backup restore accept-key doctor locations closures menus keys webhooks mails deliver guests bookings tables holds waitlist availability import evening demand turns staff sandbox maintenance service conformance verify-store completion'.split(
    ' ',
  );

/** The commands that do something, with their full names. */
function leaves(command: Command, name = ''): [string, Command][] {
  if (command.commands.length === 0) return [[name, command]];
  return command.commands.flatMap((below) => leaves(below, `${name} ${below.name()}`.trim()));
}

const NAMES = `serve, migrate, backup, restore, accept-key, doctor, locations apply, locations list, locations show, locations export, locations remove, closures add,
  closures list, closures remove, menus apply, menus show, keys create, keys list, keys revoke, keys rotate,
  webhooks add, webhooks list, webhooks enable, webhooks disable, webhooks remove, webhooks rotate, webhooks test, webhooks deliveries,
  webhooks replay, webhooks listen, mails list, mails open, mails retry, deliver, guests export, guests erase, guests purge, bookings list,
  bookings create, bookings show, bookings edit, bookings move, bookings assign, bookings pin, bookings unpin, bookings unseated, bookings arrive, bookings seat, bookings leave, bookings extend, bookings cancel, bookings complete,
  bookings no-show, bookings undo, tables block, tables unblock, tables blocks, holds list, holds release, waitlist list, waitlist add, waitlist leave, availability, import, evening, demand, turns, staff add, staff list, staff remove, staff link, staff sessions list, staff sessions end, sandbox key, sandbox sweep, maintenance status, maintenance accept-time, maintenance scrub, service enable, service disable,
  conformance, verify-store, completion`;

test('every command of the surface is there, with --json and examples in its help', async () => {
  const commands = leaves(await createProgram('0.0.0', groups));
  expect(commands.map(([name]) => name).toSorted()).toEqual(NAMES.split(/,\s+/).toSorted());
  for (const [name, command] of commands) {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    expect(help, name).toMatch(/^ {2}--json /m);
    expect(help, name).toMatch(new RegExp(`^Examples:\\n {2}\\$ bord ${name}`, 'm'));
  }
});

test('the help groups every command by topic', async () => {
  const program = await createProgram('0.0.0', []);
  const help = program.helpInformation();
  const headings = help.match(/^[A-Z][a-z ]+:$/gm);
  expect(headings).toEqual([
    'Options:',
    'The day:',
    'The restaurant:',
    'Partners:',
    'Guests:',
    'The server:',
    'Commands:',
  ]);
  expect(help).toMatch(/^Commands:\n {2}help [^\n]*\n*$/m);
  for (const name of groups) expect(help, name).toMatch(new RegExp(`^ {2}${name} `, 'm'));
});

test.each([
  [['keys', 'create'], /required option '--partner <slug>'/],
  [['keys', 'create', '--partner', 'Not A Slug'], /'--partner <slug>'/],
  [['keys', 'create', '--partner', 'a', '--scope', 'menus:read'], /did you mean menu:read\?/],
  [['keys', 'create', '--partner', 'a', '--expires-in', '90'], /a duration such as 90d/],
  [['keys', 'create', '--partner', 'a', '--rate-limit', '0'], /a whole number from 1 to 1000000/],
  [['bookings', 'list', '--location', DEMO, '--date', '2026-02-30'], /a date such as/],
  [
    ['bookings', 'create', '--location', DEMO, '--at', 'soon', '--party', '2', '--name', 'A'],
    /a time such as/,
  ],
  [['conformance', 'https://a.example', '--location', 'nonsense'], /the UUID of a location/],
  [['bookings', 'move', 'bk_1', '--json'], /--at, --party, --table/],
  [['bookings', 'edit', 'bk_1', '--json'], /--name, --email, --phone, --notes or --lang/],
  [['bookings', 'edit', 'bk_1', '--lang', 'xx'], /one of sv, en,/],
  [['bookings', 'move', 'bk_1', '--at', 'later'], /a time such as/],
  [['closures', 'add', DEMO], /--from or --for/],
  [['closures', 'add', DEMO, '--for', '1h', '--from', '2026-12-24'], /cannot be used with option '--from/],
  [['closures', 'add', DEMO, '--from', '2026-12-24T18:00'], /until when/],
  [['closures', 'add', DEMO, '--from', '2026-02-30'], /a date such as/],
  [['webhooks', 'listen', '--forward-to', 'localhost:80', '--key', 'k'], /an http or https URL such as/],
  [
    ['webhooks', 'listen', '--forward-to', 'http://localhost', '--key', 'k', '--events', 'booking.made'],
    /one of/,
  ],
  [['webhooks', 'listen', '--forward-to', 'http://localhost'], /give a sandbox key/],
  [['import', DEMO], /missing required argument 'file'/],
  [['import', DEMO, 'a.csv', '--map', 'guest=Gast'], /A field is one of number, date/],
  [['import', DEMO, 'a.csv', '--dates', 'german'], /Allowed choices are dmy, mdy, ymd/],
  [['import', DEMO, 'a.csv', '--status', 'Foo=gone'], /one of confirmed, cancelled/],
  [['import', DEMO, 'a.csv', '--table', 'T1'], /must have a = in it/],
  [['evening', DEMO, '--date', 'someday'], /today, tomorrow or yesterday/],
  [['evening', DEMO, '--now', '--date', 'today'], /cannot be used with option '--date/],
  [['tables', 'block', DEMO, 'T1'], /--for, --tonight, or --to/],
  [['tables', 'block', DEMO, 'T1', '--for', '2h', '--tonight'], /cannot be used with option '--/],
  [['evening'], /missing required argument 'location': add --help/],
  [['demand'], /missing required argument 'location'/],
  [['availability', DEMO], /required option '--party <n>'/],
  [['availability', DEMO, '--party', '2', '--near', 'later'], /a time such as 19:30/],
  [['staff', 'add', 'a@example.se', '--location', DEMO], /required option '--role <role>'/],
  [
    ['staff', 'add', 'a@example.se', '--location', DEMO, '--role', 'boss'],
    /Allowed choices are host, manager/,
  ],
  [['locations', 'aply', 'x'], /unknown command 'aply'/],
  [['menus', 'show', DEMO, 'more'], /too many arguments/],
  [['service', 'enable', '--yess'], /unknown option '--yess': add --help/],
])('%j is wrong usage', async (args, words) => {
  let printed = '';
  const program = await createProgram('0.0.0', args);
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap(({ commands }) => commands),
  ])
    command.configureOutput({ writeErr: (text) => (printed += text) });
  const error: unknown = await program.parseAsync(args, { from: 'user' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommanderError);
  expect(printed).toMatch(words);
});
