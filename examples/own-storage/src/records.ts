/** Switches, keys, endpoints, staff and other small records. The engine's rules decide their changes; a storage reads and writes them whole. */
import { foundIn, recordFinders, type Records, stepIn } from '@bord/engine/storage';
import type { JsonFile } from './json-file.ts';
import { writeDeliveries } from './outbox.ts';
import type { State } from './state.ts';

/** Records as they are. A storage with columns finds their names, types and unique indexes in `RECORD_KINDS`. */
export function fileRecords(file: JsonFile<State>, nowMs: () => number): Records {
  const read: Records['read'] = async (select) =>
    ({ ...foundIn(file.state.records, select), nowMs: nowMs() }) as never;
  return {
    amend: (step) =>
      file.step((draft) => {
        const { result, deliveries } = stepIn(draft.records, step, nowMs());
        writeDeliveries(draft, deliveries, nowMs());
        return result;
      }),
    read,
    ...recordFinders(read),
  };
}
