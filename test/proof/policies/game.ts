/** The steps of a history against the model: which times are shown, which requests are rejected, and which tables the waitlist gets. */
import { type Alternatives, BookingError, type PartnerActions } from '@bord/engine';
import type { DiaryRow } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { expectedGifts, giftsBetween } from '../properties/waitlist-gifts.ts';
import type { Step } from './history.ts';
import {
  differ,
  type Game,
  modelOf,
  nearestFor,
  rowsOf,
  startsFor,
  times,
  TURN_MS,
  type Wanted,
} from './model.ts';
import { admits } from './policies.ts';

const { FRIDAY, LOCATION_ID, aCaller } = fixtures;

/** Each table is in one of them. */
export const AREAS = [
  { id: 'inside', name: 'Inside' },
  { id: 'terrace', name: 'The terrace' },
];

/** The partner of a step. Each step has its own API key, because other tests cover the limits of one key. */
function partnerOf({ engine }: Game, name: string, i = 0): PartnerActions {
  return engine.partner(aCaller({ keyId: `key-${i}` }), { subject: name });
}

export async function shownWrongly(game: Game, i: number): Promise<string | null> {
  const rows = await rowsOf(game);
  for (const name of ['a', 'b', 'c']) {
    const partySize = (i % 6) + 1;
    const { answer } = await partnerOf(game, name).readAvailability(LOCATION_ID, { date: FRIDAY, partySize });
    const shown = answer.slots.filter(({ available }) => available).map((slot) => slot.startMs);
    game.tally.shown += 1;
    const expected = startsFor(game, rows, { name, size: partySize });
    const difference = differ(`times for ${partySize} of ${name}`, times(shown), times(expected));
    if (difference) return difference;
  }
  return null;
}

/** On the booking page (D52), with and without an area: the times equal the model, and a time can be held exactly if it is shown. One hold in three is booked. */
export async function visitedWrongly(game: Game, i: number): Promise<string | null> {
  const visitor = game.engine.visitor({ networkKey: `192.0.2.${i}` });
  const partySize = (i % 6) + 1;
  const startMs = game.starts[i % game.starts.length]!;
  const area = [undefined, ...AREAS.map(({ id }) => id)][i % (AREAS.length + 1)];
  const sent = game.terms.control === 'area' ? undefined : area;
  const { slots } = await visitor.times(LOCATION_ID, { date: FRIDAY, partySize, area: sent });
  const shown = slots.filter(({ available }) => available).map((slot) => slot.startMs);
  game.tally.visited += 1;
  const expected = startsFor(game, await rowsOf(game), { name: 'guest', size: partySize, area });
  const difference = differ(`times of a visitor for ${partySize} in ${area}`, times(shown), times(expected));
  if (difference) return difference;
  const held = await visitor.hold(LOCATION_ID, { startMs, partySize, area: sent, isProven: true });
  if (held.kind !== 'held') return differ(`no hold of a visitor in ${area}`, shown.includes(startMs), false);
  if (!shown.includes(startMs)) return `a visitor holds ${times([startMs])[0]}, which is not shown`;
  if (i % 3 > 0) return visitor.release(held.token).then(() => null);
  const { kind } = await visitor.confirm(held.token, { name: 'Maja', email: `visitor${i}@example.com` });
  game.tally.confirmed += 1;
  return differ('a booking of a visitor', kind, 'booked');
}

/** Takes a step, and compares what the waitlist got. */
export async function giftsWrongly(
  game: Game,
  step: () => Promise<string | null | void>,
): Promise<string | null> {
  const { terms, clock, factsOf } = game;
  const before = await rowsOf(game);
  const difference = await step();
  if (difference) return difference;
  const after = await rowsOf(game);
  const expected = expectedGifts(game.restaurant, before, after, clock.ms, (entry, start) => {
    const slot = { startMs: start, endMs: start + TURN_MS, date: FRIDAY };
    const { partySize } = entry;
    const question = {
      slot,
      partySize,
      nowMs: clock.ms,
      channel: 'partner:acme',
      change: undefined,
    } as const;
    return admits(terms, factsOf.get(entry.id)!, question);
  });
  game.tally.gifts += expected.length;
  return differ('tables of the waitlist', giftsBetween(before, after), expected);
}

