import pc from 'picocolors';

/** Colours of the standard output: none unless it is a terminal, and none under NO_COLOR. */
export const paint = pc.createColors(takesColours(process.stdout));

/** Colours of the standard error. */
export const paintError = pc.createColors(takesColours(process.stderr));

/** What bars are made of: blocks where the terminal is known to have them. */
export const BAR: string = process.stdout.isTTY && isUnicode(process.env) ? '█' : '#';

function isUnicode({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}

/** Whether what is written there may be painted. */
export function takesColours(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
