/** Holds for a guest who has chosen a new time for a booking and is about to confirm it (D12, D35). */
import { assertPartySize } from '../../core/fields.ts';
import { goalOf, type MoveRequest } from '../../core/booking/booking-request.ts';
import type { ChangeOutcome } from '../../core/booking/decide.ts';
import { byGuest } from '../../core/booking/decide-guest.ts';
import { releaseHold } from '../../core/booking/decide-hold.ts';
import { holdMove } from '../../core/booking/decide-move-hold.ts';
import type { HeldMove, HoldMoveOutcome } from '../../core/booking/move-hold.ts';
import { MOVE_BYTES } from '../../core/ids.ts';
import type { HoldRow } from '../../core/booking/row.ts';
import { invalid } from '../../core/errors.ts';
import { HOLD_SECONDS_DEFAULT, MOVE_HOLDS_MAX } from '../../core/limits.ts';
import { HOUR_MS, SECOND_MS } from '../../core/instant.ts';
import { stepOnBooking } from '../change-booking.ts';
import type { App } from '../context.ts';
import { giveUp } from '../holds.ts';
import { GUEST } from '../policies.ts';
import { openGuestLink } from './guest-link.ts';
import { heldAmong, moveHolds } from './held-move.ts';

/** Holds the new place for five minutes. A new choice replaces the one before; repeating a choice does not extend its hold. */
export async function holdMoveAsGuest(
  app: App,
  token: string,
  request: MoveRequest,
): Promise<HoldMoveOutcome> {
  const { startMs, partySize } = request;
  if (partySize !== undefined) assertPartySize('partySize', partySize);
  if (startMs !== undefined && !Number.isSafeInteger(startMs))
    invalid('startMs must be an instant', ['startMs']);
  const { booking: read } = await openGuestLink(app, token);
  // One at a time, so that the later choice of two tabs is held, not both. On several servers both can be held, until they expire.
  return app.turns.take(`move ${read.id}`, async () => {
    const earlier = await moveHolds(app, read);
    const held = heldAmong(earlier, read, app.clock.nowMs());
    const to = goalOf(read, request);
    const isHeld = held?.startMs === to.startMs && held.partySize === to.partySize;
    if (isHeld) return { kind: 'held', held };
    const made = (await mayHold(app, read.id))
      ? {
          expiresMs: app.clock.nowMs() + HOLD_SECONDS_DEFAULT * SECOND_MS,
          random: app.random.bytes(MOVE_BYTES),
        }
      : null;
    const outcome = await stepOnBooking(app, { read, by: 'guest', request, policyCaller: GUEST }, (at) =>
      byGuest(at, read.manageTokenHash, holdMove(at, request, made)),
    );
    if (outcome.kind !== 'refused') await release(app, earlier);
    return outcome;
  });
}

export async function heldMoveOf(app: App, token: string): Promise<HeldMove | null> {
  const { booking } = await openGuestLink(app, token);
  return heldAmong(await moveHolds(app, booking), booking, app.clock.nowMs());
}

/** Releases the hold of the guest. Idempotent. */
export async function releaseMoveOf(app: App, token: string): Promise<void> {
  const { booking } = await openGuestLink(app, token);
  await release(app, await moveHolds(app, booking));
}

/** A change by the guest that also releases the holds for a move. A hold that cannot be released expires. */
export async function endingMoveHolds(app: App, changing: Promise<ChangeOutcome>): Promise<ChangeOutcome> {
  const outcome = await changing;
  if (outcome.kind !== 'changed') return outcome;
  try {
    await release(app, await moveHolds(app, outcome.booking));
  } catch (error) {
    app.observer({ kind: 'fault', where: 'housekeeping', error });
  }
  return outcome;
}

async function release(app: App, rows: readonly HoldRow[]): Promise<void> {
  for (const row of rows) await giveUp(app, row, 'guest', releaseHold);
}

/** Limits holds by repeated choices: after some in an hour no further hold is made, and the booking can still be moved. */
async function mayHold(app: App, bookingId: string): Promise<boolean> {
  const { allowed } = await app.storage.rates.take(`move ${bookingId}`, MOVE_HOLDS_MAX, HOUR_MS);
  return allowed;
}
