/** Builds the image of a Dockerfile into a folder, without Docker: each stage is a root file system from Debian's packages. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root as project } from '../../../scripts/packages.ts';
import { npmSettings, type Registry } from '../../../scripts/release/registry.ts';
import { NODE_VERSIONS, type Tools } from '../../../scripts/release/tools.ts';
import { debianIn, runIn } from './chroot.ts';
import { ignoredBy, type Instruction, readStages } from './dockerfile.ts';

/** The result of the instructions of a stage. */
export interface Image {
  /** The folder with its root file system. */
  readonly root: string;
  folder: string;
  user: string;
  readonly env: Record<string, string>;
  readonly volumes: string[];
  entrypoint: readonly string[];
  command: readonly string[];
  healthCheck: readonly string[];
}

export interface Sources {
  readonly tools: Tools;
  readonly registry: Registry;
}

/** The images of all stages, in order; the last one is the result. */
export async function buildImage(folder: string, sources: Sources): Promise<readonly Image[]> {
  const named = new Map<string, Image>();
  const images: Image[] = [];
  for (const [at, [from, ...instructions]] of readStages(
    readFileSync(join(project, 'deploy/Dockerfile'), 'utf8'),
  ).entries()) {
    const [base, name] = from!.text.split(/ +AS +/i);
    const image = await imageFrom(base!, join(folder, String(at)), sources);
    for (const instruction of instructions) await execute(image, instruction, named);
    if (name !== undefined) named.set(name, image);
    images.push(image);
  }
  return images;
}

/** The base image of a stage, made from Debian's packages and, for an image of Node, from npm's packages. */
async function imageFrom(base: string, root: string, { tools, registry }: Sources): Promise<Image> {
  const [, major, release] = /^(?:debian:|node:(\d+)-)(\w+)-slim$/.exec(base) ?? [];
  if (release === undefined) throw new Error(`The base image must be of Debian or Node, not ${base}.`);
  await debianIn(root, release);
  if (major !== undefined) {
    if (!(major in NODE_VERSIONS)) throw new Error(`Node ${major} is not one of the supported versions.`);
    const local = join(root, 'usr/local');
    cpSync(tools.node[Number(major) as keyof Tools['node']], join(local, 'bin/node'), { dereference: true });
    const npm = dirname(dirname(tools.npm));
    cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
    for (const program of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(local, 'bin', program));
    writeFileSync(join(root, 'root/.npmrc'), npmSettings(registry));
  }
  return {
    root,
    folder: '/',
    user: 'root',
    env: {},
    volumes: [],
    entrypoint: [],
    command: [],
    healthCheck: [],
  };
}

async function execute(
  image: Image,
  { name, text }: Instruction,
  named: ReadonlyMap<string, Image>,
): Promise<void> {
  const { root } = image;
  switch (name) {
    case 'WORKDIR':
      image.folder = text;
      mkdirSync(join(root, text), { recursive: true });
      return;
    case 'COPY':
      return copy(image, text, named);
    case 'RUN': {
      const { env, folder } = image;
      const command = ['/bin/sh', '-c', text];
      const { status, output } = await runIn(root, { command, env: { HOME: '/root', ...env }, folder });
      if (status !== 0) throw new Error(`RUN ${text}\nexit code ${status}\n${output.slice(-3000)}`);
      return;
    }
    case 'ENV':
      for (const pair of text.split(' ')) {
        const [variable, value] = pair.split('=');
        image.env[variable!] = value!;
      }
      return;
    case 'VOLUME':
      image.volumes.push(text);
      return;
    case 'USER':
      image.user = text;
      return;
    case 'ENTRYPOINT':
      image.entrypoint = JSON.parse(text) as string[];
      return;
    case 'CMD':
      image.command = JSON.parse(text) as string[];
      return;
    case 'HEALTHCHECK':
      image.healthCheck = JSON.parse(text.slice(text.indexOf('['))) as string[];
      return;
    case 'EXPOSE':
      return;
    default:
      throw new Error(`The instruction ${name} is not supported.`);
  }
}

/** Copies from the project, without the files of .dockerignore, or from an earlier stage. */
function copy({ root, folder }: Image, text: string, named: ReadonlyMap<string, Image>): void {
  const [, stage, source, target] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(text) ?? [];
  const to = join(root, target!.startsWith('/') ? '' : folder, target!);
  mkdirSync(dirname(to), { recursive: true });
  if (stage !== undefined) {
    execFileSync('cp', ['-aT', join(named.get(stage)!.root, source!), to]);
    return;
  }
  const isIgnored = ignoredBy(readFileSync(join(project, 'deploy/Dockerfile.dockerignore'), 'utf8'));
  cpSync(join(project, source!), to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path === project || !isIgnored(relative(project, path)),
  });
}
