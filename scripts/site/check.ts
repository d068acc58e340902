/** Checks a built site: links, distance, requests, JavaScript, accessibility and best practices. */
import { globSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../../test/browser/browser.ts';
import { freePort } from '../../test/support/free-port.ts';
import { failedAudits } from './lighthouse.ts';
import { farPages } from './reach.ts';
import { serveFolder } from './serve.ts';
import { openVisits, searchFor, type Visit } from './visit.ts';

/** The most clicks from the landing page to any other. */
const CLICKS = 3;

/** The faults of the site in a folder. Lighthouse audits the pages of `audited`; the other checks visit all pages. The search must find `word`. */
export async function checkSite(
  folder: string,
  base: string,
  audited: readonly string[],
  word?: string,
): Promise<readonly string[]> {
  const pages = globSync('**/*.html', { cwd: folder })
    .filter((page) => page !== '404.html')
    .toSorted();
  const port = await freePort();
  const { url, server } = await serveFolder(folder, base);
  const browser = await openBrowser([`--remote-debugging-port=${port}`]);
  try {
    const visited = new Map<string, Visit>();
    const visits = await openVisits(browser, url);
    for (const page of pages) visited.set(page, await visits.visit(page));
    await visits.close();
    const faults = [...visited].flatMap(([page, visit]) => [
      ...visit.faults.map((fault) => `${page}: ${fault}`),
      ...deadLinks(folder, base, page, visited),
    ]);
    const links = new Map(
      [...visited].map(([page, { contentLinks }]) => [page, contentLinks.map((link) => fileOf(base, link))]),
    );
    faults.push(
      ...farPages(links, 'index.html', CLICKS).map((page) => `${page}: more than ${CLICKS} clicks`),
    );
    if (word !== undefined && (await searchFor(browser, url, word)) === 0)
      faults.push(`the search does not find "${word}"`);
    for (const page of audited)
      faults.push(...(await failedAudits(url + page, port)).map((fault) => `${page}: ${fault}`));
    return faults;
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** The file of a link, which begins with a slash. */
function fileOf(base: string, link: string): string {
  const path = decodeURIComponent(link.split('#', 1)[0]!).slice(base.length);
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}

function deadLinks(
  folder: string,
  base: string,
  page: string,
  visited: ReadonlyMap<string, Visit>,
): readonly string[] {
  const links = new Set(visited.get(page)!.links);
  return [...links]
    .filter((link) => {
      const file = join(folder, fileOf(base, link));
      const anchor = decodeURIComponent(link.split('#', 2)[1] ?? '');
      const target = visited.get(fileOf(base, link));
      return !existsSync(file) || !statSync(file).isFile() || (anchor !== '' && !target?.anchors.has(anchor));
    })
    .map((link) => `${page}: a dead link to ${link}`);
}
