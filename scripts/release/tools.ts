/** The programs of a rehearsal, installed once into a folder that later rehearsals use again. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../packages.ts';

/** Survives between rehearsals: programs, and the packages that the registry has fetched. */
export const CACHE = join(root, 'node_modules/.cache/bord-release');

export const NODE_VERSIONS = { 22: '22.23.3', 24: '24.21.0' } as const;
export type NodeMajor = keyof typeof NODE_VERSIONS;

const PROGRAMS = {
  verdaccio: '6.10.4',
  npm: '11.21.2',
  pnpm: '12.21.0',
  '@yarnpkg/cli-dist': '4.18.1',
} as const;

/** Verdaccio needs `node-fetch@cjs`, a tag that not every mirror of npm has. It is this version. */
const OVERRIDES = { 'node-fetch': '2.7.0' };

/** Where the programs are. */
export interface Tools {
  readonly node: Readonly<Record<NodeMajor, string>>;
  readonly npm: string;
  readonly pnpm: string;
  readonly yarn: string;
  readonly verdaccio: string;
}

/** Installs what is missing. */
export function installTools(): Tools {
  const programs = installed('programs', PROGRAMS);
  return {
    node: { 22: nodeOf(NODE_VERSIONS[22]), 24: nodeOf(NODE_VERSIONS[24]) },
    npm: join(programs, 'npm/bin/npm-cli.js'),
    pnpm: binOf(join(programs, 'pnpm'), 'pnpm'),
    yarn: join(programs, '@yarnpkg/cli-dist/bin/yarn.js'),
    verdaccio: binOf(join(programs, 'verdaccio'), 'verdaccio'),
  };
}

/** The program of a version of Node, which is installed if it is missing. */
export function nodeOf(version: string): string {
  return join(installed(`node-${version}`, { node: version }), 'node/bin/node');
}

/** The program of another runtime that npm has. */
export function runtimeOf(name: 'bun' | 'deno', version: string): string {
  return join(installed(name, { [name]: version }), '.bin', name);
}

/** The environment of a process on this Node: its `node` comes first in the path. */
export function onNode(node: string, home: string): NodeJS.ProcessEnv {
  const { PATH = '', LANG = 'C.UTF-8', NODE_EXTRA_CA_CERTS } = process.env;
  return {
    PATH: `${dirname(node)}${delimiter}${PATH}`,
    HOME: home,
    LANG,
    CI: 'true',
    ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }),
  };
}

function binOf(folder: string, name: string): string {
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Readonly<Record<string, string>>;
  };
  return join(folder, typeof bin === 'string' ? bin : bin[name]!);
}

/** The `node_modules` of a folder with exactly these packages. */
function installed(name: string, dependencies: Readonly<Record<string, string>>): string {
  const folder = join(CACHE, name);
  const manifest = JSON.stringify({
    private: true,
    dependencies,
    overrides: OVERRIDES,
    allowScripts: { node: true },
  });
  const done = join(folder, 'installed.json');
  if (!existsSync(done) || readFileSync(done, 'utf8') !== manifest) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), manifest);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(done, manifest);
  }
  return join(folder, 'node_modules');
}
