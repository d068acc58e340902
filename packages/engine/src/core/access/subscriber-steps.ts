/** How a subscriber comes to be, is read for by one reader at a time, and goes. */
import { type RecordStep, recordStep, type Subscriber } from './records.ts';

/** No other reader takes over for so long after the last sign of one. */
export const READER_LEASE_MS = 30_000;

/** Registers a subscriber that receives what comes behind `position`; one that exists stays as it is. */
export function registration(name: string, position: number): RecordStep<void> {
  return recordStep({ subscribers: { name } }, ({ subscribers: [known] }, nowMs) => {
    if (known) return { result: undefined };
    const made: Subscriber = { name, position, reader: null, leasedUntilMs: nowMs, createdMs: nowMs };
    return { result: undefined, save: { subscribers: [made] } };
  });
}

/** Makes `reader` the one that reads; the subscriber, or null while it has another reader. Undefined if it was forgotten. */
export function readerLease(name: string, reader: string): RecordStep<Subscriber | null | undefined> {
  return recordStep({ subscribers: { name } }, ({ subscribers: [known] }, nowMs) => {
    if (!known) return { result: undefined };
    const leftMs = known.leasedUntilMs - nowMs;
    // Longer than any lease: taken when the clock was wrong.
    const isLeased = known.reader !== null && leftMs > 0 && leftMs <= READER_LEASE_MS;
    if (isLeased && known.reader !== reader) return { result: null };
    const leased = { ...known, reader, leasedUntilMs: nowMs + READER_LEASE_MS };
    return { result: leased, save: { subscribers: [leased] } };
  });
}

/** Acknowledges all up to `position` and prolongs the lease, or ends it; false, without a change, if the reader has lost it. */
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
