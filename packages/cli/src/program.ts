import { Command } from 'commander';
import { plainLine } from './output/plain.ts';
import { printNotice, printText } from './output/printer.ts';
import { paintError } from './output/terminal.ts';

interface Group {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<{ readonly define: (command: Command) => void }>;
}

/** The commands of the first level. Only those that are called are loaded. */
const GROUPS: readonly Group[] = [
  { name: 'serve', description: 'serve the partner API', load: () => import('./commands/serve.ts') },
  {
    name: 'migrate',
    description: 'bring the database up to date',
    load: () => import('./commands/migrate.ts'),
  },
  {
    name: 'backup',
    description: 'write the database and its secret key into one file, while serving',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore',
    description: 'put a backup into an empty database',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'accept-key',
    description: 'go on with another secret key when the right one is lost',
    load: () => import('./commands/accept-key.ts'),
  },
  {
    name: 'doctor',
    description: 'examine configuration, database and clock, and say what to do',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'locations',
    description: 'restaurants: tables, opening hours, rules',
    load: () => import('./commands/locations.ts'),
  },
  {
    name: 'closures',
    description: 'days and hours on which a location is closed',
    load: () => import('./commands/closures.ts'),
  },
  { name: 'menus', description: 'the menus of locations', load: () => import('./commands/menus.ts') },
  { name: 'keys', description: 'API keys of partners', load: () => import('./commands/keys.ts') },
  {
    name: 'webhooks',
    description: 'endpoints that hear of bookings, and what was delivered to them',
    load: () => import('./commands/webhooks.ts'),
  },
  { name: 'mails', description: 'what became of mails', load: () => import('./commands/mails.ts') },
  {
    name: 'deliver',
    description: 'send webhooks and mails, beside servers',
    load: () => import('./commands/deliver.ts'),
  },
  {
    name: 'guests',
    description: 'export, erase and purge the data of guests',
    load: () => import('./commands/guests.ts'),
  },
  { name: 'bookings', description: 'look after bookings', load: () => import('./commands/bookings.ts') },
  {
    name: 'tables',
    description: 'block tables for a while: broken, or kept for somebody',
    load: () => import('./commands/tables.ts'),
  },
  {
    name: 'holds',
    description: 'tables that are held for guests who have not decided yet',
    load: () => import('./commands/holds.ts'),
  },
  {
    name: 'waitlist',
    description: 'who waits for a table',
    load: () => import('./commands/waitlist.ts'),
  },
  {
    name: 'availability',
    description: 'what a day has for a party on the phone, and why the rest cannot be had',
    load: () => import('./commands/availability.ts'),
  },
  {
    name: 'import',
    description: 'bookings of another system, from a CSV file',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'evening',
    description: 'a day at a glance: tables down, time across',
    load: () => import('./commands/evening.ts'),
  },
  {
    name: 'demand',
    description: 'what a location turned away, by weekday and hour, and why',
    load: () => import('./commands/demand.ts'),
  },
  {
    name: 'turns',
    description: 'how long parties really stay, beside the plan',
    load: () => import('./commands/turns.ts'),
  },
  {
    name: 'staff',
    description: 'who may sign in to the console, and who is signed in',
    load: () => import('./commands/staff.ts'),
  },
  {
    name: 'sandbox',
    description: 'keys and tidying for the demo location',
    load: () => import('./commands/sandbox.ts'),
  },
  {
    name: 'maintenance',
    description: 'the nightly work: when it ran, and what it waits for',
    load: () => import('./commands/maintenance.ts'),
  },
  {
    name: 'service',
    description: 'switch the partner API on and off',
    load: () => import('./commands/service.ts'),
  },
  {
    name: 'conformance',
    description: 'try the partner API specification against any server that claims it',
    load: () => import('./commands/conformance.ts'),
  },
  {
    name: 'verify-store',
    description: 'try the contract of all storages on one of your own',
    load: () => import('./commands/verify-store.ts'),
  },
  {
    name: 'completion',
    description: 'make the tab key complete commands, in bash, zsh or fish',
    load: () => import('./commands/completion.ts'),
  },
];

/** What people are about when they look for a command, and by which of them it is done, in the order of the help. */
const TASKS: Readonly<Record<string, string>> = {
  'The evening:': 'bookings availability evening tables holds waitlist turns',
  'The restaurant:': 'locations closures menus demand import staff',
  'Partners:': 'keys webhooks holds sandbox service conformance',
  'Guests:': 'guests mails',
  'The server:': 'serve doctor migrate backup restore accept-key deliver maintenance verify-store completion',
};

/** The commands with the heading of their task, task by task. */
function byTask(): readonly (Group & { readonly task: string })[] {
  const tasks = Object.entries(TASKS);
  const orderOf = (name: string): number => tasks.findIndex(([, names]) => names.split(' ').includes(name));
  return GROUPS.map((group) => ({ ...group, order: orderOf(group.name) }))
    .toSorted((a, b) => a.order - b.order)
    .map((group) => ({ ...group, task: tasks[group.order]?.[0] ?? 'More:' }));
}

/** The command line, with the commands that these arguments name. */
export async function createProgram(version: string, args: readonly string[]): Promise<Command> {
  const program = new Command('bord')
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
  for (const { name, description, load, task } of byTask()) {
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
  return `${ERROR_PREFIX}${plainLine(message)}${meant}\n`;
}

/** Lines are broken where the terminal ends, paragraphs where the text has an empty line. */
function flowing(text: string): string {
  return text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ');
}

/** Before each line that says what went wrong. */
export const ERROR_PREFIX: string = paintError.red('bord: ');

const HELP = `
Every command takes --json, and --help with examples. BORD_DATABASE says which database is meant;
other settings are environment variables too, also read from .env.

Examples:
  $ bord serve
  $ bord sandbox key --email you@example.com --system "My app"
  $ bord locations apply restaurant.yaml`;
