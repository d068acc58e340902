import type {
  FoundRecords,
  RecordKind,
  RecordsBy,
  RecordSelection,
  RecordStep,
  RecordTypes,
} from '../core/access/records.ts';

/**
 * Small records: switches, API keys, sign-ups, endpoints, staff and their sign-in methods. A storage keeps them in the columns and unique indexes
 * that {@link RECORD_KINDS} declares; rules of the core decide about their changes.
 *
 * Two guards, as for bookings: the rule, which sees the records under the storage's lock, and the unique indexes.
 */
export interface Records {
  /**
   * Calls the rule of a step on the records of its selection, and saves its result completely or not at all. The result is durable when the
   * promise resolves.
   *
   * Atomic: steps whose selections share a record or a value of a selector never interleave, in one process or in many. The records are read
   * after the lock is held. The rule is called again when the step was disturbed: by a deadlock, a broken connection, or another step's
   * insertion of the same unique value. If it throws, no change is saved and its error is passed on.
   *
   * If the answer to a step's commit is lost, a step that inserts a record is taken again. It first checks, under its locks, whether that record
   * exists. Any other step is not repeated, and the call throws `unavailable`.
   *
   * Other processes are notified of a change by an invalidation, as {@link RECORD_KINDS} declares.
   *
   * @throws BookingError `unavailable` if the storage cannot determine whether the step was saved
   */
  amend<R>(step: RecordStep<R>): Promise<R>;

  /** Records of several kinds at one instant, with that instant by the storage's clock, without a lock. */
  read<S extends RecordSelection>(
    select: S,
  ): Promise<
    FoundRecords<S> & {
      /** Milliseconds since 1970, by the storage's clock. */
      readonly nowMs: number;
    }
  >;

  /** The first record of a kind by this selector; null if there is none. */
  find<K extends RecordKind>(kind: K, by: RecordsBy<K>): Promise<RecordTypes[K] | null>;

  /** The records of a kind by a selector, or all: keys and endpoints the oldest first, staff by name, sessions the most recently used first. */
  list<K extends RecordKind>(kind: K, by?: RecordsBy<K>): Promise<readonly RecordTypes[K][]>;
}

/** `find` and `list`, for a storage that can `read`. */
export function recordFinders(read: Records['read']): Pick<Records, 'find' | 'list'> {
  async function list<K extends RecordKind>(
    kind: K,
    by: RecordsBy<K> = {},
  ): Promise<readonly RecordTypes[K][]> {
    const found = await read({ [kind]: by });
    return (found as unknown as Readonly<Record<K, readonly RecordTypes[K][]>>)[kind];
  }
  return { list, find: async (kind, by) => (await list(kind, by))[0] ?? null };
}
