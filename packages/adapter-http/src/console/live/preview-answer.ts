import {
  BookingError,
  type Booking,
  type MovePreview,
  type MoveRequest,
  type TableChoice,
  versionOf,
} from '@bord/engine';
import type { Answer } from '../../http/answer.ts';
import { blockText, bookingText, clockOf, tablesText } from '../bookings/booking-text.ts';
import { authorText } from '../bookings/history-html.ts';
import { overrunParties, overrunText } from '../bookings/overruns.ts';
import { holdText } from '../bookings/hold-text.ts';
import type { ConsoleInput } from '../console-route.ts';
import { tablesFor } from './tables-for.ts';

/** The preview of a move, for the script. */
interface PreviewReply {
  /** `changed`: the move is possible; `stale`: the booking has changed since it was shown. */
  readonly kind: 'changed' | 'unchanged' | 'refused' | 'stale';
  readonly title: string;
  readonly lines: readonly string[];
  /** The new tables of the party and of the parties that would move, for the drawing. */
  readonly tablesOf: readonly { readonly id: string; readonly tables: readonly string[] }[];
  /** A question to confirm first: the guest's time changes, or another party is still at the table. Null when the move can be made directly. */
  readonly asks: string | null;
  readonly form: { readonly action: string; readonly fields: Readonly<Record<string, string>> } | null;
}

/**
 * `?at=` (milliseconds; default as booked) and `?table=` (default any): the preview of a move. With `?seat=1` the party is seated there. Read-only.
 */
export async function previewAnswer(input: ConsoleInput): Promise<Answer> {
  const { house, ids, query } = input;
  const { id = '' } = ids;
  const booking = await house.bookings.read(id);
  const { at, table, seen, seat } = query;
  if (seen !== undefined && seen !== versionOf(booking)) return jsonAnswer(await staleReply(input, booking));
  const startMs = at === undefined ? booking.startMs : Number(at);
  const request: MoveRequest = startMs === booking.startMs ? {} : { startMs };
  const tables = table === undefined ? undefined : tablesFor(input.location, booking, table);
  const choice: TableChoice | undefined = tables && { tables };
  if (!choice && request.startMs === undefined) return jsonAnswer(untouched(input));
  try {
    const preview = await house.bookings.preview(id, request, choice);
    return jsonAnswer(await replyOf(input, preview, { booking, choice, sitsDown: seat === '1' }));
  } catch (error) {
    if (!BookingError.is(error) || !(error.code === 'conflict' || error.code === 'invalid_request'))
      throw error;
    return jsonAnswer({ ...untouched(input), kind: 'refused', title: input.words.live.preview.conflict });
  }
}

async function staleReply(input: ConsoleInput, { history }: Booking): Promise<PreviewReply> {
  const { house, words } = input;
  const { kinds } = words.actions.history;
  const latest = history.at(-1);
  const lines = latest
    ? [
        `${authorText(input, latest.by, await house.people())}: ${kinds[latest.kind]}, ${clockOf(input, latest.atMs)}`,
      ]
    : [];
  return { ...untouched(input), kind: 'stale', title: words.live.preview.stale, lines };
}

function jsonAnswer(reply: PreviewReply): Answer {
  return { status: 200, type: 'application/json; charset=utf-8', body: reply };
}

function untouched({ words }: ConsoleInput): PreviewReply {
  return {
    kind: 'unchanged',
    title: words.live.preview.unchanged,
    lines: [],
    tablesOf: [],
    asks: null,
    form: null,
  };
}

interface Wanted {
  readonly booking: Booking;
  readonly choice: TableChoice | undefined;
  readonly sitsDown: boolean;
}

async function replyOf(input: ConsoleInput, preview: MovePreview, wanted: Wanted): Promise<PreviewReply> {
  const { words } = input;
  const { preview: text } = words.live;
  const { refusal } = words.actions;
  if (preview.kind === 'unchanged' && !wanted.sitsDown) return untouched(input);
  if (preview.kind === 'refused') {
    const { reason, inTheWay, holds, blocks, outOfSeason } = preview;
    const lines = [
      ...(outOfSeason.length > 0 ? [refusal.outOfSeason(tablesText(input, outOfSeason))] : []),
      ...inTheWay.map((one) => text.stays(bookingText(input, one))),
      ...holds.map((hold) => holdText(input, hold)),
      ...blocks.map((block) => `${words.evening.blocked}: ${blockText(input, block)}`),
    ];
    const isNamed = reason === 'tables' && lines.length > 0;
    const title = isNamed ? words.live.script.refused : refusal.reasons[reason];
    return { ...untouched(input), kind: 'refused', title, lines };
  }
  const booking = preview.kind === 'changed' ? preview.booking : wanted.booking;
  const moves = preview.kind === 'changed' ? preview.moves : [];
  return {
    kind: 'changed',
    title: bookingText(input, booking, ['time', 'tables']),
    lines: moves.map(
      (move) => `${bookingText(input, move.booking, ['time', 'name'])} → ${tablesText(input, move.tables)}`,
    ),
    tablesOf: [booking, ...moves.map((move) => ({ id: move.booking.id, tables: move.tables }))].map(
      (one) => ({
        id: one.id,
        tables: one.tables,
      }),
    ),
    asks: await asksOf(input, wanted, booking),
    form: moveForm(input, wanted, booking),
  };
}

async function asksOf(
  input: ConsoleInput,
  { booking: { startMs, guest }, sitsDown }: Wanted,
  to: Booking,
): Promise<string | null> {
  const { time, mailed } = input.words.live.script;
  const isMoved = startMs !== to.startMs;
  const isNow = sitsDown || to.startMs <= input.nowMs;
  const moved = time.replace('{from}', clockOf(input, startMs)).replace('{to}', clockOf(input, to.startMs));
  const questions = [
    isMoved && moved,
    isMoved && guest.email !== null && mailed,
    isNow && overrunText(input, await overrunParties(input), to),
  ];
  return questions.filter(Boolean).join(' ') || null;
}

function moveForm(
  { here, formToken }: ConsoleInput,
  { booking, choice, sitsDown }: Wanted,
  to: Booking,
): PreviewReply['form'] {
  const isMoved = to.startMs !== booking.startMs;
  const step = sitsDown ? 'seat' : isMoved ? 'move' : 'assign';
  return {
    action: `${here}/bookings/${encodeURIComponent(booking.id)}/${step}`,
    fields: {
      token: formToken,
      ...(isMoved && { at: `${to.startMs}` }),
      ...(choice && { tables: JSON.stringify(choice.tables) }),
    },
  };
}
