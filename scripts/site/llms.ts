/** The list of pages for language models: https://llmstxt.org. */
import type { Site } from './plan.ts';

export function llmsText({ pages, sections }: Site): string {
  const [landing] = pages;
  const parts = sections.map(({ title, groups }) => {
    const lines = groups
      .flatMap((group) => group.pages)
      .map(({ path, label, summary }) => `- [${label}](${path}.md)${summary === '' ? '' : `: ${summary}`}`);
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `${['# Bord', `> ${landing!.summary}`, 'Each page of this site is also Markdown: replace `.html` in its URL by `.md`.', ...parts].join('\n\n')}\n`;
}
