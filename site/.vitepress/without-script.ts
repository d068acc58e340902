import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const HIDDEN = '.VPNavBarSearch, .VPNavBarAppearance, .VPNavBarHamburger, .VPLocalNav, .vp-doc button.copy';

/** Styles for browsers without JavaScript: no controls that need it, the dark colours, and the sidebar of phones below the text. */
export function withoutScript(): string {
  const vitepress = dirname(createRequire(import.meta.url).resolve('vitepress/package.json'));
  const files = [
    join(vitepress, 'dist/client/theme-default/styles/vars.css'),
    new URL('theme/style.css', import.meta.url),
  ];
  const dark = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/^\.dark \{([^}]*)\}/gm), ([, rules = '']) => rules),
  );
  return `${HIDDEN} { display: none !important; }
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; ${dark.join(' ')} }
  .vp-code span { color: var(--shiki-dark, inherit) !important; }
  :root:not(.dark) .landing .light { display: none; }
  :root:not(.dark) .landing .dark { display: block; }
}
@media (max-width: 959px) {
  .VPSidebar { position: static !important; order: 1; width: 100% !important; max-width: none !important; opacity: 1 !important; visibility: visible !important; transform: none !important; box-shadow: none !important; }
}`.replaceAll(/\s+/g, ' ');
}
