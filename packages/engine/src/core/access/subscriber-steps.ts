/** Steps of subscribers: registration, the lease of the only reader, acknowledgement and removal. */
import { type RecordStep, recordStep, type Subscriber } from './records.ts';

/** No other reader takes over for this long after the last renewal. */
export const READER_LEASE_MS = 30_000;

/** Registers a subscriber for the events after `position`; an existing one is unchanged. */
export function registration(name: string, position: number): RecordStep<void> {
  return recordStep({ subscribers: { name } }, ({ subscribers: [known] }, nowMs) => {
    if (known) return { result: undefined };
    const made: Subscriber = { name, position, reader: null, leasedUntilMs: nowMs, createdMs: nowMs };
    return { result: undefined, save: { subscribers: [made] } };
  });
}

/** Gives the lease to `reader`. Returns the subscriber; null while another reader has the lease; undefined if the subscriber was forgotten. */
export function readerLease(name: string, reader: string): RecordStep<Subscriber | null | undefined> {
  return recordStep({ subscribers: { name } }, ({ subscribers: [known] }, nowMs) => {
    if (!known) return { result: undefined };
    const leftMs = known.leasedUntilMs - nowMs;
    // Longer than any lease: it was taken when the clock was wrong.
    const isLeased = known.reader !== null && leftMs > 0 && leftMs <= READER_LEASE_MS;
    if (isLeased && known.reader !== reader) return { result: null };
    const leased = { ...known, reader, leasedUntilMs: nowMs + READER_LEASE_MS };
    return { result: leased, save: { subscribers: [leased] } };
  });
}

/** Acknowledges all events up to `position` and prolongs or ends the lease; false, without a change, if the reader has lost it. */
export function acknowledgement(
  name: string,
  reader: string,
  position: number,
  isLast = false,
): RecordStep<boolean> {
  return recordStep({ subscribers: { name } }, ({ subscribers: [known] }, nowMs) => {
    if (known?.reader !== reader) return { result: false };
    const leasedUntilMs = isLast ? nowMs : nowMs + READER_LEASE_MS;
    const after = { ...known, position, reader: isLast ? null : reader, leasedUntilMs };
    return { result: true, save: { subscribers: [after] } };
  });
}

export function subscriberRemoval(name: string): RecordStep<boolean> {
  return recordStep({ subscribers: { name } }, ({ subscribers: [known] }) =>
    known ? { result: true, remove: { subscribers: [name] } } : { result: false },
  );
}