export function take(game: Game, step: Step, i: number): Promise<string | null> {
  switch (step.kind) {
    case 'book':
    case 'hold':
      return ask(game, step, i);
    case 'confirm':
      return confirm(game, step, i);
    case 'move':
      return move(game, step, i);
    case 'guest':
      return moveAsGuest(game, step);
    case 'join':
      return join(game, step, i);
    case 'cancel':
      return cancel(game, step, i);
    case 'facts':
      game.terms.numbers.set(step.subject, step.n);
      return Promise.resolve(null);
    case 'wait':
      return Promise.resolve(null);
  }
}

type Kind<K extends Step['kind']> = Extract<Step, { readonly kind: K }>;

const guestOf = (i: number) => ({ name: 'Alva', email: `guest${i}@example.com` });

async function ask(game: Game, step: Kind<'book' | 'hold'>, i: number): Promise<string | null> {
  const { startMs: start, size: partySize, subject: name } = step;
  const rows = await rowsOf(game);
  const partner = partnerOf(game, name, i);
  const request = { startMs: start, partySize };
  const outcome =
    step.kind === 'book'
      ? await partner.createBooking(LOCATION_ID, { ...request, guest: guestOf(i) })
      : await partner.createHold(LOCATION_ID, request);
  const answered = { rows, outcome, wanted: { name, startMs: start, size: partySize } };
  return judged(game, answered, () => partner.alternatives(LOCATION_ID, request));
}

/** The answer to a party, and the rows before it. */
interface Answered {
  readonly rows: readonly DiaryRow[];
  readonly outcome: { readonly kind: string; readonly policy?: string };
  readonly wanted: Wanted;
}

/** Compares an outcome with the model, and the alternatives to a rejection. A rejection by a policy names it. */
async function judged(
  game: Game,
  { rows, outcome, wanted }: Answered,
  alternatives: () => Promise<Alternatives>,
): Promise<string | null> {
  const { terms, tally } = game;
  const { hasTable, isAdmitted } = modelOf(game, rows, wanted);
  const isDone = outcome.kind !== 'refused';
  tally[isDone ? 'admitted' : 'rejected'] += 1;
  if (isDone !== (hasTable && isAdmitted)) return differ('outcome', outcome, { hasTable, isAdmitted });
  if (isDone) return null;
  const isNamed = outcome.policy !== undefined && terms.rules.some((rule) => rule === outcome.policy);
  if (hasTable && !isNamed) return differ('policy', outcome, terms.rules);
  const { startsMs } = await alternatives();
  tally.alternatives += 1;
  return differ('alternatives', times(startsMs), times(nearestFor(game, rows, wanted)));
}

/** Partners do not see what guests have booked (D13). */
const isOfPartner = (row: DiaryRow): boolean => row.source !== 'guest';

/** One of the rows that are live and of this kind. */
function oneOf<K extends DiaryRow['kind']>(
  rows: readonly DiaryRow[],
  kind: K,
  at: number,
  isSeenBy: (row: DiaryRow) => boolean = isOfPartner,
): Extract<DiaryRow, { kind: K }> | undefined {
  const live = rows.filter((row) => row.kind === kind && row.status === 'confirmed' && isSeenBy(row));
  return live[at % Math.max(1, live.length)] as Extract<DiaryRow, { kind: K }> | undefined;
}

