/** The code on `/docs`, as a reader copies it. */

/** The visible text of markup. */
export const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The blocks of code on the page. */
export const blocksOf = (page: string): string[] =>
  [...page.matchAll(/<pre><code>([^]*?)<\/code><\/pre>/g)].map(([, code]) => textOf(code!));
