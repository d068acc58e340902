/** Writes the pages of the site as Markdown, and builds them with VitePress. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY, root } from '../packages.ts';
import { llmsText } from './llms.ts';
import { planSite, type Site, type SitePage } from './plan.ts';

const FOLDER = join(root, 'site');

/** Where the built site is. */
export const OUTPUT = join(FOLDER, 'dist');

/** Builds the site for the path `base` of a host, such as `/` or `/bord/`. */
export async function buildSite(base: string): Promise<Site> {
  const site = planSite(root);
  const [dead] = site.dead;
  if (dead) throw new Error(`${dead.file} links to ${dead.url}, which does not exist`);
  await installDependencies();
  writePages(site);
  await run(['node_modules/vitepress/bin/vitepress.js', 'build', '--base', base]);
  for (const page of site.pages) write(OUTPUT, `${page.path}.md`, page.plain ?? page.markdown);
  write(OUTPUT, 'llms.txt', llmsText(site));
  return site;
}

/** Installs what the lock file of the site names, if that has not been done. */
export async function installDependencies(): Promise<void> {
  const lock = readFileSync(join(FOLDER, 'package-lock.json'), 'utf8');
  const stamp = join(FOLDER, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  await run(['ci', '--no-audit', '--no-fund'], process.platform === 'win32' ? 'npm.cmd' : 'npm');
  writeFileSync(stamp, lock);
}

function writePages(site: Site): void {
  const pages = join(FOLDER, 'pages');
  rmSync(pages, { recursive: true, force: true });
  for (const page of site.pages) write(pages, `${page.path}.md`, withFrontmatter(page));
  for (const [path, file] of site.assets) {
    const target = join(pages, 'public', path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(root, file), target);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'packages/engine/package.json'), 'utf8'));
  const sections = site.sections.map(({ title, folder, groups }) => ({ title, folder, groups }));
  write(FOLDER, '.vitepress/site.json', JSON.stringify({ version, repository: REPOSITORY, sections }));
}

function withFrontmatter({ path, title, summary, markdown, file }: SitePage): string {
  const values = {
    title,
    description: summary,
    ...(path === 'index' ? { layout: 'page', titleTemplate: ':title: booking engine for restaurants' } : {}),
    ...(file === undefined ? { editLink: false } : { source: `${REPOSITORY}/edit/main/${file}` }),
  };
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${markdown}`;
}

function write(folder: string, name: string, text: string): void {
  const target = join(folder, name);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

async function run(args: readonly string[], program = process.execPath): Promise<void> {
  const child = spawn(program, args, { cwd: FOLDER, stdio: 'inherit' });
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0) throw new Error(`${args[0]} ended with exit code ${code}`);
}