async function confirm(
  game: Game,
  { pick: at, subject: name }: Kind<'confirm'>,
  i: number,
): Promise<string | null> {
  const rows = await rowsOf(game);
  const hold = oneOf(rows, 'hold', at);
  if (!hold || hold.startMs <= game.clock.ms || hold.tables.length === 0 || hold.move) return null;
  const { startMs: start, partySize } = hold;
  const others = rows.filter(({ id }) => id !== hold.id);
  const { hasTable, isAdmitted } = modelOf(game, others, { name, startMs: start, size: partySize });
  const outcome = await partnerOf(game, name, i).confirmHold(hold.id, { guest: guestOf(i) });
  const isLive = hold.expiresMs > game.clock.ms;
  if (isLive) return differ('a live hold', outcome.kind, 'booked');
  if (hold.waitingId !== null) return null;
  if (!isAdmitted) return differ('an expired hold that a policy rejects', outcome.kind, 'refused');
  return hasTable ? differ('an expired hold', outcome.kind, 'booked') : null;
}

async function move(game: Game, step: Kind<'move'>, i: number): Promise<string | null> {
  const { startMs: start, size: partySize, subject: name } = step;
  const rows = await rowsOf(game);
  const change = oneOf(rows, 'booking', step.pick);
  if (!change) return null;
  const partner = partnerOf(game, name, i);
  const request = { startMs: start, partySize };
  const outcome = await partner.moveBooking(change.id, request);
  game.tally.moves += 1;
  if (change.startMs === start && change.partySize === partySize)
    return differ('a move to the same place', outcome.kind, 'unchanged');
  const answered = { rows, outcome, wanted: { name, startMs: start, size: partySize, change } };
  return judged(game, answered, () => partner.alternativesToMove(change.id, request));
}

async function moveAsGuest(game: Game, step: Kind<'guest'>): Promise<string | null> {
  const { startMs: start, size: partySize } = step;
  const rows = await rowsOf(game);
  const change = oneOf(rows, 'booking', step.pick, () => true);
  if (!change) return null;
  await game.engine.background.deliverDue();
  const token = game.tokens.get(change.id);
  if (token === undefined) return null;
  const guest = game.engine.guest(token);
  if ((await guest.open()).stage !== 'changeable') return null;
  const wanted = { name: 'guest', startMs: start, size: partySize, change };
  const found = await guest.times({ date: FRIDAY, partySize });
  const difference = differ('times of a guest', times(found.times), times(startsFor(game, rows, wanted)));
  if (difference) return difference;
  const isSame = change.startMs === start && change.partySize === partySize;
  const model = modelOf(game, rows, wanted);
  const request = { startMs: start, partySize };
  const held = await guest.holdMove(request);
  await guest.releaseMove();
  if (!isSame && (held.kind === 'refused') !== !(model.hasTable && model.isAdmitted))
    return differ('a hold for a move', held, model);
  const outcome = await guest.move(request);
  game.tally.moves += 1;
  return isSame
    ? differ('a move to the same place', outcome.kind, 'unchanged')
    : judged(game, { rows, outcome, wanted }, () => guest.alternatives(request));
}

async function join(game: Game, step: Kind<'join'>, i: number): Promise<string | null> {
  const { startMs: fromMs, size: partySize, subject: name, mode } = step;
  const rows = await rowsOf(game);
  const toMs = fromMs + step.steps * game.restaurant.stepMs;
  const wished = game.starts.filter((start) => fromMs <= start && start <= toMs && start >= game.clock.ms);
  const isAdmitted = wished.some(
    (start) => modelOf(game, rows, { name, startMs: start, size: partySize }).isAdmitted,
  );
  const n = game.terms.numbers.get(name)!;
  try {
    const entry = { date: FRIDAY, fromMs, toMs, partySize, mode, guest: guestOf(i) };
    const { id } = await partnerOf(game, name, i).joinWaitlist(LOCATION_ID, entry);
    game.factsOf.set(id, n);
    game.tally.joins += 1;
    return isAdmitted ? null : 'joined, although the policies reject every start';
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    if (error.code === 'invalid_request') return null; // no table admits it, or the time is over
    return differ('joining', error.code, isAdmitted ? 'joined' : 'not_admitted');
  }
}

async function cancel(game: Game, step: Kind<'cancel'>, i: number): Promise<null> {
  const booking = oneOf(await rowsOf(game), 'booking', step.pick);
  if (booking) await partnerOf(game, 'a', i).cancelBooking(booking.id);
  return null;
}
