/** All pages of docs/reference. Reads the packages from their sources: run with the condition `@bord/source`. */
import { type Entry, entryFiles, readSurface } from '../public-surface.ts';
import { type IndexRow, referencePages } from '../reference-pages.ts';
import { apiPage } from './api.ts';
import { commandsPage } from './commands.ts';
import { errorsPage } from './errors.ts';
import { eventsPage } from './events.ts';
import { limitsPage } from './limits.ts';
import { locationFilePage } from './location-file.ts';
import { logFieldsPage } from './log-fields.ts';
import { metricsPage } from './metrics.ts';
import { withRuleLinks } from './rules.ts';
import { settingsPage } from './settings.ts';
import { tablesPage } from './tables.ts';

/** The pages that are not about a module, in the order of the index. */
const OTHERS: readonly (readonly [
  ...IndexRow,
  write: (entries: readonly Entry[]) => string | Promise<string>,
])[] = [
  ['settings.md', 'Settings', 'environment variables of the server', settingsPage],
  [
    'commands.md',
    'Commands',
    'each command of `bord` with its arguments, options and examples',
    commandsPage,
  ],
  [
    'location-file.md',
    'Location file and menu file',
    'fields of the files that describe a restaurant',
    locationFilePage,
  ],
  ['api.md', 'API operations', 'parameters, body fields and answers of each operation', apiPage],
  ['errors.md', 'Error codes', 'each `code` of an error with cause and next step', errorsPage],
  ['events.md', 'Events', 'webhook events with triggers and fields', eventsPage],
  ['limits.md', 'Limits', 'limits of requests, data and load', limitsPage],
  ['metrics.md', 'Metrics', 'metrics of a server with types and labels', metricsPage],
  ['log-fields.md', 'Log fields', 'fields of log entries', logFieldsPage],
  ['tables.md', 'Tables', 'tables of the database with their contents', tablesPage],
];

/** The pages by file name. */
export async function allPages(): Promise<ReadonlyMap<string, string>> {
  const rows = OTHERS.map(([file, title, content]): IndexRow => [file, title, content]);
  const entries = readSurface(entryFiles('sources'));
  const pages = new Map(referencePages(entries, rows));
  for (const [file, , , write] of OTHERS) pages.set(file, await write(entries));
  return new Map([...pages].map(([file, text]) => [file, withRuleLinks(text)]));
}
