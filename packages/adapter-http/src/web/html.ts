export interface Html {
  readonly markup: string;
}

/** Values in a template: text is escaped; null and false are omitted. */
export type Content = string | number | Html | readonly Content[] | null | false;

/** An HTML template. Values are escaped, in elements and in quoted attributes, unless they are {@link Html}. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  let markup = strings[0]!;
  for (const [i, content] of contents.entries()) markup += markupOf(content) + strings[i + 1]!;
  return { markup };
}

function markupOf(content: Content): string {
  if (typeof content === 'string') return escaped(content);
  if (typeof content === 'number') return `${content}`;
  if (content === null || content === false) return '';
  if ('markup' in content) return content.markup;
  let markup = '';
  for (const each of content) markup += markupOf(each);
  return markup;
}

/** Most values need no escaping, so they are tested first. */
function escaped(text: string): string {
  return ESCAPED.test(text) ? text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!) : text;
}

const ESCAPED = /[&<>"']/;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
