import { type Content, html, type Html } from '../web/html.ts';
import { codeBlock } from './code-panel.ts';
import type { CodeLanguage } from './highlight.ts';

/** The Markdown that the OpenAPI document uses: paragraphs, lists, fenced code without empty lines, `code` and **strong**. */
export function prose(markdown: string): Content {
  return markdown.split('\n\n').map((block) => [blockHtml(block), '\n']);
}

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = { sh: 'sh', json: 'json' };

function blockHtml(block: string): Html {
  const fenced = /^```(?<language>\w*)\n(?<code>[^]*)\n```$/.exec(block);
  if (fenced) return codeBlock(fenced.groups!['code']!, LANGUAGES[fenced.groups!['language']!]);
  const lines = block.split('\n');
  if (lines.every((line) => line.startsWith('- '))) {
    return html`<ul>
      ${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}
    </ul>`;
  }
  const first = /^(?<number>\d+)\. /.exec(block);
  if (!first) return html`<p>${inline(block)}</p>`;
  const items = lines.map((line) => html`<li>${inline(line.replace(/^\d+\. /, ''))}</li>`);
  return html`<ol start="${first.groups!['number']!}">
    ${items}
  </ol>`;
}

/** Text with `code` and **strong**. */
export function inline(text: string): Content {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
    return part;
  });
}
