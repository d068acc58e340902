/** Text as 64-bit numbers of eight letters each, which are stored much faster. The last one can exceed the text: the next write overwrites it. */

/** The target of the text, with space after its bytes for the excess of the last number. */
export interface Page {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly view: DataView;
}

const WORD_BYTES = 8;

/** A page for `length` bytes. */
export function pageOf(length: number): Page {
  const { buffer } = Buffer.allocUnsafeSlow(length + WORD_BYTES);
  return { bytes: Buffer.from(buffer, 0, length), view: new DataView(buffer) };
}

export interface Words {
  readonly length: number;
  readonly words: readonly number[];
}

const LETTERS_MAX = 120;
const scratch = Buffer.alloc(LETTERS_MAX + WORD_BYTES);

/** @param text ASCII only, so that eight letters are never NaN; at most 120 letters */
export function wordsOf(text: string): Words {
  scratch.write(text, 'latin1');
  const words: number[] = [];
  for (let at = 0; at < text.length; at += WORD_BYTES) words.push(scratch.readDoubleLE(at));
  return { length: text.length, words };
}

/** Returns the position after the text, as all of these functions do. */
export function writeWords({ length, words }: Words, { view }: Page, at: number): number {
  for (let i = 0; i < words.length; i++) view.setFloat64(at + i * WORD_BYTES, words[i]!, true);
  return at + length;
}

/** For text that is written once, in Latin 1. */
export function writeText(text: string, { bytes }: Page, at: number): number {
  return at + bytes.write(text, at, text.length, 'latin1');
}

export function writeLetter(code: number, { view }: Page, at: number): number {
  view.setUint8(at, code);
  return at + 1;
}

const ZERO = 0x30;

/** In decimal digits; a whole number of 0 or more, below 2 ** 31. */
export function writeNumber(n: number, { view }: Page, at: number): number {
  const end = at + digitsOf(n);
  let rest = n;
  for (let to = end - 1; to >= at; to--) {
    const tens = (rest / 10) | 0;
    view.setUint8(to, ZERO + rest - tens * 10);
    rest = tens;
  }
  return end;
}

export function digitsOf(n: number): number {
  if (n < 10) return 1;
  if (n < 100) return 2;
  return n < 1000 ? 3 : `${n}`.length;
}
