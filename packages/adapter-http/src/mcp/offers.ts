/** Offers: the only times that an assistant can hold (D53). */
import { Buffer } from 'node:buffer';
import { type Location, MINUTE_MS } from '@bord/engine';
import { SECOND_MS } from '@bord/engine/adapters';
import { Rejection } from './rejection.ts';
import type { ToolUse } from './tool.ts';

/** A time that was offered. */
export interface Offer {
  readonly locationId: string;
  readonly startMs: number;
  readonly partySize: number;
  /** The id of an area; null for any. */
  readonly area: string | null;
  /** The plan's when it was offered: it is decided on the plan of now. */
  readonly revision: number;
  /** Random: the same offer is the same hold. */
  readonly nonce: string;
}

type Sealing = Pick<ToolUse, 'seals' | 'caller' | 'nowMs'>;

const VALID_MS = 10 * MINUTE_MS;
const ID_BYTES = 16;
const HEAD_BYTES = ID_BYTES + 4 + 4 + 4 + 2;
const NONCE_LENGTH = 16;

export function sealOffer(
  { seals, caller, nowMs }: Sealing,
  { id, revision }: Location,
  { startMs, partySize, area }: Pick<Offer, 'startMs' | 'partySize' | 'area'>,
): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(id.replaceAll('-', ''), 'hex');
  head.writeUInt32BE(startMs / MINUTE_MS, ID_BYTES);
  head.writeUInt32BE(Math.floor((nowMs + VALID_MS) / SECOND_MS), ID_BYTES + 4);
  head.writeUInt32BE(revision % 2 ** 32, ID_BYTES + 8);
  head.writeUInt16BE(partySize, ID_BYTES + 12);
  return seals.seal(
    { purpose: 'offer', caller: caller.name },
    Buffer.concat([head, Buffer.from(area ?? '')]),
  );
}

/** Throws `offer_unknown` for any other text, and `offer_expired`. */
export function openOffer({ seals, caller, nowMs }: Sealing, text: string): Offer {
  const bytes = seals.open({ purpose: 'offer', caller: caller.name }, text);
  if (bytes === null) throw new Rejection('offer_unknown');
  if (bytes.readUInt32BE(ID_BYTES + 4) * SECOND_MS <= nowMs) throw new Rejection('offer_expired');
  const hex = bytes.toString('hex', 0, ID_BYTES);
  return {
    locationId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    startMs: bytes.readUInt32BE(ID_BYTES) * MINUTE_MS,
    revision: bytes.readUInt32BE(ID_BYTES + 8),
    partySize: bytes.readUInt16BE(ID_BYTES + 12),
    area: bytes.toString('utf8', HEAD_BYTES) || null,
    nonce: text.slice(0, NONCE_LENGTH),
  };
}
