/** A text as a form has sent it, with the line breaks that everybody else uses: a form sends those of a typewriter. */
export function linesOf(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}
