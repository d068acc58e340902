/** All pages of docs/reference. Reads the packages from their sources: run with the condition `@bord/source`. */
import { entryFiles, readSurface } from '../public-surface.ts';
import { type IndexRow, referencePages } from '../reference-pages.ts';
import { apiPage } from './api.ts';
import { commandsPage } from './commands.ts';
import { errorsPage } from './errors.ts';
import { eventsPage } from './events.ts';
import { settingsPage } from './settings.ts';

/** The pages that are not about a module, in the order of the index. */
const OTHERS: readonly (readonly [...IndexRow, write: () => string | Promise<string>])[] = [
  ['settings.md', 'Settings', 'environment variables of the server', settingsPage],
  [
    'commands.md',
    'Commands',
    'each command of `bord` with its arguments, options and examples',
    commandsPage,
  ],
  ['api.md', 'API operations', 'parameters, body fields and answers of each operation', apiPage],
  ['errors.md', 'Error codes', 'each `code` of an error with cause and next step', errorsPage],
  ['events.md', 'Events', 'webhook events with triggers and fields', eventsPage],
];

/** The pages by file name. */
export async function allPages(): Promise<ReadonlyMap<string, string>> {
  const rows = OTHERS.map(([file, title, content]): IndexRow => [file, title, content]);
  const pages = new Map(referencePages(readSurface(entryFiles('sources')), rows));
  for (const [file, , , write] of OTHERS) pages.set(file, await write());
  return pages;
}
