/** The limits of D52, read off the stored rows and the sent e-mails. */
import type { DiaryRow } from '@bord/engine/storage';

const MINUTE_MS = 60_000;

/** The figures of D52. */
const MAX = { network: 3, share: 0.25, surge: 12, mails: 5 };

/** In place of the network of an offer. */
const WAITLIST = 'waitlist';

interface Taken {
  readonly network: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly tables: readonly string[];
  readonly createdMs: number;
  readonly isBooking: boolean;
}

/** The exceeded limits. `recipients`: of each e-mail of the last hour. `but`: a guest whose rows do not count, because they proved work. */
export function beyondLimits(
  rows: readonly DiaryRow[],
  recipients: readonly string[],
  { tables, nowMs, but }: { readonly tables: number; readonly nowMs: number; readonly but: string },
): readonly string[] {
  const taken = rows.flatMap((row) => takenBy(row, nowMs, but));
  const faults: string[] = [];
  for (const [network, own] of Map.groupBy(taken, (one) => one.network))
    if (network !== WAITLIST && own.length > MAX.network) faults.push(`${network} has ${own.length} tables`);
  const share = Math.max(2, Math.floor(tables * MAX.share));
  for (const { startMs } of taken) {
    const together = taken.filter((one) => one.startMs <= startMs && startMs < one.endMs);
    const count = new Set(together.flatMap((one) => one.tables)).size;
    if (count > share) faults.push(`${count} tables at ${new Date(startMs).toISOString()}`);
  }
  const booked = taken.filter((one) => one.isBooking);
  for (const { createdMs } of booked) {
    const since = createdMs - 10 * MINUTE_MS;
    const count = booked.filter((one) => since < one.createdMs && one.createdMs <= createdMs).length;
    if (count > MAX.surge) faults.push(`${count} bookings in ten minutes`);
  }
  for (const [email, mails] of Map.groupBy(recipients, (one) => one.toLowerCase()))
    if (mails.length > MAX.mails) faults.push(`${email} has ${mails.length} e-mails`);
  return [...new Set(faults)];
}

/** The tables of a guest without a confirmed e-mail address. */
function takenBy(row: DiaryRow, nowMs: number, but: string): readonly Taken[] {
  const { startMs, blockedUntilMs: endMs, tables, createdMs } = row;
  if (row.status !== 'confirmed') return [];
  const common = { startMs, endMs, tables, createdMs };
  if (row.kind === 'hold' && row.channel === 'web' && row.waitingId !== null && row.expiresMs > nowMs)
    return [{ network: WAITLIST, isBooking: false, ...common }];
  if (row.kind === 'hold' && row.keyId?.startsWith('net:') && row.expiresMs > nowMs)
    return [{ network: row.keyId, isBooking: false, ...common }];
  const network = row.kind === 'booking' && row.guest.name !== but ? row.visitor?.network : null;
  return network ? [{ network, isBooking: true, ...common }] : [];
}
