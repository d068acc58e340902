import { type Clock, invalidationsOf, recordFinders, type Records, writesOf } from '@bord/engine/storage';
import { reading } from './errors.ts';
import type { GroupCommit } from './group-commit.ts';
import type { DeliveryWriter } from './outbox.ts';
import type { RecordTable } from './record-row.ts';
import type { Shared } from './shared.ts';

export function sqliteRecords(
  table: RecordTable,
  commits: GroupCommit<Shared>,
  clock: Clock,
  writer: Pick<DeliveryWriter, 'write'>,
): Records {
  const read: Records['read'] = (select) =>
    reading(() => ({ ...table.select(select), nowMs: clock.nowMs() }) as never);
  return {
    amend: ({ select, rule }) =>
      commits.run((shared) => {
        const found = table.select(select);
        const change = rule(found, clock.nowMs());
        const writes = writesOf(found, change);
        for (const one of writes) table.write(one);
        writer.write(change.deliveries ?? []);
        if (invalidationsOf(found, writes).size > 0) shared.changed();
        return change.result;
      }),
    read,
    ...recordFinders(read),
  };
}
