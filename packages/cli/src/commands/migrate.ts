import { type BordCommand, type CommonOptions, print } from '../command.ts';
import { configuration } from '../config/config.ts';
import { migrateDatabase } from '../config/open-storage.ts';

export function define(command: BordCommand): void {
  command.examples(['migrate', 'migrate --json']).action(async (options: CommonOptions) => {
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
