/** What others wrote, without what would steer a terminal. */
export function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
