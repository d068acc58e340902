/** Compressed batches: the deflated bytes of a day are cached with it, and a range is assembled from its days. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RangeAvailability } from '@bord/engine';
import type { AnsweredDay, AnswerForm, RangeForm } from '@bord/engine/adapters';
import { Pieces } from '../http/answer.ts';
import { BATCH_END, batchDay, batchHead, batchPieces, COMMA, isLarge } from './availability-json.ts';
import { deflatedPiece, GzipMember } from '../http/gzip-pieces.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** 190 slots are about 14 KB, which a server sends before the first acknowledgement: compressing less saves no time. */
const SLOTS_MIN = 190;

export function isWorthGzip({ days }: RangeAvailability): boolean {
  let slots = 0;
  for (const day of days) if ((slots += day.slots) >= SLOTS_MIN) return true;
  return false;
}

/** Days that are deflated in one turn of the event loop: about a millisecond. */
const DAYS_A_TURN = 8;

/** The Batch response (§2.5) as one gzip member. */
export async function gzipBatch(range: RangeAvailability): Promise<Bytes | Pieces> {
  if (isLarge(range)) return new Pieces(deflatedOneByOne(batchPieces(range)));
  if (!deflated.has(range.days)) {
    for (const [i, day] of range.days.entries()) {
      if (i % DAYS_A_TURN === DAYS_A_TURN - 1) await nextTurn();
      day.bytes(deflatedDay);
    }
    deflated.add(range.days);
  }
  return range.bytes(joined);
}

/** Ranges whose days have all been deflated, which are assembled fast. */
const deflated = new WeakSet<readonly AnsweredDay[]>();

const deflatedDay: AnswerForm = (location, answers) => deflatedPiece(batchDay(location, answers));

const joined: RangeForm = (range) => {
  const member = new GzipMember();
  const parts = [member.head(), member.asItIs(batchHead(range))];
  for (const [i, day] of range.days.entries()) {
    if (i > 0) parts.push(member.asItIs(COMMA));
    parts.push(member.piece(day.bytes(deflatedDay)));
  }
  parts.push(member.asItIs(BATCH_END), member.end());
  return Buffer.concat(parts);
};

function* deflatedOneByOne(pieces: Iterable<Bytes>): Generator<Bytes, void, undefined> {
  const member = new GzipMember();
  yield member.head();
  for (const piece of pieces) yield member.text(piece);
  yield member.end();
}
