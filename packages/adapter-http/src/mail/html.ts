/** Markup that is safe to put into markup. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a template: text is escaped; null and false leave nothing. */
export type Content = string | number | Html | readonly Content[] | null | false;

/** A template of HTML. Whatever is put into it is escaped, in elements and in quoted attributes alike, unless it is {@link Html}. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { markup: String.raw({ raw: strings }, ...contents.map(markupOf)) };
}

function markupOf(content: Content): string {
  if (content === null || content === false) return '';
  if (typeof content !== 'object') {
    return String(content).replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
  }
  return 'markup' in content ? content.markup : content.map(markupOf).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
