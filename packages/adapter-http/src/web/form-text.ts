/** The text of a form field with LF line breaks: forms send CRLF. */
export function linesOf(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}
