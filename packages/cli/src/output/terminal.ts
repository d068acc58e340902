import pc from 'picocolors';

/** Colours of the standard output: none unless it is a terminal, and none under NO_COLOR. */
export const paint = pc.createColors(takesColours(process.stdout));

/** Colours of the standard error. */
export const paintError = pc.createColors(takesColours(process.stderr));

function takesColours(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}
