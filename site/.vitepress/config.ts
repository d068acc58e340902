import { readFileSync } from 'node:fs';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { withoutScript } from './without-script.ts';

interface Data {
  version: string;
  repository: string;
  sections: {
    title: string;
    folder: string;
    groups: { title: string; pages: { path: string; label: string }[] }[];
  }[];
}

interface SiteTheme extends DefaultTheme.Config {
  sections: { title: string; folder: string }[];
}

const { version, repository, sections }: Data = JSON.parse(
  readFileSync(new URL('site.json', import.meta.url), 'utf8'),
);

/** The sidebar of a section, for its folder and for its pages elsewhere. */
const sidebars = sections.flatMap(({ title, folder, groups }) => {
  const items = groups.map((group, index) => ({
    text: index === 0 ? title : group.title,
    ...(index === 0 && { link: `/${folder}/` }),
    items: group.pages.map(({ path, label }) => ({ text: label, link: `/${path}` })),
  }));
  const elsewhere = groups
    .flatMap(({ pages }) =>
      pages.map(({ path }) => path.replace(/[^/]+$/, (name) => (path === name ? name : ''))),
    )
    .filter((path) => !sections.some((section) => path.startsWith(`${section.folder}/`)));
  return [`${folder}/`, ...new Set(elsewhere)].map((path) => [`/${path}`, items] as const);
});

export default defineConfig<SiteTheme>({
  lang: 'en',
  title: 'Bord',
  titleTemplate: ':title | Bord',
  head: [['noscript', {}, `<style>${withoutScript()}</style>`]],
  srcDir: 'pages',
  outDir: 'dist',
  // A list of links would load every page that it shows, some of them large.
  router: { prefetchLinks: false },
  markdown: {
    anchor: { slugify: slug },
    config: ({ core }) => {
      core.ruler.push('empty-headers', ({ tokens }) => {
        tokens.forEach(({ type, children }, at) => {
          const cell = [tokens[at - 1], tokens[at + 1]];
          if (type !== 'inline' || children?.length !== 0 || cell[0]?.type !== 'th_open') return;
          for (const token of cell) if (token) token.tag = 'td'; // a header without words names nothing
        });
      });
    },
    languageAlias: { caddyfile: 'nginx', haproxy: 'ini' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  // Images are served next to the pages, where the Markdown of a page finds them too.
  vue: { template: { transformAssetUrls: { img: [] } } },
  transformHead: ({ pageData, siteConfig }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: siteConfig.site.base + pageData.relativePath }],
  ],
  themeConfig: {
    nav: [
      ...sections.slice(0, 6).map(({ title, folder }) => ({
        text: title,
        link: `/${folder}/`,
        activeMatch: `^/${folder}/`,
      })),
      { text: `v${version}`, link: '/changelog' },
    ],
    sidebar: Object.fromEntries(sidebars),
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository, ariaLabel: 'Source code' }],
    sections: sections.map(({ title, folder }) => ({ title, folder })),
    editLink: { pattern: ({ frontmatter }) => frontmatter['source'], text: 'Edit this page' },
    externalLinkIcon: false,
    outline: { level: [2, 3] },
  },
});
