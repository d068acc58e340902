import { styleText } from 'node:util';

const STYLES = ['bold', 'dim', 'inverse', 'red', 'green', 'yellow', 'cyan'] as const;

export type Paint = Readonly<Record<(typeof STYLES)[number], (text: string | number) => string>>;

/** Colours of the standard output: none unless it is a terminal, and none under NO_COLOR. */
export const paint: Paint = paintFor(process.stdout);

export const paintError: Paint = paintFor(process.stderr);

/** The character of bars: a block if the terminal has it. */
export const BAR: string = process.stdout.isTTY && isUnicode(process.env) ? '█' : '#';

export function paintFor(stream: { readonly isTTY?: boolean }): Paint {
  const paints = takesColours(stream);
  const inStyle = (style: (typeof STYLES)[number]) => (text: string | number) =>
    paints ? styleText(style, `${text}`, { validateStream: false }) : `${text}`;
  return Object.fromEntries(STYLES.map((style) => [style, inStyle(style)])) as Paint;
}

export function isUnicode({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

export function takesColours(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
