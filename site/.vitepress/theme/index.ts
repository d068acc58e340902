import { type Theme, useData, withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';

/** A link to the Markdown of the page. */
function MarkdownLink() {
  const { page } = useData();
  const href = withBase(`/${page.value.relativePath}`);
  return h('p', { class: 'markdown-link' }, [h('a', { href, target: '_self' }, 'This page as Markdown')]);
}

/** The first pages of all sections, below the pages of this one. */
function Sections() {
  const { page, theme } = useData();
  const links = theme.value.sections.map(({ title, folder }: { title: string; folder: string }) => {
    const isHere = page.value.relativePath === `${folder}/index.md`;
    return h('a', { href: withBase(`/${folder}/`), 'aria-current': isHere ? 'page' : undefined }, title);
  });
  return h('nav', { class: 'sections', 'aria-label': 'Sections' }, links);
}

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'doc-footer-before': () => h(MarkdownLink),
      'sidebar-nav-after': () => h(Sections),
    }),
};

export default theme;
