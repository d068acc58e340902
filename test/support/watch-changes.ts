import type { RecordChange, Storage } from '@bord/engine/storage';

/** Calls `listener` with each change of records that is about to be saved, in the storage itself. */
export function watchChanges({ records }: Storage, listener: (change: RecordChange<unknown>) => void): void {
  const amend = records.amend.bind(records);
  records.amend = ({ select, rule }) =>
    amend({
      select,
      rule(found, nowMs) {
        const change = rule(found, nowMs);
        listener(change);
        return change;
      },
    });
}
