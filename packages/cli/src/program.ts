import type { Command } from 'commander';
import { BordCommand } from './command.ts';
import { plainLine } from './output/plain.ts';
import { printNotice, printText } from './output/printer.ts';
import { paintError } from './output/terminal.ts';

type Load = () => Promise<{ readonly define: (command: BordCommand) => void }>;

/** The commands of the first level, by task, in the order of the help. Only those that are called are loaded. */
const TASKS: Readonly<Record<string, Readonly<Record<string, readonly [description: string, Load]>>>> = {
  'The day:': {
    bookings: ['manage bookings', () => import('./commands/bookings.ts')],
    tables: ['block tables for a while: broken, or kept for somebody', () => import('./commands/tables.ts')],
    holds: ['tables that are held for guests who have not decided yet', () => import('./commands/holds.ts')],
    waitlist: ['parties that wait for a table', () => import('./commands/waitlist.ts')],
    availability: [
      'times of a day for a party on the phone, and why others are unavailable',
      () => import('./commands/availability.ts'),
    ],
    evening: ['a day at a glance: tables down, time across', () => import('./commands/evening.ts')],
    turns: ['how long parties stay, compared with the plan', () => import('./commands/turns.ts')],
  },
  'The restaurant:': {
    locations: ['restaurants: tables, opening hours, rules', () => import('./commands/locations.ts')],
    closures: ['days and hours on which a location is closed', () => import('./commands/closures.ts')],
    menus: ['the menus of locations', () => import('./commands/menus.ts')],
    import: ['bookings of another system, from a CSV file', () => import('./commands/import.ts')],
    demand: [
      'unmet demand of a location by weekday and hour, with reasons',
      () => import('./commands/demand.ts'),
    ],
    staff: ['staff of the console, and their sessions', () => import('./commands/staff.ts')],
  },
  'Partners:': {
    keys: ['API keys of partners', () => import('./commands/keys.ts')],
    webhooks: ['webhook endpoints and their deliveries', () => import('./commands/webhooks.ts')],
    sandbox: ['keys and tidying for the demo location', () => import('./commands/sandbox.ts')],
    service: ['switch the partner API on and off', () => import('./commands/service.ts')],
    conformance: [
      'try the partner API specification against any server that claims it',
      () => import('./commands/conformance.ts'),
    ],
  },
  'Guests:': {
    mails: ['mails and their outcome', () => import('./commands/mails.ts')],
    guests: ['export, erase and purge the data of guests', () => import('./commands/guests.ts')],
  },
  'The server:': {
    serve: ['serve the partner API', () => import('./commands/serve.ts')],
    migrate: ['bring the database up to date', () => import('./commands/migrate.ts')],
    backup: [
      'write the database and its secret key into one file, while serving',
      () => import('./commands/backup.ts'),
    ],
    restore: ['put a backup into an empty database', () => import('./commands/restore.ts')],
    'accept-key': [
      'accept another secret key when the right one is lost',
      () => import('./commands/accept-key.ts'),
    ],
    doctor: [
      'examine configuration, database and clock, and say what to do',
      () => import('./commands/doctor.ts'),
    ],
    deliver: ['send webhooks and mails, next to servers', () => import('./commands/deliver.ts')],
    maintenance: [
      'nightly maintenance: when it ran, and why it waits',
      () => import('./commands/maintenance.ts'),
    ],
    'verify-store': [
      'try the contract of all storages on a custom one',
      () => import('./commands/verify-store.ts'),
    ],
    completion: [
      'make the tab key complete commands, in bash, zsh or fish',
      () => import('./commands/completion.ts'),
    ],
  },
};

export async function createProgram(version: string, args: readonly string[]): Promise<Command> {
  const program = new BordCommand('bord')
    .description('Bord, a restaurant booking engine')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .configureOutput({
      writeOut: printText,
      writeErr: printNotice,
      outputError: (text, write) => write(usageFault(text)),
    })
    .configureHelp({ commandDescription: (command) => flowing(command.description()) })
    .exitOverride()
    .addHelpText('after', HELP);
  const commands = Object.entries(TASKS).flatMap(([task, ofTask]) =>
    Object.entries(ofTask).map(([name, [description, load]]) => ({ task, name, description, load })),
  );
  for (const { name, description, load, task } of commands) {
    const command = program.command(name).helpGroup(task).summary(description).description(description);
    if (!args.includes(name)) continue;
    (await load()).define(command);
    const [first] = command.commands;
    if (first) command.addHelpText('after', `\nExamples: bord ${name} ${first.name()} --help, and so on.`);
  }
  return program;
}

/** Wrong usage on one line, whatever was given, and below it what commander thinks was meant. */
function usageFault(text: string): string {
  const [, message = '', meant = ''] =
    /^(?:error: )?([^]*?)(\n\(Did you mean [^\n]*\?\))?\n*$/.exec(text) ?? [];
  const hint = meant === '' && USAGE.test(message) ? ': add --help to the command for its usage' : '';
  return `${ERROR_PREFIX}${plainLine(message)}${hint}${meant}\n`;
}

/** Faults of commander that do not name what is right. */
const USAGE = /^(?:missing required|required option|unknown|too many arguments)\b/;

/** Lines are broken where the terminal ends, paragraphs where the text has an empty line. */
function flowing(text: string): string {
  return text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ');
}

/** Before each line that says what went wrong. */
export const ERROR_PREFIX: string = paintError.red('bord: ');

const HELP = `
Every command takes --json, and --help with examples. BORD_DATABASE names the
database; other settings are environment variables too, also read from .env.

Examples:
  $ bord serve
  $ bord sandbox key --email you@example.com --system "My app"
  $ bord locations apply restaurant.yaml`;
