/** An empty folder with the packages of the project, as a reader of the README makes it with one of three package managers. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmSettings, type Registry } from './registry.ts';
import { type NodeMajor, onNode, type Tools } from './tools.ts';

export const MANAGERS = ['npm', 'pnpm', 'yarn'] as const;
export type Manager = (typeof MANAGERS)[number];

/** How each manager says what npm says. */
const WORDS: Readonly<Record<Manager, { readonly add: string; readonly exec: string }>> = {
  npm: { add: 'npm install', exec: 'npx' },
  pnpm: { add: 'pnpm add', exec: 'pnpm exec' },
  yarn: { add: 'yarn add', exec: 'yarn run' },
};

export interface Installation {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** A line of the README in the words of this manager. */
  readonly translated: (line: string) => string;
  /** Adds packages. */
  readonly add: (...names: readonly string[]) => void;
}

/** A package manager on a Node. */
export interface ManagerOn {
  readonly manager: Manager;
  readonly major: NodeMajor;
  /** Yarn's way to install: by default Plug'n'Play. */
  readonly linker?: 'pnp' | 'node-modules';
}

/** An empty folder, but for an empty manifest and the settings that name the local registry. */
export function emptyFolder(
  { tools, registry }: { readonly tools: Tools; readonly registry: Registry },
  folder: string,
  { manager, major, linker = 'pnp' }: ManagerOn,
): Installation {
  const programs = join(folder, '.programs');
  mkdirSync(programs, { recursive: true });
  const node = tools.node[major];
  for (const [name, script] of [
    ['npm', `'${node}' '${tools.npm}'`],
    ['npx', `'${node}' '${tools.npm.replace('npm-cli', 'npx-cli')}'`],
    ['pnpm', `'${tools.pnpm}'`], // a program that needs no Node
    ['yarn', `'${node}' '${tools.yarn}'`],
  ] as const)
    writeFileSync(join(programs, name), `#!/bin/sh\nexec ${script} "$@"\n`, { mode: 0o755 });
  const env = onNode(node, folder);
  env['PATH'] = `${programs}:${env['PATH']}`;
  writeFileSync(join(folder, '.npmrc'), npmSettings(registry));
  // Without it npm installs into the nearest folder above that has a manifest or node_modules.
  writeFileSync(join(folder, 'package.json'), '{}');
  if (manager === 'pnpm') writeFileSync(join(folder, 'pnpm-workspace.yaml'), PNPM_SETTINGS);
  if (manager === 'yarn') {
    writeFileSync(join(folder, '.yarnrc.yml'), yarnSettings(registry, linker));
    writeFileSync(join(folder, 'yarn.lock'), '');
  }
  const { add, exec } = WORDS[manager];
  const translated = (line: string): string =>
    line.replaceAll('npm install', add).replaceAll(/\bnpx(?= )/g, exec);
  return {
    folder,
    env,
    translated,
    add: (...names) => void shell(`${add} ${names.join(' ')}`, { folder, env }),
  };
}

/** Packages that were published a moment ago are wanted here. */
const PNPM_SETTINGS = 'minimumReleaseAge: 0\n';

const yarnSettings = ({ url }: Registry, linker: string): string =>
  [
    `nodeLinker: ${linker}`,
    `npmRegistryServer: ${url}`,
    'unsafeHttpWhitelist: [127.0.0.1]',
    'npmMinimalAgeGate: 0',
    'enableGlobalCache: false',
    'enableTelemetry: false',
    '',
  ].join('\n');

/** Runs lines in bash and returns their output. An error has the whole output. */
export function shell(
  lines: string,
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): string {
  try {
    return execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', lines], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 26,
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${lines}\n${`${stdout}${stderr}`.trim().split('\n').slice(-25).join('\n')}`, {
      cause: error,
    });
  }
}
