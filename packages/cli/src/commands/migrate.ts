import type { Command } from 'commander';
import { configuration, print, withExamples, type CommonOptions } from '../command.ts';
import { migrateDatabase } from '../config/open-storage.ts';

export function define(command: Command): void {
  withExamples(command, ['migrate', 'migrate --json']).action(async (options: CommonOptions) => {
    const applied = await migrateDatabase(configuration().database);
    await print(
      {
        json: { applied },
        text: () => (applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`),
      },
      options,
    );
  });
}
