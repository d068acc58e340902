/** The location file for the console's pages: read and written as `bord locations` does. */
import type { LocationFiles } from '@bord/adapter-http/pages';
import type { Location } from '@bord/engine';
import { Failure } from '../output/failure.ts';

/** The name in messages with line numbers: an uploaded file may have none. */
const NAME = 'file';

/** Loads what it takes to read a file when the first one is looked at. */
export const locationFiles: LocationFiles = {
  async read(text) {
    const [{ readLocationFile }, { parseSource }] = await Promise.all([
      import('./location-file/location-file.ts'),
      import('./source-file.ts'),
    ]);
    try {
      const { id, plan, closures, failureOf } = readLocationFile(parseSource(NAME, text));
      return { id, plan, closures, faultsOf: (error) => failureOf(error)?.lines ?? null };
    } catch (error) {
      if (error instanceof Failure) return { faults: error.lines };
      throw error;
    }
  },
  async write(location) {
    const { writeLocationFile } = await import('./location-file/location-file.ts');
    return writeLocationFile(location);
  },
  async changes({ before, plan }) {
    const [{ fileOf }, { planChanges }, { valueText }] = await Promise.all([
      import('./location-file/location-plan.ts'),
      import('./location-file/plan-changes.ts'),
      import('../output/plan-review.ts'),
    ]);
    const after: Location = { ...plan, id: before?.id ?? '', revision: 0 };
    const text = (value: unknown): string | null => (value === null ? null : valueText(value));
    return planChanges(before ? fileOf(before) : { id: '' }, fileOf(after)).map(({ path, from, to }) => ({
      path,
      from: text(from),
      to: text(to),
    }));
  },
  async turnTimes(report) {
    const { turnsYaml } = await import('../output/turns-text.ts');
    return turnsYaml(report);
  },
};
