/** The landing page: one sentence about Bord, its quickstart, and a door for each reader. The texts are those of `README.md` and `docs/README.md`. */
import { REPOSITORY } from '../packages.ts';
import type { SitedSection, WrittenPage } from './plan.ts';

/** The parts of `README.md` that the landing page shows. */
export interface Introduction {
  /** One sentence that says what Bord is. */
  readonly sentence: string;
  /** The commands up to a first booking. */
  readonly commands: string;
  /** Each promise: its name and meaning. */
  readonly promises: readonly { readonly name: string; readonly text: string }[];
}

export function readIntroduction(readme: string): Introduction {
  const [, sentence] = /^# Bord\n+([^\n]+?[.])(?=\s)/.exec(readme) ?? [];
  const [, start = ''] = /^## Start\n([^]*?)^## /m.exec(readme) ?? [];
  const [, commands] = /^```(?:ba)?sh\n([^]*?)^```/m.exec(start) ?? [];
  const promises = [...readme.slice(0, readme.indexOf('## Start')).matchAll(/^- \*\*(.+?)\.?\*\* (.+)$/gm)];
  if (!sentence || !commands || promises.length === 0)
    throw new Error('README.md has no first sentence, list of promises, or commands below "Start"');
  return {
    sentence,
    commands,
    promises: promises.map(([, name, text]) => ({ name: name!, text: withHtmlLinks(text!) })),
  };
}

export function landing(readme: string, sections: readonly SitedSection[]): WrittenPage {
  const { sentence, commands, promises } = readIntroduction(readme);
  const doors = sections.map(({ title, folder, summary }) => {
    const [reader = '', content = ''] = summary.split(/: (.*)/, 2);
    const text = content.charAt(0).toUpperCase() + content.slice(1);
    return `<a class="door" href="./${folder}/index.html"><strong>${title}</strong> <em>${reader}</em> <span>${text}</span></a>`;
  });
  const markdown = `<main class="landing">
<div class="first">
<div>

# Bord

<p class="sentence">${sentence}</p>
<p class="actions"><a class="button" href="./start/quickstart.html">Get started</a> <a href="./contents.html">All pages</a></p>

</div>
<div class="quickstart vp-doc">
<p id="quickstart">Quickstart</p>

\`\`\`sh
${commands.trimEnd()}
\`\`\`

</div>
</div>

## Documentation by reader

<div class="doors">
${doors.join('\n')}
</div>

## What Bord promises

<dl class="promises">
${promises.map(({ name, text }) => `<div><dt>${name}</dt><dd>${text}</dd></div>`).join('\n')}
</dl>

<figure>
<img class="light" src="./console-light.webp" width="1280" height="800" alt="The console on a busy day: tables down, hours across, seated and waiting parties" loading="lazy">
<img class="dark" src="./console-dark.webp" width="1280" height="800" alt="The console on a busy day: tables down, hours across, seated and waiting parties" loading="lazy">
<figcaption>The console on a busy day: tables down, hours across.</figcaption>
</figure>

<p class="licence">MIT licence. <a href="${REPOSITORY}">Source code</a></p>
</main>
`;
  const plain = `# Bord

${sentence}

\`\`\`sh
${commands.trimEnd()}
\`\`\`

${sections.map(({ title, folder, summary }) => `- [${title}](./${folder}/index.md): ${summary}`).join('\n')}
- [All pages](./contents.md)
`;
  return { path: 'index', title: 'Bord', summary: sentence, markdown, plain, file: 'README.md' };
}

/** The links of a text of `README.md` as HTML; only those to pages below `docs/` have a page here. */
function withHtmlLinks(text: string): string {
  return text
    .replaceAll(/\[([^\]]+)\]\(docs\/([^)]+)\.md\)/g, '<a href="./$2.html">$1</a>')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}
