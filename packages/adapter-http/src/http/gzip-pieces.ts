/**
 * One gzip member, built from pieces that were each compressed once (RFC 1951, RFC 1952).
 *
 * Each piece is deflated separately and ends on a whole byte, so pieces can be concatenated; short texts between them are stored uncompressed. The
 * CRC of two texts is the CRC of the first, shifted by the length of the second, XOR the CRC of the second. The result must be ONE member: some
 * clients stop after the first.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

/** Level 1: the next level takes twice as long and saves 5 %. */
const OPTIONS = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };

/** Deflate, no name, no time, fastest compression, unknown system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 0xff]);
/** An empty last block. */
const LAST_BLOCK = [1, 0, 0, 0xff, 0xff];

/** After the deflated bytes of a piece: its CRC, its length, and the factor that shifts a CRC over that length. */
const NOTE_BYTES = 12;

/** The compressed text, followed by the values that are needed to append it. */
export function deflatedPiece(text: Bytes): Bytes {
  const deflated = deflateRawSync(text, OPTIONS);
  const piece = Buffer.allocUnsafeSlow(deflated.length + NOTE_BYTES);
  deflated.copy(piece);
  piece.writeUInt32LE(crc32(text), deflated.length);
  piece.writeUInt32LE(text.length, deflated.length + 4);
  piece.writeUInt32LE(shiftOver(text.length), deflated.length + 8);
  return piece;
}

export class GzipMember {
  #crc = 0;
  #length = 0;

  head(): Bytes {
    return HEAD;
  }

  /** Adds a piece that was deflated before. */
  piece(piece: Bytes): Bytes {
    const note = new DataView(piece.buffer, piece.byteOffset + piece.length - NOTE_BYTES, NOTE_BYTES);
    this.#crc = (times(note.getUint32(8, true), this.#crc) ^ note.getUint32(0, true)) >>> 0;
    this.#length += note.getUint32(4, true);
    return piece.subarray(0, -NOTE_BYTES);
  }

  /** Adds a text of at most 65,535 bytes uncompressed. */
  asItIs(text: Bytes): Bytes {
    this.#add(text);
    const block = Buffer.allocUnsafe(text.length + 5);
    block[0] = 0;
    block.writeUInt16LE(text.length, 1);
    block.writeUInt16LE(text.length ^ 0xffff, 3);
    block.set(text, 5);
    return block;
  }

  /** Compresses and adds a text. */
  text(text: Bytes): Bytes {
    this.#add(text);
    return deflateRawSync(text, OPTIONS);
  }

  end(): Bytes {
    const end = Buffer.alloc(LAST_BLOCK.length + 8);
    end.set(LAST_BLOCK);
    end.writeUInt32LE(this.#crc, LAST_BLOCK.length);
    end.writeUInt32LE(this.#length % 2 ** 32, LAST_BLOCK.length + 4);
    return end;
  }

  #add(text: Bytes): void {
    this.#crc = crc32(text, this.#crc);
    this.#length += text.length;
  }
}

/*
 * A CRC is the remainder of a polynomial division over GF(2). Bits are reversed: the highest is the constant term, so multiplying by x shifts
 * right.
 */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X_TO_THE_8 = 0x00800000;

function times(one: number, other: number): number {
  let product = 0;
  let shifted = other;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (one & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}

/** The factor that shifts the CRC of a text over this number of following bytes. */
function shiftOver(bytes: number): number {
  let shift = ONE;
  for (
    let left = bytes, power = X_TO_THE_8;
    left > 0;
    left = Math.floor(left / 2), power = times(power, power)
  )
    if (left % 2 === 1) shift = times(shift, power);
  return shift;
}
