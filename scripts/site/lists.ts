/** Pages that list other pages with their purpose. */
import { relativeTo } from './links.ts';
import type { Listed, SitedSection, WrittenPage } from './plan.ts';

/** The first page of a section. */
export function sectionPage({ title, folder, summary, groups }: SitedSection): WrittenPage {
  const path = `${folder}/index`;
  const parts = groups.flatMap((group) => [
    ...(group.title === '' ? [] : [`## ${group.title}`]),
    listOf(path, group.pages),
  ]);
  return {
    path,
    title,
    summary,
    markdown: `${[`# ${title}`, summary, ...parts].join('\n\n')}\n`,
    file: 'docs/README.md',
  };
}

/** The first page of a folder that is not a section. */
export function folderPage(path: string, title: string, pages: readonly Listed[]): WrittenPage {
  const summary = `This page lists all ${title.toLowerCase()}.`;
  return {
    path,
    title,
    summary,
    markdown: `# ${title}\n\n${summary}\n\n${listOf(path, pages)}\n`,
    file: undefined,
  };
}

function listOf(path: string, pages: readonly Listed[]): string {
  return pages
    .map(({ label, path: target, summary }) => {
      const link = `[${label}](${relativeTo(path, `${target}.md`)})`;
      return `- ${summary === '' ? link : `${link}: ${summary}`}`;
    })
    .join('\n');
}
