import type { Clock } from '../ports/clock.ts';
import { recordFinders, type Records } from '../ports/records.ts';
import { foundIn, type RecordTables, stepIn } from '../core/access/record-tables.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';

export function memoryRecords(
  clock: Clock,
  tables: RecordTables,
  deliveries: Pick<MemoryDeliveries, 'write'>,
): Records {
  const read: Records['read'] = async (select) =>
    ({ ...foundIn(tables, select), nowMs: clock.nowMs() }) as never;
  return {
    async amend(step) {
      const { result, deliveries: mails } = stepIn(tables, step, clock.nowMs());
      deliveries.write(mails);
      return result;
    },
    read,
    ...recordFinders(read),
  };
}
