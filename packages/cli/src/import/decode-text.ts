import { Failure } from '../output/failure.ts';
import { plain } from '../output/plain.ts';

export interface DecodedText {
  readonly text: string;
  /** The usual name: `UTF-8`, `UTF-16`, `Windows-1252`, or the given one. */
  readonly encoding: string;
}

/**
 * The text of a file that another program has written: UTF-8 or UTF-16 by its mark, else UTF-8 if it is that, else Windows-1252, of which
 * Latin-1 is a part.
 *
 * @param given an encoding by its name, for a file that is in none of these
 * @throws Failure when the file is not in the given encoding, or there is none of that name
 */
export function decodeText(name: string, bytes: Uint8Array, given: string | undefined): DecodedText {
  if (given !== undefined) return { text: decodedAs(name, bytes, given), encoding: given };
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { text: decodedAs(name, bytes, 'utf-16le'), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff)
    return { text: decodedAs(name, bytes, 'utf-16be'), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: windows1252(bytes), encoding: 'Windows-1252' };
  }
}

function decodedAs(name: string, bytes: Uint8Array, encoding: string): string {
  if (isWindows1252(encoding)) return windows1252(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Failure(`the encoding ${plain(encoding)} is unknown; try utf-8, windows-1252 or macintosh`);
    throw new Failure(`${name}: it is not ${plain(encoding)} text; try another --encoding`);
  }
}

const isWindows1252 = (encoding: string): boolean =>
  /^(?:windows-?1252|cp1252|latin-?1|iso-?8859-?1)$/i.test(encoding);

/** Own, since some versions of Node read the characters 0x80 to 0x9f as controls. */
function windows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (control) => UPPER[control.charCodeAt(0) - 0x80]!);
}

/** 0x80 to 0x9f; five of them are not assigned. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
