const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Writes bytes as one big-endian number in base 62, padded with zeros to the length that any such bytes need. */
export function base62(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  let text = '';
  for (; number > 0n; number /= 62n) text = DIGITS[Number(number % 62n)]! + text;
  return text.padStart(Math.ceil((bytes.length * 8) / Math.log2(62)), '0');
}

/** The number that {@link base62} has written; what is no digit counts as 0. */
export function fromBase62(text: string): bigint {
  let number = 0n;
  for (const digit of text) number = number * 62n + BigInt(Math.max(0, DIGITS.indexOf(digit)));
  return number;
}
